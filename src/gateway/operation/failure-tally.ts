/** Why calls of one operation failed, summed up and bounded. */
import { type FailureReason, failureReasonOf } from '../../upstream/call/failure-reason.ts';
import type { UpstreamFailure } from '../../upstream/call/failure.ts';

/** Calls that failed alike. */
export interface CountedFailure {
  /** Method and template of the endpoint: no ids. */
  readonly operation: string;
  readonly reason: FailureReason;
  readonly count: number;
}

/** Endpoints and reasons that are distinguished; an outage has one reason, and few operations call more endpoints. */
const MAX_KINDS = 10;

/** Sums up the failures of one operation. */
export class FailureTally {
  readonly #recorded = new Set<UpstreamFailure>();
  readonly #kinds = new Map<string, CountedFailure>();

  /**
   * Records a failed call, the same one once. What the service says of the caller is no failure; nor is an eleventh kind noted.
   */
  record(failure: UpstreamFailure): void {
    const reason = failureReasonOf(failure);
    if (reason === null || this.#recorded.has(failure)) return;
    const { operation } = failure;
    const key = `${operation} ${reason}`;
    const count = this.#kinds.get(key)?.count ?? 0;
    if (count === 0 && this.#kinds.size === MAX_KINDS) return;
    this.#recorded.add(failure);
    this.#kinds.set(key, { operation, reason, count: count + 1 });
  }

  /** In the order in which they first came. */
  get kinds(): readonly CountedFailure[] {
    return [...this.#kinds.values()];
  }
}
