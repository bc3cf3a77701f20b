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
import {
  type EndReason,
  type ExitCode,
  exitCodes,
  ignoreOtherSignals,
  watchProcessEnd,
} from './process/process-end.ts';
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

const superviseUntil = async (
  supervisor: Supervisor,
  asked: Promise<EndReason>,
  onReady: (ready: Ready) => void,
  log: Logger,
): Promise<ExitCode> => {
  void supervisor.ready.then(onReady, () => {});
  const code = await Promise.race([
    asked.then(({ exitCode }) => exitCode),
    supervisor.ended.then(() => exitCodes.failed),
  ]);
  supervisor.stop();
  const endedWell = await supervisor.ended;
  log.info('stopped');
  return endedWell ? code : exitCodes.failed;
};

/** Runs the workers until the process is asked to end. */
export const run = async (config: Config, log: Logger): Promise<ExitCode> => {
  ignoreOtherSignals(log, config.production);
  let onHangup = (): void => log.warn('the workers do not serve yet; none is replaced');
  // Of a program that was started at a terminal it says that this is gone.
  const end = watchProcessEnd(log, process.stdin.isTTY || process.stdout.isTTY ? null : () => onHangup());
  const owned: AsyncDisposable[] = [];
  let code: ExitCode = exitCodes.failed;
  try {
    const embedded = await startEmbedded(config, log);
    if (embedded !== null) owned.push(embedded);
    let measure = async (): Promise<readonly object[]> => [];
    const print = async (): Promise<string> => printMerged(await measure());
    let isReady = (): boolean => false;
    const served = { contentType: mergedContentType, print };
    const metrics = await startConfiguredMetrics(config, served, { isReady: () => isReady() }, log);
    if (metrics !== null) owned.push(metrics);
    const supervisor = superviseWorkers({
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
    measure = () => supervisor.measure();
    isReady = () => supervisor.isReady();
    void supervisor.ready.then(
      () => {
        onHangup = () => supervisor.replaceAll();
      },
      () => {},
    );
    // Connections come to the workers through this process.
    if (config.eventLoopWatchdogS > 0) {
      watchEventLoop({ limitS: config.eventLoopWatchdogS, log, isTerminal: process.stdout.isTTY });
    }
    const onReady = (ready: Ready): void => announce(startedOf(ready, embedded), config, log);
    code = await superviseUntil(supervisor, end.asked, onReady, log);
  } catch (error) {
    sayWhatFailed(error, config, log);
  } finally {
    for (const resource of owned.toReversed()) await resource[Symbol.asyncDispose]();
  }
  return end.released(code);
};
