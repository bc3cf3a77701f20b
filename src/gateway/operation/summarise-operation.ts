/** Sums up an operation that is over. */
import { createHash } from 'node:crypto';
import { type DocumentNode, getOperationAST, type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import { textOf } from '../documents/document-text.ts';
import type { GatewayResponse } from '../http/node-response.ts';
import type { OperationRecord } from './operation-record.ts';
import type { OperationScope } from './operation-scope.ts';
import { type OperationKind, type OperationSummary, type Outcome } from './operation-summary.ts';

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
    documentHash: documentHashOf(execution?.document ?? null, record.text),
    isTrusted: scope.isTrusted,
    deprecated: scope.operation === null ? [] : scope.operation.deprecatedIn(execution?.variableValues ?? {}),
    client: scope.client.name,
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
