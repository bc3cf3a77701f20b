/** The gateway in several processes that share its port. */
import { randomBytes } from 'node:crypto';
import type { Started } from '../app/banner.ts';
import { startConfiguredMetrics } from '../app/metrics-port.ts';
import type { Config } from '../config/config.ts';
import { demoCredentials } from '../embedded/demo/demo-access.ts';
import type { EmbeddedService } from '../embedded/server.ts';
import { mergedContentType, printMerged } from '../gateway/observability/metrics/process.ts';
import type { Logger } from '../log/logger.ts';
import { watchEventLoop } from '../workers/event-loop-watchdog.ts';
import { type Ready, type Supervisor, superviseWorkers, WorkersFailedError } from '../workers/supervisor.ts';
import { prepareWorkers } from '../workers/worker-process.ts';
import { type ExitCode, exitCodes, ignoreOtherSignals, watchProcessEnd } from './process/process-end.ts';
import { announce, startAdvice } from './start.ts';

/** Time that workers may take to stop beyond what requests may take, in milliseconds. */
const STOP_MARGIN_MS = 2000;

/** A worker that is silent for longer is replaced: within ten seconds, its start included. */
const MAX_SILENCE_S = 6;

/** Starts the embedded service where one is wanted: once, in this process, for all workers. */
const startEmbedded = async (config: Config, log: Logger): Promise<EmbeddedService | null> => {
  if (config.service.kind === 'remote') return null;
  const { startConfiguredService } = await import('../app/embedded-service.ts');
  return startConfiguredService(config, config.service, log);
};

const startedOf = ({ url, graphiql, demoToken }: Ready, embedded: EmbeddedService | null): Started => ({
  url: new URL(url),
  graphiql,
  embedded:
    embedded === null || demoToken === null
      ? null
      : { origin: embedded.origin, demo: { ...demoCredentials, accessToken: demoToken } },
});

const sayWhatFailed = (error: unknown, config: Config, log: Logger): void => {
  const advice = error instanceof WorkersFailedError ? error.advice : startAdvice(error, config);
  if (advice !== null) process.stderr.write(`${advice}\n`);
  else if (error instanceof WorkersFailedError) process.stderr.write(`${error.message}\n`);
  else log.fatal({ err: error }, 'could not start');
};

/** Runs the workers until the process is asked to end. */
export const run = async (config: Config, log: Logger): Promise<ExitCode> => {
  ignoreOtherSignals(log, config.production);
  let supervisor: Supervisor | null = null;
  const replaceAll = (): void => {
    if (supervisor === null) log.warn('the workers do not serve yet; none is replaced');
    else supervisor.replaceAll();
  };
  // Of a program that was started at a terminal SIGHUP says that this is gone.
  const isAtTerminal = process.stdin.isTTY || process.stdout.isTTY;
  const end = watchProcessEnd(log, isAtTerminal ? null : replaceAll);
  const owned: AsyncDisposable[] = [];
  let code: ExitCode = exitCodes.failed;
  try {
    const embedded = await startEmbedded(config, log);
    if (embedded !== null) owned.push(embedded);
    const print = async (): Promise<string> => printMerged((await supervisor?.measure()) ?? []);
    const served = { contentType: mergedContentType, print };
    const health = { isReady: () => supervisor?.isReady() ?? false };
    const metrics = await startConfiguredMetrics(config, served, health, log);
    if (metrics !== null) owned.push(metrics);
    const workers = superviseWorkers({
      count: config.workers,
      startWorker: prepareWorkers(),
      begin: {
        kind: 'begin',
        embedded: embedded && { baseUrl: embedded.baseUrl.href, origin: embedded.origin.href },
        rateLimitSecret: new Uint8Array(randomBytes(32)),
      },
      stopMs: config.server.shutdownGraceMs + config.server.shutdownDrainMs + STOP_MARGIN_MS,
      silenceS: Math.min(config.eventLoopWatchdogS, MAX_SILENCE_S),
      log,
    });
    supervisor = workers;
    // Connections come to the workers through this process.
    watchEventLoop(config.eventLoopWatchdogS, log);
    void workers.ready.then(
      (ready) => announce(startedOf(ready, embedded), config, log),
      () => {},
    );
    code = await Promise.race([end.asked.then(({ exitCode }) => exitCode), workers.ended.then(() => exitCodes.failed)]);
    workers.stop();
    if (!(await workers.ended)) code = exitCodes.failed;
    log.info('stopped');
  } catch (error) {
    code = exitCodes.failed;
    sayWhatFailed(error, config, log);
  } finally {
    for (const resource of owned.toReversed()) await resource[Symbol.asyncDispose]();
  }
  return end.released(code);
};
