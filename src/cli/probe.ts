/** `probe`: compares a real service with its specification and with the assumptions on it. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { loadEmbeddedService } from '../app/embedded-service.ts';
import { readUserAgent } from '../app/version.ts';
import type { ProcessEnvironment } from '../config/environment.ts';
import { demoApplication, demoCredentials } from '../embedded/demo/demo-access.ts';
import { createLog } from '../log/logger.ts';
import { Secret } from '../rest/call/credentials.ts';
import { type OptionValues, type Run } from './command.ts';
import { loadConfig } from './load-config.ts';
import { probeService } from './probe/probe-service.ts';
import { isCovered, reportText } from './probe/report.ts';
import type { Credentials } from './probe/sign-in.ts';
import { type ExitCode, exitCodes } from './process/process-end.ts';

/** Prompts for a secret; null without a terminal, or when the input is empty or aborted. */
const askSecret = async (question: string): Promise<Secret | null> => {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  process.stderr.write(`${question}: `);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const brokenOff = new Promise<string>((resolve) => {
    reader.once('SIGINT', () => resolve(''));
    reader.once('close', () => resolve(''));
  });
  try {
    const input = await Promise.race([reader.question(''), brokenOff]);
    return input === '' ? null : new Secret(input);
  } finally {
    reader.close();
    process.stderr.write('\n');
  }
};

const textOf = (options: OptionValues, name: string): string | undefined => {
  const value = options.get(name);
  return typeof value === 'string' ? value : undefined;
};

/** Puts options in the place of the settings that they stand for. */
const withOptions = async (
  { environment, file }: ProcessEnvironment,
  options: OptionValues,
): Promise<ProcessEnvironment> => {
  const [url, clientId] = [textOf(options, 'url'), textOf(options, 'client-id')];
  const settings = { ...file, ...environment };
  const option = textOf(options, 'client-secret');
  const isKnown = [option, settings['LISTINGS_CLIENT_SECRET'], settings['LISTINGS_CLIENT_SECRET_FILE']].some(Boolean);
  const isAsked = !isKnown && (clientId ?? settings['LISTINGS_CLIENT_ID'] ?? '') !== '';
  const secret = isAsked ? (await askSecret('Client secret'))?.reveal() : option;
  return {
    file,
    environment: {
      ...environment,
      ...(url === undefined ? {} : { LISTINGS_API_URL: url, EMBEDDED_SERVICE: '' }),
      ...(clientId === undefined ? {} : { LISTINGS_CLIENT_ID: clientId }),
      ...(secret === undefined ? {} : { LISTINGS_CLIENT_SECRET: secret, LISTINGS_CLIENT_SECRET_FILE: '' }),
    },
  };
};

const readPassword = async (
  username: string,
  { environment, file }: ProcessEnvironment,
  options: OptionValues,
): Promise<Secret | null> => {
  const given = textOf(options, 'password') ?? environment['PROBE_PASSWORD'] ?? file['PROBE_PASSWORD'] ?? '';
  return given === '' ? await askSecret(`Password of ${username}`) : new Secret(given);
};

/** Probes the service at `--url`, or the configured one. */
export const runProbe: Run = async (given, options) => {
  const mistaken = (message: string): ExitCode => {
    process.stderr.write(`${message}\n`);
    return exitCodes.mistaken;
  };
  const deadline = textOf(options, 'deadline-s') ?? '120';
  const deadlineMs = /^\d{1,4}$/.test(deadline) ? Number(deadline) * 1000 : 0;
  if (deadlineMs < 1000 || deadlineMs > 3_600_000)
    return mistaken('--deadline-s must be a whole number from 1 to 3600');
  const username = textOf(options, 'username');
  if (username === undefined && options.has('password')) return mistaken('--password needs --username');
  const config = loadConfig(await withOptions(given, options));
  if (config === null) return exitCodes.mistaken;
  const password = username === undefined ? null : await readPassword(username, given, options);
  if (username !== undefined && password === null) return mistaken('--username needs a password: set PROBE_PASSWORD');
  const user = username !== undefined && password !== null ? { username, password } : null;
  const { transport, tokenParams, service, client } = config;

  const probe = async (baseUrl: URL, credentials: Credentials): Promise<ExitCode> => {
    const way = { ...transport, userAgent: readUserAgent(), baseUrl };
    const signal = AbortSignal.timeout(deadlineMs);
    const endpoints = await probeService({ ...credentials, transport: way, tokenParams, signal });
    const text = `The Listings Service at ${baseUrl.href}\n\n${reportText(endpoints)}`;
    process.stdout.write(`${options.has('json') ? JSON.stringify({ endpoints }, null, 2) : text}\n`);
    return isCovered(endpoints) ? exitCodes.ok : exitCodes.failed;
  };

  if (service.kind === 'remote') {
    if (client !== null) return await probe(service.url, { application: client, user });
    return mistaken('A probe needs an application: give --client-id, and set LISTINGS_CLIENT_SECRET');
  }
  const { startEmbeddedService } = await loadEmbeddedService();
  const log = createLog('silent');
  await using embedded = await startEmbeddedService({ host: '127.0.0.1', port: 0, data: 'memory', log });
  const { clientId, clientSecret } = demoApplication;
  const demoUser = { username: demoCredentials.username, password: new Secret(demoCredentials.password) };
  const application = client ?? { clientId, clientSecret: new Secret(clientSecret) };
  return await probe(embedded.baseUrl, { application, user: user ?? demoUser });
};
