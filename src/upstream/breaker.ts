/** A circuit breaker: calls to what is known to be down fail at once, and a few find out when it is back. */
import { createFailureRun, type FailureRun } from './failure-run.ts';
import { createSlidingWindow } from './sliding-window.ts';

/** `open` refuses calls; `half-open` lets a few through to see whether they are answered. */
export type BreakerState = 'closed' | 'open' | 'half-open';

/** What became of a call: `withdrawn` says nothing of the service, e.g. because the caller is gone. */
export type CallOutcome = 'answered' | 'failed' | 'withdrawn';

/** Leave to make a call. */
export interface Pass {
  /** Tells what became of the call, once. What is told after the breaker has changed its state no longer counts. */
  end(outcome: CallOutcome): void;
}

/** A circuit breaker. */
export interface Breaker {
  readonly state: BreakerState;
  /** Milliseconds for which calls are refused; 0 when the next may be let through. */
  readonly refusedForMs: number;
  /** Asks for leave to make a call; null when it is refused. */
  admit(): Pass | null;
}

/** What a breaker is made of. */
export interface BreakerOptions {
  /** A clock in milliseconds that never goes back. */
  readonly now: () => number;
  /** Failures in a row of everything behind the same address; see `createServiceRun`. */
  readonly serviceRun: FailureRun;
  /** Told of each change. */
  readonly onChange: (state: BreakerState) => void;
}

const WINDOW_MS = 10_000;
/** Fewer calls than this say nothing. */
const MIN_CALLS = 20;
/** With everything behind the address failing, as many failures of a group in a row are enough to count it in. */
const MIN_CALLS_IN_OUTAGE = 3;
const FIRST_OPEN_MS = 2_000;
const LONGEST_OPEN_MS = 30_000;
const PROBES = 3;
/** Two of three decide. */
const DECIDING_PROBES = 2;
/** The first probe goes alone, so that an outage costs one call and not three; a slow one is not waited for longer. */
const FIRST_PROBE_ALONE_MS = 500;

/** Creates the run of failures that the breakers of one service share. */
export const createServiceRun = (now: () => number): FailureRun => createFailureRun(WINDOW_MS, now);

interface Period {
  readonly state: BreakerState;
  readonly refusedForMs: () => number;
  readonly admit: () => Pass | null;
}

/**
 * Creates a closed breaker.
 *
 * It opens when, of 20 calls or more in 10 s, half have failed; or when the last 20 in that time all have, which is the
 * same for few calls and keeps an outage from having to outweigh ten busy seconds before it. It stays open for 2 s, twice
 * as long each time up to 30 s; then up to three probes go out, the first alone, and two of them decide.
 */
export const createBreaker = ({ now, serviceRun, onChange }: BreakerOptions): Breaker => {
  const close = (): Period => {
    const window = createSlidingWindow(WINDOW_MS, now);
    const run = createFailureRun(WINDOW_MS, now);
    const isDown = (): boolean => {
      if (window.calls >= MIN_CALLS && window.marks * 2 >= window.calls) return true;
      return run.length >= MIN_CALLS || (run.length >= MIN_CALLS_IN_OUTAGE && serviceRun.length >= MIN_CALLS);
    };
    // One for all calls of the period: leave costs nothing while all is well.
    const pass: Pass = {
      end: (outcome) => {
        if (outcome === 'withdrawn' || period !== closed) return;
        const hasFailed = outcome === 'failed';
        window.addCall();
        if (hasFailed) window.addMark();
        run.note(hasFailed);
        serviceRun.note(hasFailed);
        if (window.marks > 0 && isDown()) enter(open(FIRST_OPEN_MS));
      },
    };
    const closed: Period = { state: 'closed', refusedForMs: () => 0, admit: () => pass };
    return closed;
  };

  const open = (openMs: number): Period => {
    const endsAt = now() + openMs;
    return {
      state: 'open',
      refusedForMs: () => Math.max(0, endsAt - now()),
      admit: () => {
        if (now() < endsAt) return null;
        enter(probe(openMs));
        return period.admit();
      },
    };
  };

  const probe = (openMs: number): Period => {
    let underWay = 0;
    let answered = 0;
    let failed = 0;
    let lastAt = 0;
    const pass: Pass = {
      end: (outcome) => {
        if (period !== probing) return;
        underWay -= 1;
        if (outcome === 'withdrawn') return;
        serviceRun.note(outcome === 'failed');
        if (outcome === 'answered') answered += 1;
        else failed += 1;
        const isFirst = answered + failed === 1;
        if (answered >= DECIDING_PROBES) enter(close());
        else if (failed >= DECIDING_PROBES || (failed > 0 && isFirst))
          enter(open(Math.min(openMs * 2, LONGEST_OPEN_MS)));
      },
    };
    const isFull = (): boolean => {
      if (underWay + answered + failed >= PROBES) return true;
      return underWay > 0 && answered === 0 && now() < lastAt + FIRST_PROBE_ALONE_MS;
    };
    const probing: Period = {
      state: 'half-open',
      refusedForMs: () => (isFull() ? FIRST_PROBE_ALONE_MS : 0),
      admit: () => {
        if (isFull()) return null;
        underWay += 1;
        lastAt = now();
        return pass;
      },
    };
    return probing;
  };

  let period = close();

  const enter = (next: Period): void => {
    period = next;
    onChange(next.state);
  };

  return {
    get state() {
      return period.state;
    },
    get refusedForMs() {
      return period.refusedForMs();
    },
    admit: () => period.admit(),
  };
};

const freePass: Pass = { end: () => {} };

/** A breaker that never opens, for those who have one elsewhere. */
export const idleBreaker: Breaker = { state: 'closed', refusedForMs: 0, admit: () => freePass };
