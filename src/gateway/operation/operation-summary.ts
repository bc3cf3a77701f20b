/** An operation that is over, in the terms in which the log, the metrics and traces report it. */
import { createHash } from 'node:crypto';
import { type DocumentNode, getOperationAST, type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import { textOf, withoutPrefix } from '../documents/document-text.ts';
import type { LimitName } from '../documents/operation-limits.ts';
import type { ErrorCode } from '../errors/error-codes.ts';
import type { ClientName } from '../http/client-name.ts';
import type { GatewayResponse } from '../http/node-response.ts';
import type { CountedFailure, OperationRecord } from './operation-record.ts';
import type { OperationScope } from './operation-scope.ts';
import type { IdempotencyOutcome } from './write-claim.ts';

/** Kind of the request: an operation, one of the routes beside `/graphql`, or nothing that was understood. */
type OperationKind = 'query' | 'mutation' | 'upload' | 'document' | 'session' | 'none';

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
  /** The first 16 digits of the SHA-256 of its text, or the first 16 characters of the id of a text that is not known; null without either. */
  readonly documentHash: string | null;
  /** True if its document is a trusted one. */
  readonly isTrusted: boolean;
  /** Coordinates of what it asks for and the schema marks as deprecated, each once. */
  readonly deprecated: readonly string[];
  /** Name that its client gives itself; null for none. */
  readonly client: ClientName | null;
  /** The caller, as lines about limits name it; null when it cannot be told from others. */
  readonly caller: string | null;
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

const MAX_NAME_LENGTH = 100;
const HASH_DIGITS = 16;

/** A name as GraphQL has it; what a client may call one instead is not repeated. */
const NAME = /^[_A-Za-z]\w*$/;

const hashes = new WeakMap<DocumentNode, string>();

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, HASH_DIGITS);

const documentHashOf = (document: DocumentNode | null, text: string | null): string | null => {
  const known = document === null ? undefined : hashes.get(document);
  const source = (document === null ? null : textOf(document)) ?? text;
  if (known !== undefined || source === null) return known ?? null;
  const hash = hashOf(source);
  if (document !== null) hashes.set(document, hash);
  return hash;
};

/** What a client may send for an id instead is not repeated. */
const ID = /^[\w.-]+$/;

const startOfId = (id: string | null): string | null => {
  const given = id === null ? '' : withoutPrefix(id);
  return ID.test(given) ? given.slice(0, HASH_DIGITS) : null;
};

const findOperation = ({ execution }: OperationScope): OperationDefinitionNode | null =>
  execution === null ? null : (getOperationAST(execution.document, execution.operationName) ?? null);

const nameOf = (operation: OperationDefinitionNode | null, requested: string | null): string | null => {
  const name = operation?.name?.value ?? requested;
  return name !== null && NAME.test(name) ? name.slice(0, MAX_NAME_LENGTH) : null;
};

const kindOf = (operation: OperationDefinitionNode | null): OperationKind => {
  if (operation === null) return 'none';
  return operation.operation === OperationTypeNode.MUTATION ? 'mutation' : 'query';
};

const outcomeOfStatus = (status: number): Outcome => (status < 400 ? 'ok' : status < 500 ? 'refused' : 'error');

const outcomeOf = ({ route, data, codes }: OperationRecord, response: GatewayResponse): Outcome => {
  if (!response.writableFinished) return 'cancelled';
  if (route !== null) return outcomeOfStatus(response.statusCode);
  if (data === null || data === 'none') return 'refused';
  if (codes.length === 0) return 'ok';
  return data === 'some' ? 'partial' : 'error';
};

/** Sums up an operation when its response is sent or given up. */
export const summarise = (scope: OperationScope, response: GatewayResponse): OperationSummary => {
  const { record, execution, requestId, plannedCalls, calls } = scope;
  const operation = findOperation(scope);
  return {
    kind: record.route?.kind ?? kindOf(operation),
    name: record.route?.name ?? nameOf(operation, record.operationName),
    documentHash: documentHashOf(execution?.document ?? null, record.text) ?? startOfId(record.documentId),
    isTrusted: scope.isTrusted,
    deprecated: scope.operation === null ? [] : scope.operation.deprecatedIn(execution?.variableValues ?? {}),
    client: scope.client.name,
    caller: scope.client.loggedName,
    outcome: outcomeOf(record, response),
    durationMs: performance.now() - record.startedAt,
    planned: plannedCalls,
    calls,
    cacheHits: record.lists.HIT + record.lists.STALE,
    cacheMisses: record.lists.MISS,
    status: response.headersSent ? response.statusCode : null,
    codes: record.codes,
    failures: record.failures,
    exceeded: record.exceeded,
    idempotency: record.idempotency,
    requestId,
    traceId: scope.tracing.traceId,
  };
};
