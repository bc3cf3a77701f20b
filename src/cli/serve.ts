/** The gateway in this process. */
import { type App, startApp } from '../app/app.ts';
import type { Config } from '../config/config.ts';
import type { Logger } from '../log/logger.ts';
import { watchEventLoop } from '../workers/event-loop-watchdog.ts';
import { type ExitCode, exitCodes, ignoreOtherSignals, stopApp, watchProcessEnd } from './process/process-end.ts';
import { watchService } from './process/service-watch.ts';
import { announce, startAdvice } from './start.ts';

const start = async (config: Config, log: Logger): Promise<App | null> => {
  try {
    return await startApp(config, log);
  } catch (error) {
    const advice = startAdvice(error, config);
    if (advice === null) log.fatal({ err: error }, 'could not start');
    else process.stderr.write(`${advice}\n`);
    return null;
  }
};

/** Serves until the process is asked to end. */
export const run = async (config: Config, log: Logger): Promise<ExitCode> => {
  ignoreOtherSignals(log, config.production);
  const end = watchProcessEnd(log);
  const app = await start(config, log);
  if (app === null) return end.released(exitCodes.failed);
  watchEventLoop(config.eventLoopWatchdogS, log);
  announce(app, config, log);
  const watch = watchService(config, log);
  const reason = await end.asked;
  await watch[Symbol.asyncDispose]();
  return end.released(await stopApp(app, log, reason));
};
