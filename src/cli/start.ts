/** `start`: runs the gateway until it is stopped, says where to click, and what to do where it cannot start. */
import { type Started, bannerText, isExampleHere } from '../app/banner.ts';
import { fitToOpenFiles, readOpenFileLimit } from '../app/open-files.ts';
import { readVersion } from '../app/version.ts';
import type { Config } from '../config/config.ts';
import { createLog, type Logger } from '../log/logger.ts';
import { createPrettyDestination } from '../log/pretty.ts';
import { MissingPackagesError } from '../process/missing-packages.ts';
import { ownWorkerNumber } from '../workers/supervisor-link.ts';
import type { Run } from './command.ts';
import { loadConfig } from './load-config.ts';
import { exitCodes } from './process/process-end.ts';

/** Creates the log of a running gateway: readable on a terminal, one JSON object a line elsewhere. */
export const createProcessLog = ({ logLevel }: Config): Logger =>
  createLog(logLevel, process.stdout.isTTY ? createPrettyDestination(process.stdout) : undefined, ownWorkerNumber());

/**
 * Shows the addresses on a terminal; elsewhere logs the address with what runs there: version, Node.js and the settings that are not their
 * defaults. It also logs where idempotency keys are kept if that is not shared.
 */
export const announce = (started: Started, config: Config, log: Logger): void => {
  if (process.stdout.isTTY) {
    process.stdout.write(bannerText(started, config, isExampleHere()));
    return;
  }
  const { service, workers, redisUrl, production } = config;
  const scale = workers === 1 ? {} : { workers };
  const runs = { version: readVersion(), node: process.version, settings: config.changed };
  log.info(
    { url: started.url.href, service: service.kind, graphiql: started.graphiql, ...scale, ...runs },
    'listening',
  );
  if (production && redisUrl === null && workers === 1) {
    log.info(
      'Idempotency keys are kept in the memory of this process, until it stops; set REDIS_URL when several gateways serve the same clients.',
    );
  }
};

/** Says what a user has to set or install when a start failed; null when that is not known. */
export const startAdvice = (error: unknown, config: Config): string | null =>
  error instanceof MissingPackagesError ? error.message : listenAdvice(error, config);

/**
 * Says which setting to change when listening failed, from the error of the platform; null when the error is another
 * one.
 */
const listenAdvice = (error: unknown, config: Config): string | null => {
  if (!(error instanceof Error) || !('code' in error)) return null;
  const { server, service, metrics } = config;
  const port = portOf(error, config);
  const ofEmbedded = service.kind === 'embedded' && port === service.port;
  const setting = ofEmbedded ? 'EMBEDDED_PORT' : port === metrics?.port ? 'METRICS_PORT' : 'PORT';
  const example = `(e.g. ${setting}=${anotherPort(port)})`;
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use: set ${setting} to a free one ${example}`;
    case 'EACCES':
      return `Port ${port} may not be used by this user: set ${setting} to one above 1023 ${example}`;
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
    case 'EINVAL':
    case 'ENOTFOUND': {
      const ofMetrics = metrics?.host ?? server.host;
      const isOfMetrics = ofMetrics !== server.host && hostOf(error) === ofMetrics;
      const [name, host] = isOfMetrics ? ['METRICS_HOST', ofMetrics] : ['HOST', server.host];
      const short = host.length > 80 ? `${host.slice(0, 80)}…` : host;
      return `${short} is not an address of this machine: set ${name} to one that is (e.g. ${name}=127.0.0.1)`;
    }
    default:
      return null;
  }
};

const portOf = (error: Error, config: Config): number =>
  'port' in error && typeof error.port === 'number' ? error.port : config.server.port;

/** Host that an error of listening is about: a name that is not found, or an address that is not here. */
const hostOf = (error: Error): unknown =>
  'hostname' in error ? error.hostname : 'address' in error ? error.address : null;

/** A port to try instead. */
const anotherPort = (port: number): number => (port < 1024 ? port + 8000 : port < 65_000 ? port + 10 : port - 10);

/** Starts the gateway, in this process or in several, and stops it gracefully when the process is asked to end. */
export const runStart: Run = async (given) => {
  const doubts: string[] = [];
  const loaded = loadConfig(given, (doubt) => doubts.push(doubt));
  if (loaded === null) return exitCodes.mistaken;
  const { config, warning } = fitToOpenFiles(loaded, readOpenFileLimit());
  const log = createProcessLog(config);
  for (const doubt of doubts) log.warn(doubt);
  if (warning !== null) log.warn(warning);
  // A supervisor does not wait for, or hold, what only those that serve need.
  const { run } = config.workers === 1 ? await import('./serve.ts') : await import('./supervise.ts');
  return run(config, log);
};
