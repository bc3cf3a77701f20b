/**
 * A circuit breaker of one route group: calls to what is known to be down fail at once, and a few find out when it is back.
 *
 * **In doubt.** After 8 tries that failed in a row, or 32 beside responses to what was sent before them (of the group; or of all groups,
 * with 3 of this one), one try goes every 5 ms until 64 have failed, then every 100 ms, and all other calls wait for what becomes
 * of it. One that gets a response ends the doubt, and those that waited go on: a moment in which all connections break, or a restart of
 * less than a second, costs time and no failure.
 *
 * **Open.** A group is down, and its calls are refused at once, when
 * - no response came for a second: calls have waited so long, or a try failed so long after the first of its run; or
 * - half of the calls or more of the last 5 s failed, of 20 or more, and that has been so for a second. Calls count when they are
 *   over: one whose retry succeeded has not failed.
 *
 * **Probes.** While it is open a call goes as a probe every 250 to 500 ms, at random, whatever became of the one before. While nothing
 * at all gets a response, groups take turns with their tries and probes, so that an outage of everything costs as few calls as that of
 * one.
 *
 * **Ramp.** From a probe that gets a response, a share of the calls goes that grows from a tenth to all of them within 300 ms; then the
 * circuit breaker is closed. Three failures that are half of its tries or more open it again.
 *
 * **Forgetting.** What nobody has called for 10 s is no longer taken for down.
 */

import { createSlidingWindow } from '../../concurrency/sliding-window.ts';
import { createTrySchedule, MEMORY_MS, type ServiceHealth } from './try-schedule.ts';

/** `open` refuses calls; `half-open` lets a few through, or would let the next, to see whether they get a response. */
export type CircuitState = 'closed' | 'open' | 'half-open';

/** Result of a try: `withdrawn` says nothing of the service, e.g. because the caller is gone. */
export type CallOutcome = 'responded' | 'failed' | 'withdrawn';

/** Leave to make a try. */
export interface Pass {
  /** Reports what became of it, once. @param sentAt when it was sent, by the clock of the circuit breaker */
  end(outcome: CallOutcome, sentAt: number): void;
}

/** Reason why a call may not go: `wait` is to ask again in a moment, for a second at most. */
export type Refusal = 'wait' | 'refused';

/** A circuit breaker. */
export interface CircuitBreaker {
  /** Its state by the clock, with or without calls. */
  readonly state: CircuitState;
  /** Returns what `admit` would, for the next try. */
  judge(): 'go' | Refusal;
  /** Asks for leave to make a try. */
  admit(): Pass | Refusal;
  /** Counts a call that is over, with its retry if it had one. */
  countCall(hasFailed: boolean): void;
}

/** Options of a circuit breaker. */
export interface CircuitBreakerOptions {
  /** A clock in milliseconds that never goes back. */
  readonly now: () => number;
  /** Random numbers from 0 up to 1. */
  readonly random: () => number;
  readonly health: ServiceHealth;
  /** Called with each change: it opens, a probe got a response, it is closed. */
  readonly onChange: (state: CircuitState) => void;
}

const DOWN_AFTER_MS = 1_000;
const WINDOW_MS = 5_000;
/** Fewer calls than this say nothing of shares. */
const MIN_CALLS = 20;
const PROBE_MIN_MS = 250;
const PROBE_MAX_MS = 500;
const RAMP_MS = 300;
const FIRST_SHARE = 0.1;
const RAMP_FAILURES = 3;

/** A circuit breaker while it is in one state. */
interface Period {
  readonly state: CircuitState;
  readonly judge: CircuitBreaker['judge'];
  readonly admit: CircuitBreaker['admit'];
  /** Called when a try ends, whenever it began. */
  readonly onTryEnd: (hasFailed: boolean, pass: Pass) => void;
  readonly countCall: (hasFailed: boolean) => void;
  /** Gives the period that follows by the clock alone; null while nothing does. */
  readonly next: () => (() => Period) | null;
}

/** Creates a closed circuit breaker. */
export const createCircuitBreaker = ({ now, random, health, onChange }: CircuitBreakerOptions): CircuitBreaker => {
  const { failures, isDoubtful, isTryDue, tryEveryMs, recordTry, postpone, recordResult } = createTrySchedule(
    health,
    now,
  );

  const createPass = (): Pass => {
    const pass: Pass = {
      end: (outcome, sentAt) => {
        if (outcome === 'withdrawn') return;
        const hasFailed = outcome === 'failed';
        recordResult(hasFailed, sentAt);
        period.onTryEnd(hasFailed, pass);
      },
    };
    return pass;
  };
  // One for all: leave costs nothing while all is well.
  const commonPass = createPass();
  const probePass = createPass();
  const takeTry = (everyMs: number): Pass => {
    recordTry(everyMs);
    return probePass;
  };

  const close = (): Period => {
    const window = createSlidingWindow(WINDOW_MS, now);
    let mostFailSince: number | null = null;
    let doubtMetAt: number | null = null;
    return {
      state: 'closed',
      judge: () => (isDoubtful() && !isTryDue(tryEveryMs()) ? 'wait' : 'go'),
      admit: () => {
        if (!isDoubtful()) {
          doubtMetAt = null;
          return commonPass;
        }
        doubtMetAt ??= now();
        return isTryDue(tryEveryMs()) ? takeTry(tryEveryMs()) : 'wait';
      },
      onTryEnd: (hasFailed) => {
        if (!hasFailed) doubtMetAt = null;
        else if (isDoubtful() && failures.ageMs >= DOWN_AFTER_MS) enter(open());
      },
      countCall: (hasFailed) => {
        window.addCall();
        if (hasFailed) window.addMark();
        if (window.marks === 0 || window.calls < MIN_CALLS || window.marks * 2 < window.calls) mostFailSince = null;
        else mostFailSince ??= now();
        if (hasFailed && mostFailSince !== null && now() - mostFailSince >= DOWN_AFTER_MS) enter(open());
      },
      next: () => (doubtMetAt !== null && now() - doubtMetAt >= DOWN_AFTER_MS && isDoubtful() ? open : null),
    };
  };

  const open = (): Period => {
    const drawMs = (): number => PROBE_MIN_MS + random() * (PROBE_MAX_MS - PROBE_MIN_MS);
    let probeEveryMs = drawMs();
    let lastAskedAt = now();
    postpone();
    return {
      get state() {
        return isTryDue(probeEveryMs) ? 'half-open' : 'open';
      },
      judge: () => {
        lastAskedAt = now();
        return isTryDue(probeEveryMs) ? 'go' : 'refused';
      },
      admit: () => {
        lastAskedAt = now();
        if (!isTryDue(probeEveryMs)) return 'refused';
        probeEveryMs = drawMs();
        return takeTry(probeEveryMs);
      },
      onTryEnd: (hasFailed, pass) => {
        if (!hasFailed && pass === probePass) enter(ramp());
      },
      countCall: () => {},
      next: () => (now() - lastAskedAt >= MEMORY_MS ? close : null),
    };
  };

  const ramp = (): Period => {
    const startedAt = now();
    const rampPass = createPass();
    // The first call after the probe goes.
    let due = 1;
    let responded = 0;
    let failed = 0;
    return {
      state: 'half-open',
      judge: () => 'go',
      admit: () => {
        due += FIRST_SHARE + (1 - FIRST_SHARE) * ((now() - startedAt) / RAMP_MS);
        if (due < 1) return 'refused';
        due -= 1;
        return rampPass;
      },
      onTryEnd: (hasFailed, pass) => {
        if (pass !== rampPass) return;
        if (hasFailed) failed += 1;
        else responded += 1;
        if (failed >= RAMP_FAILURES && failed >= responded) enter(open());
      },
      countCall: () => {},
      next: () => (now() - startedAt >= RAMP_MS ? close : null),
    };
  };

  let period = close();

  const enter = (next: Period): void => {
    period = next;
    onChange(next.state);
  };

  /** The period by the clock. */
  const current = (): Period => {
    const next = period.next();
    if (next !== null) enter(next());
    return period;
  };

  return {
    get state() {
      return current().state;
    },
    judge: () => current().judge(),
    admit: () => current().admit(),
    countCall: (hasFailed) => period.countCall(hasFailed),
  };
};

const freePass: Pass = { end: () => {} };

/** A circuit breaker that never opens, where there is one elsewhere. */
export const idleBreaker: CircuitBreaker = {
  state: 'closed',
  judge: () => 'go',
  admit: () => freePass,
  countCall: () => {},
};
