/** A part of the service, i.e. a route group: its circuit breaker, and what is under way there. */
import type { Logger } from '../log/logger.ts';
import type { FailureReason } from './call/failure-reason.ts';
import type { RouteGroup } from './call/route-group.ts';
import { CircuitBreaker, type CircuitState } from './circuit-breaker.ts';

/** Reason why a call was not sent: its part is down, or too many wait. */
export type RejectionReason = 'breaker' | 'queue';

/** State of a part of the service. */
export interface GroupState {
  readonly breaker: CircuitState;
  /** Calls that were sent and have no response yet. */
  readonly inFlight: number;
  /** Calls that wait for a connection, or to hear whether the part is back. */
  readonly queued: number;
}

/** Observer of the parts of the service, for metrics. */
export interface ResilienceObserver {
  /** A call is about to be sent again. */
  readonly onRetry?: (group: RouteGroup) => void;
  /** A call was not sent. */
  readonly onRejection?: (group: RouteGroup, reason: RejectionReason) => void;
  readonly onCircuitChange?: (group: RouteGroup, state: CircuitState) => void;
}

/** Dependencies of a part. */
export interface ServicePartOptions {
  readonly hasBreaker: boolean;
  readonly observer: ResilienceObserver;
  /** Has a line when the part is taken for down, with why calls failed lately, and one when it is back. */
  readonly log: Logger;
  /** A clock in milliseconds that never goes back. */
  readonly now: () => number;
}

/** Longer than a circuit breaker looks back. */
const WINDOW_MS = 10_000;
/** More say nothing new. */
const MAX_RECORDED = 100;

/** A part of the service. */
export class ServicePart {
  readonly #name: RouteGroup;
  readonly #options: ServicePartOptions;
  readonly breaker: CircuitBreaker;
  readonly #failures: { readonly reason: FailureReason; readonly at: number }[] = [];
  #isDown = false;
  inFlight = 0;
  queued = 0;

  constructor(name: RouteGroup, options: ServicePartOptions) {
    this.#name = name;
    this.#options = options;
    const onChange = (state: CircuitState): void => this.#onChange(state);
    this.breaker = new CircuitBreaker({ now: options.now, opens: options.hasBreaker, onChange });
  }

  /** Records why a call failed, before its pass ends: the circuit breaker may open for it. */
  recordFailure(reason: FailureReason): void {
    if (this.#failures.length === MAX_RECORDED) this.#failures.shift();
    this.#failures.push({ reason, at: this.#options.now() });
  }

  get state(): GroupState {
    return { breaker: this.breaker.state, inFlight: this.inFlight, queued: this.queued };
  }

  #onChange(breaker: CircuitState): void {
    const { observer, log } = this.#options;
    const group = this.#name;
    observer.onCircuitChange?.(group, breaker);
    // Four probes a second that fail say nothing new.
    if (breaker === 'open' && !this.#isDown) {
      const reasons = this.#countReasons();
      log.warn(
        { group, breaker, reasons },
        'A part of the service is down: calls to it fail until a probe gets a response.',
      );
    }
    if (breaker === 'closed') log.info({ group, breaker }, 'A part of the service is back.');
    this.#isDown = breaker !== 'closed';
  }

  /** Failures of the last ten seconds by reason. */
  #countReasons(): Readonly<Partial<Record<FailureReason, number>>> {
    const since = this.#options.now() - WINDOW_MS;
    const counts: Partial<Record<FailureReason, number>> = {};
    for (const { reason, at } of this.#failures) if (at > since) counts[reason] = (counts[reason] ?? 0) + 1;
    return counts;
  }
}
