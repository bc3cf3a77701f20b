/** `check`: tries the configured service and explains what is wrong with it. */

import { loadEmbeddedService } from '../app/embedded-service.ts';
import { readUserAgent } from '../app/version.ts';
import { type Config } from '../config/config.ts';
import { operationOf } from '../contract/endpoints.ts';
import { createLog } from '../log/logger.ts';
import { AccessToken, type ClientCredentials } from '../upstream/call/credentials.ts';
import { UpstreamUnauthenticatedError } from '../upstream/call/errors.ts';
import { createServiceClient, type ServiceClient } from '../upstream/client.ts';
import { listSections } from '../upstream/endpoints/sections.ts';
import { requestToken } from '../upstream/endpoints/tokens.ts';
import { createTransport, type Transport } from '../upstream/requests/transport.ts';
import { checkDocuments } from './check-documents.ts';
import { type Run } from './command.ts';
import { loadConfig } from './load-config.ts';
import { type ExitCode, exitCodes } from './process/exit-code.ts';
import { type Advice, adviseOn } from './process/failure-advice.ts';

/** Prints a line. */
export type Print = (line: string) => void;

/** One thing to try: its result in words, or what is wrong. */
type Step = () => Promise<string | Advice>;

/** Every endpoint but the token's wants a token, so a good service refuses this. */
const refusesStrangers = async (transport: Transport): Promise<string | Advice> => {
  try {
    await transport.send({
      operation: operationOf('listSections'),
      group: 'sections',
      method: 'GET',
      path: '/v1/sections',
      retry: 'safe',
      expects: 'json',
      token: null,
    });
  } catch (error) {
    if (error instanceof UpstreamUnauthenticatedError) return 'responds, and refuses a request without a token';
    throw error;
  }
  return {
    problem: 'it accepts a request without a token, which the Listings Service would refuse',
    remedy: 'check that LISTINGS_API_URL is the address of the service itself',
  };
};

const usesOwnApplication = async (service: ServiceClient, client: ClientCredentials): Promise<string | Advice> => {
  const result = await requestToken(service, { grant: 'client_credentials', client });
  if (result.kind === 'refused') {
    return {
      problem: `it refuses LISTINGS_CLIENT_ID and LISTINGS_CLIENT_SECRET (${result.error})`,
      remedy: 'compare both with the developer portal; if they are right, try LISTINGS_TOKEN_PARAMS=form',
    };
  }
  const token = AccessToken.parse(result.token.Access_token);
  if (token === null) {
    return {
      problem: 'it gives a token that no header can carry',
      remedy: 'report this to the operators of the service',
    };
  }
  const sections = await listSections(service.bind({ token }));
  return `accepts the gateway's own application, and lists ${sections.length} sections`;
};

/** Tries one step after the other, up to the first that fails. */
const tryAll = async (url: URL, steps: readonly Step[], print: Print): Promise<ExitCode> => {
  for (const step of steps) {
    let result: string | Advice;
    try {
      result = await step();
    } catch (error) {
      const advice = adviseOn(error, url);
      if (advice === null) throw error;
      result = advice;
    }
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
  { transport: options, tokenParams, client }: Pick<Config, 'transport' | 'tokenParams' | 'client'>,
  print: Print,
): Promise<ExitCode> => {
  print(`Checking the Listings Service at ${url.href}`);
  await using transport = createTransport({ ...options, userAgent: readUserAgent(), baseUrl: url });
  const service = createServiceClient({ transport, tokenParams, log: createLog('silent') });
  const steps: Step[] = [() => refusesStrangers(transport)];
  if (client !== null) steps.push(() => usesOwnApplication(service, client));
  const code = await tryAll(url, steps, print);
  if (code === exitCodes.ok) {
    print('The service can be used.');
    if (client === null) {
      print('Without LISTINGS_CLIENT_ID and LISTINGS_CLIENT_SECRET no token was tried; apps bring their own.');
    }
  }
  return code;
};

const printLine: Print = (line) => {
  process.stdout.write(`${line}\n`);
};

/** Checks the configured service; an embedded one is started for the check alone, in memory and on a free port. */
const checkConfiguredService = async (config: Config): Promise<ExitCode> => {
  if (config.service.kind === 'remote') return checkService(config.service.url, config, printLine);
  printLine('LISTINGS_API_URL is not set, so the gateway uses its embedded service. Starting one to check it.');
  const log = createLog('silent');
  const { startEmbeddedService } = await loadEmbeddedService();
  await using embedded = await startEmbeddedService({ host: '127.0.0.1', port: 0, data: 'memory', log });
  return await checkService(embedded.baseUrl, config, printLine);
};

/** Checks the trusted documents, then the configured service. */
export const runCheck: Run = async (given) => {
  const config = loadConfig(given);
  if (config === null) return exitCodes.mistaken;
  const documents = checkDocuments(config, printLine);
  const service = await checkConfiguredService(config);
  return documents === exitCodes.ok ? service : documents;
};
