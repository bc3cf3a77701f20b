/** `check`: tries the configured service and explains what is wrong with it. */

import { loadEmbeddedService } from '../app/embedded-service.ts';
import type { Config } from '../config/config.ts';
import { createSeal } from '../gateway/browser-sessions/seal.ts';
import { createLog } from '../log/logger.ts';
import { checkDocuments } from './check-documents.ts';
import { type Run } from './command.ts';
import { loadConfig } from './load-config.ts';
import { type ExitCode, exitCodes } from './process/process-end.ts';
import { type Step, openService, refusesStrangers, takeStep, usesOwnApplication } from './process/service-steps.ts';

/** Prints a line. */
export type Print = (line: string) => void;

/** Tries one step after the other, up to the first that fails. */
const tryAll = async (url: URL, steps: readonly Step[], print: Print): Promise<ExitCode> => {
  for (const step of steps) {
    const result = await takeStep(step, url);
    if (typeof result !== 'string') {
      print(`  failed: ${result.problem}`);
      print(`  to do:  ${result.remedy}`);
      return exitCodes.failed;
    }
    print(`  ok: ${result}`);
  }
  return exitCodes.ok;
};

/** Tries the service at `url`, which stands for `LISTINGS_API_URL`. */
export const checkService = async (
  url: URL,
  config: Pick<Config, 'transport' | 'tokenParams' | 'client'>,
  print: Print,
): Promise<ExitCode> => {
  print(`Checking the Listings Service at ${url.href}`);
  await using way = openService(url, config);
  const { service } = way;
  const { client } = config;
  const steps: Step[] = [() => refusesStrangers(service)];
  if (client !== null) steps.push(() => usesOwnApplication(service, client));
  const code = await tryAll(url, steps, print);
  if (code === exitCodes.ok) print('The service can be used.');
  return code;
};

const printLine: Print = (line) => {
  process.stdout.write(`${line}\n`);
};

/** Checks the configured service; an embedded one is started for the check alone, in memory and on a free port. */
const checkConfiguredService = async (config: Config): Promise<ExitCode> => {
  if (config.service.kind === 'remote') {
    const code = await checkService(config.service.url, config, printLine);
    if (code === exitCodes.ok && config.client === null) {
      printLine('LISTINGS_CLIENT_ID and LISTINGS_CLIENT_SECRET are not set, so no token was tried.');
      printLine('Without them the gateway needs a token of the caller for every call.');
    }
    return code;
  }
  printLine('LISTINGS_API_URL is not set, so the gateway uses its embedded service. Starting one to check it.');
  const log = createLog('silent');
  const { startEmbeddedService } = await loadEmbeddedService();
  await using embedded = await startEmbeddedService({ host: '127.0.0.1', port: 0, data: 'memory', log });
  return await checkService(embedded.baseUrl, config, printLine);
};

/** Purpose of the seal that is tried; what sessions seal it does not open. */
const SEAL_PURPOSE = 'check';

/** Seals a text with each of the keys of browser sessions, and opens it with all of them. */
export const checkSessionKeys = async (
  { browserSessions: { keys } }: Pick<Config, 'browserSessions'>,
  print: Print,
): Promise<ExitCode> => {
  if (keys === null) return exitCodes.ok;
  const all = createSeal(keys, SEAL_PURPOSE);
  const text = 'a session';
  for (const key of keys) {
    if ((await all.open(await createSeal([key], SEAL_PURPOSE).seal(text))) !== text) {
      print('  failed: SESSION_KEYS cannot open what they have sealed');
      print('  to do:  make new ones, for example with openssl rand -hex 32');
      return exitCodes.failed;
    }
  }
  print(
    `  ok: seals a browser session and opens it, with ${keys.length === 1 ? 'the key' : `each of the ${keys.length} keys`} of SESSION_KEYS`,
  );
  return exitCodes.ok;
};

/** Checks the trusted documents and the keys of browser sessions, then the configured service. */
export const runCheck: Run = async (given) => {
  const config = loadConfig(given);
  if (config === null) return exitCodes.mistaken;
  const documents = checkDocuments(config, printLine);
  const sessionKeys = await checkSessionKeys(config, printLine);
  const service = await checkConfiguredService(config);
  return [documents, sessionKeys].find((code) => code !== exitCodes.ok) ?? service;
};
