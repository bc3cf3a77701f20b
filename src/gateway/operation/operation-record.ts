/** Record of an operation while it runs, and its summary when it is over: for its line in the log (`operation-log.ts`), the metrics and its trace. */
import {
  type ExecutionResult,
  type DocumentNode,
  getOperationAST,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { type FailureReason, failureReasonOf } from '../../rest/call/failure-reason.ts';
import type { UpstreamFailure } from '../../rest/call/failure.ts';
import { sha256Of, textOf, withoutPrefix } from '../documents/document-text.ts';
import { isLimitName, type LimitName } from '../documents/operation-limits.ts';
import { type ErrorCode, isErrorCode } from '../errors/error-codes.ts';
import type { GatewayResponse } from '../http/gateway-response.ts';
import type { ListState } from '../loaders/lookups/list-cache.ts';
import type { OperationScope } from './operation-scope.ts';
import type { IdempotencyOutcome } from './write-claim.ts';

/** Calls that failed alike. */
interface CountedFailure {
  /** Method and template of the endpoint: no ids. */
  readonly operation: string;
  readonly reason: FailureReason;
  readonly count: number;
}

/** Endpoints and reasons that are distinguished; an outage has one reason, and few operations call more endpoints. */
const MAX_KINDS = 10;

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

  /** By endpoint and reason; null, as the next, while nothing has failed. */
  #failures: Map<string, CountedFailure> | null = null;
  #failed: Set<UpstreamFailure> | null = null;

  /** Why calls of it failed, also where its response does not show it, in the order in which that first came. */
  get failures(): readonly CountedFailure[] {
    return this.#failures === null ? [] : [...this.#failures.values()];
  }

  /**
   * Records a call that failed, its own or one that it waited for, the same one once. What the service says of the caller is no failure; nor is
   * an eleventh kind noted.
   */
  readonly recordFailure = (failure: UpstreamFailure): void => {
    const reason = failureReasonOf(failure);
    if (reason === null || this.#failed?.has(failure) === true) return;
    const { operation } = failure;
    const key = `${operation} ${reason}`;
    this.#failures ??= new Map();
    const count = this.#failures.get(key)?.count ?? 0;
    if (count === 0 && this.#failures.size === MAX_KINDS) return;
    this.#failed ??= new Set();
    this.#failed.add(failure);
    this.#failures.set(key, { operation, reason, count: count + 1 });
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

type Outcome = (typeof outcomes)[number];

const MAX_NAME_LENGTH = 100;
const HASH_DIGITS = 16;

/** A name as GraphQL has it; what a client may call one instead is not repeated. */
const NAME = /^[_A-Za-z]\w*$/;

const hashes = new WeakMap<DocumentNode, string>();

const documentHashOf = (document: DocumentNode | null, text: string | null): string | null => {
  const known = document === null ? undefined : hashes.get(document);
  const source = (document === null ? null : textOf(document)) ?? text;
  if (known !== undefined || source === null) return known ?? null;
  const hash = sha256Of(source).slice(0, HASH_DIGITS);
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
  if (data === 'nothing') return 'error';
  return codes.length === 0 ? 'ok' : 'partial';
};

/** Sums up an operation when its response is sent or given up. */
export const summarise = (scope: OperationScope, response: GatewayResponse) => {
  const { record, execution, requestId, plannedCalls, calls } = scope;
  const operation = findOperation(scope);
  return {
    kind: record.route?.kind ?? kindOf(operation),
    /** Name of the operation, 100 characters at most, or of the route; null when it has none or is not known. */
    name: record.route?.name ?? nameOf(operation, record.operationName),
    /** The first 16 digits of the SHA-256 of its text, or the first 16 characters of the id of a text that is not known; null without either. */
    documentHash: documentHashOf(execution?.document ?? null, record.text) ?? startOfId(record.documentId),
    isTrusted: scope.isTrusted,
    /** Coordinates of what it asks for and the schema marks as deprecated, each once. */
    deprecated: scope.operation?.deprecatedIn(execution?.variableValues ?? {}) ?? [],
    /** Name that its client gives itself; null for none. */
    client: scope.client.name,
    /** The caller, as lines about limits name it; null when it cannot be told from others. */
    caller: scope.client.loggedName,
    outcome: outcomeOf(record, response),
    /** From the request to the end of its response. */
    durationMs: performance.now() - record.startedAt,
    /** Most calls that it could have caused; null when it was not planned. */
    planned: plannedCalls,
    calls,
    /** Shared lists that were available, old ones included, and those that were waited for. */
    cacheHits: record.lists.HIT + record.lists.STALE,
    cacheMisses: record.lists.MISS,
    /** HTTP status; null when no response was sent. */
    status: response.headersSent ? response.statusCode : null,
    codes: record.codes,
    failures: record.failures,
    exceeded: record.exceeded,
    idempotency: record.idempotency,
    requestId,
    /** The trace that it is part of; null when there is none. */
    traceId: scope.span.traceId,
  };
};

/** An operation that is over. */
export type OperationSummary = ReturnType<typeof summarise>;
