/** Steps that a store of records has to take, and that nobody waits for: tried again until they are taken, or it is too late. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../../log/logger.ts';
import { RecordStoreError } from '../../records/record-store.ts';

/**
 * Takes a step. Never rejects.
 *
 * @param until when it is too late, in milliseconds by `performance.now`
 */
export type Insist = (step: () => Promise<void>, until: number) => Promise<void>;

/** Steps that are tried again at a time: each may hold a response. */
const MOST = 1_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** Creates the function that takes steps. One that is not taken in time leaves its record as it is: a repeat hears that the result is unknown. */
export const createInsist = (log: Logger): Insist => {
  let pending = 0;

  const takeLater = async (step: () => Promise<void>, until: number, reason: string): Promise<void> => {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      if (performance.now() + pauseMs > until || pending > MOST) {
        log.warn({ reason }, 'An idempotency record could not be written: a repeat hears that its result is unknown.');
        return;
      }
      await pause(pauseMs, undefined, { ref: false });
      if ((await failureOf(step)) === null) return;
    }
  };

  return async (step, until) => {
    const reason = await failureOf(step);
    if (reason === null) return;
    pending += 1;
    void takeLater(step, until, reason).finally(() => {
      pending -= 1;
    });
  };
};

/** Takes a step; the reason why it failed, null when it did not. @throws what is no failure of the store */
const failureOf = async (step: () => Promise<void>): Promise<string | null> => {
  try {
    await step();
    return null;
  } catch (error) {
    if (error instanceof RecordStoreError) return error.reason;
    throw error;
  }
};
