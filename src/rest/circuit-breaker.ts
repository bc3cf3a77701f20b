/** A circuit breaker of one part of the service: calls to what is down fail at once, and one at a time finds out when it is back. */

/** `open` refuses calls; `half-open` lets one through, or would let the next, to see whether it gets a response. */
export type CircuitState = 'closed' | 'open' | 'half-open';

/** Result of a try: `late` had no response in its time; `withdrawn` says nothing of the service, e.g. because the caller is gone. */
export type CallOutcome = 'responded' | 'failed' | 'late' | 'withdrawn';

/** Options of a circuit breaker. */
export interface CircuitBreakerOptions {
  /** A clock in milliseconds that never goes back. */
  readonly now: () => number;
  /** False for one that never opens. */
  readonly opens: boolean;
  /** Called with each change: it opens, a probe goes, it is closed. */
  readonly onChange: (state: CircuitState) => void;
}

/** Tries that it looks back on. */
const SIZE = 100;
/** Fewer say nothing of shares. */
const MIN_TRIES = 20;
/** Failures of one caller from which on more take the place of nothing but the caller's own tries. */
const MOST_OF_CALLER = SIZE / 4;
/** Milliseconds from a failure that opened it, or of a probe, to the next probe. */
const HALF_OPEN_AFTER_MS = 250;
/** Milliseconds after which what nobody has called is no longer taken for down. */
const MEMORY_MS = 10_000;

/** Whose call a try is, and what it asks for. */
export interface Asked {
  /** Null for one who cannot be told apart. */
  readonly caller: string | null;
  readonly path: string;
}

interface Try extends Asked {
  readonly hasFailed: boolean;
}

/**
 * The last tries. What one caller asks for may always fail, and so may one thing, whoever asks for it: down is what fails half of the
 * tries, for half of the callers, and for half of the things.
 */
class RecentTries {
  #tries: Try[] = [];
  #at = 0;

  /** Adds a try in place of the oldest. */
  add(added: Try): void {
    const tries = this.#tries;
    const isOwn = ({ caller }: Try): boolean => caller !== null && caller === added.caller;
    const hasMost = added.hasFailed && tries.filter((each) => each.hasFailed && isOwn(each)).length >= MOST_OF_CALLER;
    const at = hasMost ? tries.findIndex((each) => !each.hasFailed && isOwn(each)) : this.#at;
    if (at < 0) return;
    tries[at] = added;
    if (!hasMost) this.#at = (at + 1) % SIZE;
  }

  /** Leaves those that got a response: who asks for what always fails brings nothing down alone, also when it was down before. */
  forgetFailures(): void {
    this.#tries = this.#tries.filter(({ hasFailed }) => !hasFailed);
    this.#at = this.#tries.length % SIZE;
  }

  get mostFailed(): boolean {
    const isMost =
      this.#tries.length >= MIN_TRIES &&
      this.#tries.filter(({ hasFailed }) => hasFailed).length >= this.#tries.length / 2;
    return isMost && this.#failMost(({ caller }) => caller) && this.#failMost(({ path }) => path);
  }

  /** Whether half of those with one key fail, each at least as often as not; what has none counts for itself. */
  #failMost(keyOf: (each: Try) => string | null): boolean {
    const balances = new Map<string | number, number>();
    for (const [at, each] of this.#tries.entries()) {
      const key = keyOf(each) ?? at;
      balances.set(key, (balances.get(key) ?? 0) + (each.hasFailed ? 1 : -1));
    }
    return [...balances.values()].filter((balance) => balance >= 0).length >= balances.size / 2;
  }
}

/** Callers of failed probes that are remembered: each took a probe. */
const MOST_FAILED = 100;

/** A circuit breaker; closed at first. */
export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  readonly #recent = new RecentTries();
  /** Responses and probes so far: tells what has been since a try began. */
  #epoch = 0;
  /** The epoch in which it closed last. */
  #closedIn = 0;
  /** When it may next be probed; null while it is closed. */
  #probeAt: number | null = null;
  #askedAt = 0;
  /** The epoch of the probe under way. */
  #probe: number | null = null;
  /** Callers whose probes got no response since it opened: one of the others goes before them. */
  readonly #failed: string[] = [];
  /** Whether one of the others has asked in vain since the last probe. */
  #isWanted = false;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
  }

  /** Its state by the clock. */
  get state(): CircuitState {
    if (this.#probeAt === null) return 'closed';
    if (this.#isForgotten) {
      this.#close();
      return 'closed';
    }
    return this.#probe !== null || this.#options.now() >= this.#probeAt ? 'half-open' : 'open';
  }

  /** Whether `admit` would give leave to the next try of a caller; null for one who cannot be told apart. */
  isPassable(caller: string | null): boolean {
    if (this.#probeAt === null || this.state === 'closed') return true;
    const now = this.#options.now();
    this.#askedAt = now;
    const hasFailed = caller !== null && this.#failed.includes(caller);
    const waitMs = hasFailed && this.#isWanted ? HALF_OPEN_AFTER_MS : 0;
    const isPassable = this.#probe === null && now >= this.#probeAt + waitMs;
    if (!isPassable && !hasFailed) this.#isWanted = true;
    return isPassable;
  }

  /** Asks for leave to make a try: the epoch in which that begins; null where it is refused. */
  admit(caller: string | null): number | null {
    if (!this.isPassable(caller)) return null;
    if (this.#probeAt !== null) {
      this.#epoch += 1;
      this.#probe = this.#epoch;
      this.#isWanted = false;
      this.#options.onChange('half-open');
    }
    return this.#epoch;
  }

  /** Hears what became of a try that began in an epoch. */
  end(epoch: number, outcome: CallOutcome, { caller, path }: Asked): void {
    if (epoch === this.#probe) this.#endProbe(outcome, caller);
    // What began before it opened says nothing of what is now, also when it has closed since.
    else if (outcome === 'withdrawn' || this.#probeAt !== null || epoch < this.#closedIn) return;
    // What is late says nothing of a part that has responded to somebody meanwhile.
    else if (outcome !== 'late' || epoch === this.#epoch) {
      const hasFailed = outcome !== 'responded';
      if (!hasFailed) this.#epoch += 1;
      this.#recent.add({ caller, path, hasFailed });
      if (hasFailed && this.#options.opens && this.#recent.mostFailed) this.#open();
    }
  }

  #endProbe(outcome: CallOutcome, caller: string | null): void {
    this.#probe = null;
    if (outcome === 'responded') this.#close();
    else if (caller !== null && !this.#failed.includes(caller)) this.#failed.push(caller);
    if (this.#failed.length > MOST_FAILED) this.#failed.shift();
    if (outcome === 'failed' || outcome === 'late') this.#open();
    if (outcome === 'withdrawn') this.#probeAt = this.#options.now();
  }

  get #isForgotten(): boolean {
    return this.#probe === null && this.#options.now() - this.#askedAt >= MEMORY_MS;
  }

  #close(): void {
    this.#probeAt = null;
    this.#epoch += 1;
    this.#closedIn = this.#epoch;
    this.#recent.forgetFailures();
    this.#failed.length = 0;
    this.#options.onChange('closed');
  }

  #open(): void {
    this.#askedAt = this.#options.now();
    this.#probeAt = this.#askedAt + HALF_OPEN_AFTER_MS;
    this.#options.onChange('open');
  }
}
