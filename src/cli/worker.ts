/** The program of a worker, which a supervisor starts. */
import { type App, startApp } from '../app/app.ts';
import { fitToOpenFiles, readOpenFileLimit } from '../app/open-files.ts';
import { type Config, readConfig } from '../config/config.ts';
import { readProcessEnvironment, UnreadableEnvFileError } from '../config/environment.ts';
import { summariseProblems } from '../config/problem.ts';
import type { Logger } from '../log/logger.ts';
import { BEAT_MS, isDebugged } from '../workers/event-loop-watchdog.ts';
import { type SupervisorLink, linkToSupervisor, ownWorkerNumber } from '../workers/supervisor-link.ts';
import {
  type EndReason,
  type ExitCode,
  exitCodes,
  ignoreOtherSignals,
  stopApp,
  watchProcessEnd,
} from './process/process-end.ts';
import { tryService, watchService } from './process/service-watch.ts';
import { createProcessLog, startAdvice } from './start.ts';

const start = async (config: Config, log: Logger, link: SupervisorLink): Promise<App | null> => {
  const { embedded, rateLimitSecret, isReplacement } = await link.begin;
  const trouble = isReplacement ? await tryService(config) : null;
  if (trouble !== null) {
    const reason = `the Listings Service cannot be used: ${trouble.problem}; to do: ${trouble.remedy}`;
    link.report({ kind: 'failed', reason, advice: null });
    return null;
  }
  try {
    return await startApp(config, log, {
      worker: ownWorkerNumber() ?? 0,
      embedded: embedded && { baseUrl: new URL(embedded.baseUrl), origin: new URL(embedded.origin) },
      rateLimitSecret,
      countTogether: link.countTogether,
      shareMetrics: (metrics) => link.shareMetrics(metrics),
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    const advice = startAdvice(error, config);
    if (advice === null) log.fatal({ err: error }, 'could not start');
    link.report({ kind: 'failed', reason, advice });
    return null;
  }
};

const run = async (config: Config, link: SupervisorLink): Promise<ExitCode> => {
  const log = createProcessLog(config);
  ignoreOtherSignals(log, config.production);
  // The supervisor says what is to be done.
  const end = watchProcessEnd(log, () => {});
  const app = await start(config, log, link);
  if (app === null) return end.released(exitCodes.failed);
  const { url, graphiql, embedded } = app;
  link.report({ kind: 'ready', url: url.href, graphiql, demoToken: embedded?.demo.accessToken ?? null });
  // One of them is enough.
  const watch = ownWorkerNumber() === 0 ? watchService(config, log) : null;
  const beat = (): void => link.report({ kind: 'alive', debugged: isDebugged() });
  beat();
  setInterval(beat, BEAT_MS).unref();
  const stopAsked = link.stopAsked.then(({ isReplaced }): EndReason => ({
    exitCode: exitCodes.ok,
    crashed: false,
    isReplaced,
  }));
  const reason = await Promise.race([end.asked, stopAsked]);
  await watch?.[Symbol.asyncDispose]();
  return end.released(await stopApp(app, log, reason));
};

/** Reads its configuration, or why there is none. */
const readOwnConfig = (): Config | string => {
  try {
    const { environment, file } = readProcessEnvironment();
    const { config, problems } = readConfig({ ...file, ...environment });
    return config ?? summariseProblems(problems);
  } catch (error) {
    if (error instanceof UnreadableEnvFileError) return error.message;
    throw error;
  }
};

const link = linkToSupervisor();
const config = readOwnConfig();
if (typeof config === 'string') link.report({ kind: 'failed', reason: config, advice: null });
process.exitCode =
  typeof config === 'string' ? exitCodes.mistaken : await run(fitToOpenFiles(config, readOpenFileLimit()).config, link);
await link.leave();
