/** The time-outs of one request: for all of it, and for each of its phases, by one timer. */
import { performance } from 'node:perf_hooks';

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

  let turn: NodeJS.Immediate | undefined;

  const wake = (isAfterSockets = false): void => {
    const leftMs = Math.min(endsAt, phaseEndsAt) - now();
    // A timer may fire up to a millisecond early.
    if (leftMs >= 1) timer = setTimeout(wake, Math.min(leftMs, shortestMs)).unref();
    else if (isAfterSockets) onTimeout(endsAt <= phaseEndsAt ? null : phase);
    // Timers run before sockets: what came while this process was busy or stood still counts, so it is read first.
    else turn = setImmediate(() => (turn = setImmediate(wake, true)));
  };

  let timer = setTimeout(wake, Math.min(totalMs, shortestMs)).unref();

  const stop = (): void => {
    clearTimeout(timer);
    clearImmediate(turn);
  };

  return {
    /** Enters a phase, or the same once more, which may last so many milliseconds. */
    enter: (next: Phase, milliseconds: number): void => {
      phase = next;
      phaseEndsAt = now() + milliseconds;
    },
    /** Gives the request so many milliseconds from now on, in place of what was left. */
    restart: (milliseconds: number): void => {
      endsAt = now() + milliseconds;
      phaseEndsAt = Number.POSITIVE_INFINITY;
      stop();
      timer = setTimeout(wake, milliseconds).unref();
    },
    stop,
    /** Milliseconds until the whole request times out. */
    leftMs: (): number => endsAt - now(),
  };
};
