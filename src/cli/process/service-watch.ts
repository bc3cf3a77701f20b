/** Looks at the service: in the background, once the gateway serves, and before a new worker takes the place of one that serves. */
import { setTimeout } from 'node:timers/promises';
import type { Config } from '../../config/config.ts';
import type { Logger } from '../../log/logger.ts';
import { type Advice, openService, refusesStrangers, takeStep, usesOwnApplication } from './service-steps.ts';

/** Pause after so many failures, in milliseconds. */
type PauseMs = (failures: number) => number;

const MAX_PAUSE_MS = 30_000;

const exponentialPauseMs: PauseMs = (failures) => Math.min(1000 * 2 ** (failures - 1), MAX_PAUSE_MS);

const NOT_USABLE = 'The Listings Service cannot be used; operations that need it fail until it can.';

/**
 * Tries the configured service until it responds as it should, and then no more: one warning says what to do, and one line that
 * it recovered. The gateway serves meanwhile. Nothing is done about the embedded service.
 *
 * @returns what ends it
 */
export const watchService = (config: Config, log: Logger, pauseMs: PauseMs = exponentialPauseMs): AsyncDisposable => {
  const { service: configured, client } = config;
  if (configured.kind === 'embedded') return { [Symbol.asyncDispose]: async () => {} };
  const { url } = configured;
  const ending = new AbortController();
  const { signal } = ending;
  const way = openService(url, config);
  const { service } = way;

  const untilUsable = async (): Promise<void> => {
    if (client === null) {
      log.info(
        "LISTINGS_CLIENT_ID is not set: lookups and public listings need a caller's token, and are UNAUTHENTICATED without one.",
      );
    }
    for (let failures = 0; ; failures += 1) {
      const result = await takeStep(() => refusesStrangers(service), url);
      if (signal.aborted) return;
      if (typeof result === 'string') {
        if (failures > 0) log.info('The Listings Service can be used again.');
        break;
      }
      if (failures === 0) log.warn(result, NOT_USABLE);
      await setTimeout(pauseMs(failures + 1), undefined, { signal, ref: false });
    }
    if (client === null) return;
    const result = await takeStep(() => usesOwnApplication(service, client), url);
    // Not repeated: an application that is refused often may be locked.
    if (typeof result !== 'string' && !signal.aborted) log.warn(result, NOT_USABLE);
  };

  const watch = async (): Promise<void> => {
    try {
      await untilUsable();
    } catch (error) {
      // It is for whoever reads the log, and nothing depends on it.
      if (!signal.aborted) log.debug({ err: error }, 'the service could not be watched');
    } finally {
      await way[Symbol.asyncDispose]();
    }
  };
  const over = watch();
  return {
    [Symbol.asyncDispose]: async () => {
      ending.abort();
      await way[Symbol.asyncDispose]();
      await over;
    },
  };
};

/** Tries whether the configured service can be used. @returns what is wrong; null when nothing is */
export const tryService = async (config: Config): Promise<Advice | null> => {
  const { service: configured, client } = config;
  if (configured.kind === 'embedded') return null;
  const { url } = configured;
  await using way = openService(url, config);
  const { service } = way;
  const reached = await takeStep(async () => {
    // What it says to strangers was the same before.
    await refusesStrangers(service);
    return 'responds';
  }, url);
  if (typeof reached !== 'string') return reached;
  if (client === null) return null;
  const used = await takeStep(() => usesOwnApplication(service, client), url);
  return typeof used === 'string' ? null : used;
};
