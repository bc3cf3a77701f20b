/** An operation that is over, in the terms in which the log, the metrics and traces report it. */
import type { LimitName } from '../documents/operation-limits.ts';
import type { ErrorCode } from '../errors/error-codes.ts';
import type { ClientName } from '../http/client-name.ts';
import type { CountedFailure } from './failure-tally.ts';
import type { IdempotencyOutcome } from './write-claim.ts';

/** Kind of the request: an operation, one of the routes beside `/graphql`, or nothing that was understood. */
export type OperationKind = 'query' | 'mutation' | 'upload' | 'document' | 'session' | 'none';

/**
 * Outcome of an operation.
 *
 * - `ok`: without errors.
 * - `partial`: with errors and some data.
 * - `error`: with errors and nothing else.
 * - `refused`: before it ran.
 * - `cancelled`: the client left before the response.
 */
export const outcomes = ['ok', 'partial', 'error', 'refused', 'cancelled'] as const;

/** Outcome of an operation. */
export type Outcome = (typeof outcomes)[number];

/** An operation that is over. */
export interface OperationSummary {
  readonly kind: OperationKind;
  /** Name of the operation, 100 characters at most, or of the route; null when it has none or is not known. */
  readonly name: string | null;
  /** The first 16 digits of the SHA-256 of its text; null when there is no text. */
  readonly documentHash: string | null;
  /** True if its document is a trusted one. */
  readonly isTrusted: boolean;
  /** Coordinates of what it asks for and the schema marks as deprecated, each once. */
  readonly deprecated: readonly string[];
  /** Name that its client gives itself; null for none. */
  readonly client: ClientName | null;
  readonly outcome: Outcome;
  /** From the request to the end of its response. */
  readonly durationMs: number;
  /** Most calls that it could have caused; null when it was not planned. */
  readonly planned: number | null;
  /** Calls that were sent. */
  readonly calls: number;
  /** Shared lists that were available, old ones included. */
  readonly cacheHits: number;
  /** Shared lists that were waited for. */
  readonly cacheMisses: number;
  /** HTTP status; null when no response was sent. */
  readonly status: number | null;
  readonly codes: readonly ErrorCode[];
  /** Why calls failed, its own and those that it waited for; empty when none did. */
  readonly failures: readonly CountedFailure[];
  /** The limit that it was over; null when it was within all. */
  readonly exceeded: LimitName | null;
  /** What became of its idempotency key; null when it has none. */
  readonly idempotency: IdempotencyOutcome | null;
  readonly requestId: string;
  /** The trace that it is part of; null when there is none. */
  readonly traceId: string | null;
}
