/** A circuit breaker of one part of the service: calls to what is down fail at once, and one at a time finds out when it is back. */

/** `open` refuses calls; `half-open` lets one through, or would let the next, to see whether it gets a response. */
export type CircuitState = 'closed' | 'open' | 'half-open';

/** Result of a try: `withdrawn` says nothing of the service, e.g. because the caller is gone. */
export type CallOutcome = 'responded' | 'failed' | 'withdrawn';

/** Leave to make a try. */
export interface Pass {
  /** Reports what became of it, once, and whose call it was; null for one who cannot be told apart. */
  end(outcome: CallOutcome, caller: string | null): void;
}

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

/** The last tries. What one caller asks for may always fail: down is what fails half of the tries, and half of those of half of the callers. */
class RecentTries {
  #hasFailed: boolean[] = [];
  #callers: (string | null)[] = [];
  #at = 0;

  /** Adds a try in place of the oldest. */
  add(hasFailed: boolean, caller: string | null): void {
    const tries = this.#hasFailed;
    const isOwn = (at: number): boolean => this.#callers[at] === caller;
    const hasMost =
      hasFailed && caller !== null && tries.filter((each, at) => each && isOwn(at)).length >= MOST_OF_CALLER;
    const at = hasMost ? tries.findIndex((each, own) => !each && isOwn(own)) : this.#at;
    if (at < 0) return;
    tries[at] = hasFailed;
    this.#callers[at] = caller;
    if (!hasMost) this.#at = (at + 1) % SIZE;
  }

  /** Leaves those that got a response: who asks for what always fails brings nothing down alone, also when it was down before. */
  forgetFailures(): void {
    this.#callers = this.#callers.filter((_caller, at) => this.#hasFailed[at] === false);
    this.#hasFailed = this.#callers.map(() => false);
    this.#at = this.#callers.length % SIZE;
  }

  get mostFailed(): boolean {
    const tries = this.#hasFailed;
    if (tries.length < MIN_TRIES) return false;
    /** By caller, those who cannot be told apart each for itself: failures less responses. */
    const balances = new Map<string | number, number>();
    let balance = 0;
    for (const [at, hasFailed] of tries.entries()) {
      const change = hasFailed ? 1 : -1;
      const caller = this.#callers[at] ?? at;
      balances.set(caller, (balances.get(caller) ?? 0) + change);
      balance += change;
    }
    const failing = [...balances.values()].filter((each) => each >= 0).length;
    return balance >= 0 && failing >= balances.size / 2;
  }
}

/** Callers of failed probes that are remembered: each took a probe. */
const MOST_FAILED = 100;

/** A circuit breaker; closed at first. */
export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  readonly #recent = new RecentTries();
  /** One pass for all tries from one time that it was closed: leave costs nothing while all is well. */
  #closed: Pass = this.#createClosed();
  /** When it may next be probed; null while it is closed. */
  #probeAt: number | null = null;
  #askedAt = 0;
  /** The probe under way. */
  #probe: Pass | null = null;
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

  /** Asks for leave to make a try; null where it is refused. */
  admit(caller: string | null): Pass | null {
    if (this.#probeAt !== null && !this.isPassable(caller)) return null;
    if (this.#probeAt === null) return this.#closed;
    this.#probe = this.#createProbe();
    this.#isWanted = false;
    this.#options.onChange('half-open');
    return this.#probe;
  }

  #createClosed(): Pass {
    const pass: Pass = {
      end: (outcome, caller) => {
        // What began before it opened says nothing of what is now.
        if (outcome === 'withdrawn' || pass !== this.#closed || this.#probeAt !== null) return;
        this.#recent.add(outcome === 'failed', caller);
        if (this.#options.opens && outcome === 'failed' && this.#recent.mostFailed) this.#open();
      },
    };
    return pass;
  }

  #createProbe(): Pass {
    return {
      end: (outcome, caller) => {
        this.#probe = null;
        if (outcome === 'responded') this.#close();
        else if (caller !== null && !this.#failed.includes(caller)) this.#failed.push(caller);
        if (this.#failed.length > MOST_FAILED) this.#failed.shift();
        if (outcome === 'failed') this.#open();
        if (outcome === 'withdrawn') this.#probeAt = this.#options.now();
      },
    };
  }

  get #isForgotten(): boolean {
    return this.#probe === null && this.#options.now() - this.#askedAt >= MEMORY_MS;
  }

  #close(): void {
    this.#probeAt = null;
    this.#recent.forgetFailures();
    this.#closed = this.#createClosed();
    this.#failed.length = 0;
    this.#options.onChange('closed');
  }

  #open(): void {
    this.#askedAt = this.#options.now();
    this.#probeAt = this.#askedAt + HALF_OPEN_AFTER_MS;
    this.#options.onChange('open');
  }
}
