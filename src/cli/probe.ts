/** `probe`: compares a real service with its specification and with the rulings on it. */

import { loadEmbeddedService } from '../app/embedded-service.ts';
import { readUserAgent } from '../app/version.ts';
import type { Config } from '../config/config.ts';
import type { ProcessEnvironment } from '../config/environment.ts';
import { demoApplication, demoCredentials } from '../embedded/demo/demo-access.ts';
import { createLog } from '../log/logger.ts';
import { type ClientCredentials, Secret } from '../upstream/call/credentials.ts';
import { type OptionValues, type Run } from './command.ts';
import { loadConfig } from './load-config.ts';
import { askSecret } from './probe/calls/hidden-input.ts';
import { type ProbeOptions, probeService } from './probe/calls/probe-service.ts';
import type { Credentials } from './probe/calls/sign-in.ts';
import { reportText } from './probe/report-text.ts';
import { isCovered } from './probe/report.ts';
import { type ExitCode, exitCodes } from './process/exit-code.ts';

const DEFAULT_DEADLINE_S = 120;
const MAX_DEADLINE_S = 3600;

/** Probes the service at `--url`, or the configured one. */
export const runProbe: Run = async (given, options) => {
  try {
    return await probeWith(given, options);
  } catch (error) {
    if (!(error instanceof MistakenProbe)) throw error;
    process.stderr.write(`${error.message}\n`);
    return exitCodes.mistaken;
  }
};

/** A probe that cannot be made as it is asked for; the message says what to give. */
class MistakenProbe extends Error {}

const textOf = (options: OptionValues, name: string): string | undefined => {
  const value = options.get(name);
  return typeof value === 'string' ? value : undefined;
};

const readDeadlineMs = (options: OptionValues): number => {
  const text = textOf(options, 'deadline-s') ?? String(DEFAULT_DEADLINE_S);
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > MAX_DEADLINE_S) {
    throw new MistakenProbe(`--deadline-s must be a whole number from 1 to ${MAX_DEADLINE_S}`);
  }
  return seconds * 1000;
};

/** Puts options in the place of the settings that they stand for. */
const withOptions = async (
  { environment, file }: ProcessEnvironment,
  options: OptionValues,
): Promise<ProcessEnvironment> => {
  const url = textOf(options, 'url');
  const clientId = textOf(options, 'client-id');
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

const readUser = async (
  { environment, file }: ProcessEnvironment,
  options: OptionValues,
): Promise<Credentials['user']> => {
  const username = textOf(options, 'username');
  const given = textOf(options, 'password') ?? environment['PROBE_PASSWORD'] ?? file['PROBE_PASSWORD'] ?? '';
  if (username === undefined) {
    if (options.has('password')) throw new MistakenProbe('--password needs --username');
    return null;
  }
  const password = given === '' ? await askSecret(`Password of ${username}`) : new Secret(given);
  if (password === null) throw new MistakenProbe('--username needs a password: set PROBE_PASSWORD');
  return { username, password };
};

/** Shows on a terminal how far it is; elsewhere it is silent. */
const showProgress = process.stderr.isTTY
  ? {
      step: (calls: number) => void process.stderr.write(`\r\u001b[K${calls} calls`),
      end: () => void process.stderr.write('\r\u001b[K'),
    }
  : { step: () => {}, end: () => {} };

const probe = async (options: Omit<ProbeOptions, 'onProgress'>, asJson: boolean): Promise<ExitCode> => {
  const report = await probeService({ ...options, onProgress: showProgress.step });
  showProgress.end();
  const text = asJson
    ? JSON.stringify(report, null, 2)
    : `The Listings Service at ${options.url.href}\n\n${reportText(report)}`;
  process.stdout.write(`${text}\n`);
  return isCovered(report) ? exitCodes.ok : exitCodes.failed;
};

const applicationOf = ({ client }: Config): ClientCredentials => {
  if (client !== null) return client;
  throw new MistakenProbe('A probe needs an application: give --client-id, and set LISTINGS_CLIENT_SECRET');
};

const probeWith = async (given: ProcessEnvironment, options: OptionValues): Promise<ExitCode> => {
  const deadlineMs = readDeadlineMs(options);
  const config = loadConfig(await withOptions(given, options));
  if (config === null) return exitCodes.mistaken;
  const { transport, tokenParams, service } = config;
  const user = await readUser(given, options);
  const how = {
    transport: { ...transport, userAgent: readUserAgent() },
    tokenParams,
    user,
    signal: AbortSignal.timeout(deadlineMs),
  };
  const asJson = options.has('json');
  if (service.kind === 'remote') return probe({ ...how, url: service.url, application: applicationOf(config) }, asJson);
  const log = createLog('silent');
  const { startEmbeddedService } = await loadEmbeddedService();
  await using embedded = await startEmbeddedService({ host: '127.0.0.1', port: 0, data: 'memory', log });
  const demo = { clientId: demoApplication.clientId, clientSecret: new Secret(demoApplication.clientSecret) };
  const demoUser = { username: demoCredentials.username, password: new Secret(demoCredentials.password) };
  return await probe(
    { ...how, url: embedded.baseUrl, application: config.client ?? demo, user: how.user ?? demoUser },
    asJson,
  );
};
