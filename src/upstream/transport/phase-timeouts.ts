/** The time of one request: so much in all, and so much for each of its phases, by one timer. */
import { performance } from 'node:perf_hooks';

/** What a request is doing; it waits for its place at first. */
export type Phase = 'wait' | 'connect' | 'headers' | 'body';

/** The time of a request. */
export interface PhaseTimeouts {
  /** Begins a phase, or the same once more, which may last so many milliseconds. */
  enter(phase: Phase, milliseconds: number): void;
  /** Gives the request so many milliseconds from now on, in place of what was left. */
  restart(milliseconds: number): void;
  stop(): void;
  /** Milliseconds until the time of the request is up. */
  leftMs(): number;
}

/** How a time is measured. */
export interface PhaseTimerOptions {
  /** Milliseconds for everything. */
  readonly totalMs: number;
  /** The shortest time that any phase is given, in milliseconds. */
  readonly shortestMs: number;
  /** Time was up, in a phase, or in all (null). */
  readonly onLapse: (phase: Phase | null) => void;
  /** A clock in milliseconds that never goes back; `performance.now` unless given. */
  readonly now?: () => number;
}

/**
 * Starts the time of a request.
 *
 * The timers of the HTTP client tick once a second or less, so that they lapse up to a second late. To set an exact one anew
 * in each phase would cost more than the rest of a request's bookkeeping; this one wakes up no later than the shortest
 * phase may end, which most requests do not live to see.
 */
export const startPhaseTimer = ({
  totalMs,
  shortestMs,
  onLapse,
  now = () => performance.now(),
}: PhaseTimerOptions): PhaseTimeouts => {
  let endsAt = now() + totalMs;
  let phase: Phase = 'wait';
  let phaseEndsAt = Number.POSITIVE_INFINITY;

  const wake = (): void => {
    const leftMs = Math.min(endsAt, phaseEndsAt) - now();
    // A timer may fire up to a millisecond early.
    if (leftMs < 1) onLapse(endsAt <= phaseEndsAt ? null : phase);
    else timer = setTimeout(wake, Math.min(leftMs, shortestMs)).unref();
  };

  let timer = setTimeout(wake, Math.min(totalMs, shortestMs)).unref();

  return {
    enter: (next, milliseconds) => {
      phase = next;
      phaseEndsAt = now() + milliseconds;
    },
    restart: (milliseconds) => {
      endsAt = now() + milliseconds;
      phaseEndsAt = Number.POSITIVE_INFINITY;
      clearTimeout(timer);
      timer = setTimeout(wake, milliseconds).unref();
    },
    stop: () => clearTimeout(timer),
    leftMs: () => endsAt - now(),
  };
};
