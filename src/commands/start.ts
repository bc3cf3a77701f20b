/** `start`: runs the gateway until it is told to stop. */
import cluster from 'node:cluster';
import { type App, startApp } from '../app.ts';
import { bannerText } from '../banner.ts';
import type { Config } from '../config.ts';
import { TracingPackagesMissingError } from '../gateway/tracing/start-tracing.ts';
import { createPrettyDestination } from '../log/pretty.ts';
import { createLog, type Logger } from '../log.ts';
import { exitCodes, type Run } from './command.ts';
import { loadConfig } from './load-config.ts';
import { crashStopTimes, type EndReason, watchProcessEnd } from './process-end.ts';
import { listenAdvice } from './taken-port.ts';

/** Creates the log of a running gateway: readable on a terminal, one JSON object a line elsewhere. */
const createProcessLog = ({ logLevel }: Config): Logger =>
  createLog(logLevel, process.stdout.isTTY ? createPrettyDestination(process.stdout) : undefined, cluster.worker?.id);

const announce = (app: App, config: Config, log: Logger): void => {
  if (process.stdout.isTTY) process.stdout.write(bannerText(app, config));
  else log.info({ url: app.url.href, service: config.service.kind, graphiql: app.graphiql }, 'listening');
};

const start = async (config: Config, log: Logger): Promise<App | null> => {
  try {
    return await startApp(config, log);
  } catch (error) {
    const advice = error instanceof TracingPackagesMissingError ? error.message : listenAdvice(error, config);
    if (advice === null) log.fatal({ err: error }, 'could not start');
    else process.stderr.write(`${advice}\n`);
    return null;
  }
};

const stop = async (app: App, log: Logger, { crashed }: EndReason): Promise<boolean> => {
  try {
    await (crashed ? app.stop(crashStopTimes) : app.stop());
    log.info('stopped');
    return true;
  } catch (error) {
    log.error({ err: error }, 'could not stop cleanly');
    return false;
  }
};

/** Starts the gateway, and stops it gracefully when the process is asked to end. */
export const runStart: Run = async (given) => {
  const loaded = loadConfig(given);
  if (loaded === null) return exitCodes.mistaken;
  const { config, warnings } = loaded;
  const log = createProcessLog(config);
  for (const warning of warnings) log.warn(warning);
  const end = watchProcessEnd(log);
  const app = await start(config, log);
  if (app === null) return end.released(exitCodes.failed);
  announce(app, config, log);
  const asked = await end.asked;
  return end.released((await stop(app, log, asked)) ? asked.exitCode : exitCodes.failed);
};
