/** The time-outs of one request: for all of it, and for each of its phases, by one timer. */
import { performance } from 'node:perf_hooks';
import { type StopTimeout, startTimeout } from '../../concurrency/timeout.ts';

/** Phase of a request; it waits for its permits at first. */
export type Phase = 'wait' | 'connect' | 'headers' | 'body';

/** The time-outs of a request. */
export type PhaseTimeouts = ReturnType<typeof startPhaseTimeouts>;

/** Options of the time-outs. */
export interface PhaseTimeoutOptions {
  /** Milliseconds for everything. */
  readonly totalMs: number;
  /** The shortest time that any phase is given, in milliseconds. */
  readonly shortestMs: number;
  /** Called when a phase, or the whole request (null), times out. */
  readonly onTimeout: (phase: Phase | null) => void;
  /** A clock in milliseconds that never goes back; `performance.now` unless given. */
  readonly now?: () => number;
}

/**
 * Starts the time-outs of a request.
 *
 * The timers of the HTTP client tick once a second or less, so that they fire up to a second late. To reset an exact one
 * in each phase would cost more than the rest of a request's bookkeeping; this one wakes up no later than the shortest
 * phase may end, which most requests do not live to see.
 */
export const startPhaseTimeouts = ({
  totalMs,
  shortestMs,
  onTimeout,
  now = () => performance.now(),
}: PhaseTimeoutOptions) => {
  let endsAt = now() + totalMs;
  let phase: Phase = 'wait';
  let phaseEndsAt = Number.POSITIVE_INFINITY;

  const wakeAfter = (milliseconds: number): StopTimeout => startTimeout(wake, milliseconds, false);

  const wake = (): void => {
    const leftMs = Math.min(endsAt, phaseEndsAt) - now();
    // A timer may fire up to a millisecond early.
    if (leftMs < 1) onTimeout(endsAt <= phaseEndsAt ? null : phase);
    else stopTimeout = wakeAfter(Math.min(leftMs, shortestMs));
  };

  let stopTimeout = wakeAfter(Math.min(totalMs, shortestMs));

  return {
    /** Enters a phase, or the same once more, which may last so many milliseconds. */
    enter: (next: Phase, milliseconds: number): void => {
      phase = next;
      phaseEndsAt = now() + milliseconds;
    },
    stop: (): void => stopTimeout(),
    /** Milliseconds until the whole request times out. */
    leftMs: (): number => endsAt - now(),
  };
};
