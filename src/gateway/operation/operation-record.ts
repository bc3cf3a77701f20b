/** Record of an operation while it runs, for its line in the log, the metrics and its trace. */
import type { ExecutionResult } from 'graphql';
import { type FailureReason, failureReasonOf } from '../../rest/call/failure-reason.ts';
import type { UpstreamFailure } from '../../rest/call/failure.ts';
import { isLimitName, type LimitName } from '../documents/operation-limits.ts';
import { type ErrorCode, isErrorCode } from '../errors/error-codes.ts';
import type { ListState } from '../loaders/lookups/list-cache.ts';
import type { IdempotencyOutcome } from './write-claim.ts';

/** Calls that failed alike. */
export interface CountedFailure {
  /** Method and template of the endpoint: no ids. */
  readonly operation: string;
  readonly reason: FailureReason;
  readonly count: number;
}

/** Endpoints and reasons that are distinguished; an outage has one reason, and few operations call more endpoints. */
const MAX_KINDS = 10;

/** Why calls of one operation failed, summed up and bounded. */
class FailureTally {
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

/** An empty list is a response: there are none. */
const isEmptyList = (data: object): boolean => Array.isArray(data) && data.length === 0;

/** Returns whether data says nothing: null, or an object that has nothing but that. */
export const isNothing = (data: unknown): boolean =>
  data === null ||
  data === undefined ||
  (typeof data === 'object' && !isEmptyList(data) && Object.values(data).every(isNothing));

/** Outcome of a response. `none` is a response without data: the operation was refused before it ran. */
type DataState = 'some' | 'nothing' | 'none';

/** A route beside `/graphql` that does what operations do. */
export interface ObservedRoute {
  readonly kind: 'upload' | 'document' | 'session';
  /** Method and template of its path: no ids. */
  readonly name: string;
}

/** Record of one operation. */
export class OperationRecord {
  /** Milliseconds on the clock of `performance.now`. */
  readonly startedAt = performance.now();
  /** Null for GraphQL. */
  route: ObservedRoute | null = null;
  /** The text as the client sent it; null until it is read. */
  text: string | null = null;
  /** The id that the client sent in place of the text, or with it; null for none. */
  documentId: string | null = null;
  /** The operation of it that is wanted; null when the client named none. */
  operationName: string | null = null;
  /** Size of the response; null until there is one. */
  data: DataState | null = null;
  /** The codes of its errors, each once. */
  readonly codes: ErrorCode[] = [];
  /** The limit that it was over; null when it was within all. */
  exceeded: LimitName | null = null;
  /** Sources of the shared lists that it read. */
  readonly lists: Record<ListState, number> = { HIT: 0, STALE: 0, MISS: 0 };

  /** What became of its idempotency key; null when it has none. */
  idempotency: IdempotencyOutcome | null = null;

  #failures: FailureTally | null = null;

  /** Why calls of it failed, also where its response does not show it. */
  get failures(): readonly CountedFailure[] {
    return this.#failures?.kinds ?? [];
  }

  /** Records a call that failed, its own or one that it waited for; the same one counts once. */
  readonly recordFailure = (failure: UpstreamFailure): void => {
    this.#failures ??= new FailureTally();
    this.#failures.record(failure);
  };

  /** Notes what the client asks for; either may be anything that JSON can say. */
  recordRequest(text: unknown, operationName: unknown): void {
    this.text = typeof text === 'string' ? text : null;
    this.operationName = typeof operationName === 'string' ? operationName : null;
  }

  /** Records an error of the response by its extensions. */
  recordError(extensions: Readonly<Record<string, unknown>>): void {
    const { code, exceeded } = extensions;
    if (isErrorCode(code) && !this.codes.includes(code)) this.codes.push(code);
    if (isLimitName(exceeded)) this.exceeded = exceeded;
  }

  /** Records the response as it is sent. */
  recordResult({ data, errors }: ExecutionResult): void {
    if (errors === undefined || errors.length === 0) {
      this.data = 'some';
      return;
    }
    for (const { extensions } of errors) this.recordError(extensions);
    this.data = data === undefined ? 'none' : isNothing(data) ? 'nothing' : 'some';
  }
}
