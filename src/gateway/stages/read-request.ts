/**
 * What a request says: its parameters, with the text of a trusted document in the place of its id, and within the limits of variables. How
 * large its body may be: `http/gateway-request.ts`.
 */
import type { GraphQLParams } from 'graphql-yoga';
import { createLoopTurns } from '../../concurrency/loop-turns.ts';
import { isJsonObject } from '../../json/json-object.ts';
import { BYTES_PER_CALL, type RequestLimits } from '../admission/request-rates.ts';
import { measureVariables, type OperationLimits } from '../documents/operation-limits.ts';
import { badRequest, overLimit } from '../errors/graphql-errors.ts';
import { documentIdOf, nameDocument } from '../trusted-documents/requested-document.ts';
import type { TrustedDocuments } from '../trusted-documents/store.ts';
import type { Stage } from './engine.ts';

/** Parameters of a request. Nothing of them has been checked; absent and null are the same. */
export interface GraphqlParameters {
  readonly query?: unknown;
  readonly operationName?: unknown;
  readonly variables?: unknown;
  readonly extensions?: unknown;
}

const isText = (value: unknown): value is string => typeof value === 'string';

const read = <Value>(value: unknown, is: (value: unknown) => value is Value, what: string): Value | null => {
  if (value === undefined || value === null) return null;
  if (!is(value)) throw badRequest('BAD_REQUEST', `The parameter ${what}.`, { status: 400 });
  return value;
};

/**
 * Reads the parameters that count: the specification of GraphQL over HTTP wants all others to be ignored. An empty name of an operation is
 * none.
 *
 * @throws BAD_REQUEST when one of them is not of its type
 */
export const readParameters = ({ query, operationName, variables, extensions }: GraphqlParameters): GraphQLParams => {
  const params: GraphQLParams = { variables: read(variables, isJsonObject, '"variables" has to be an object') ?? {} };
  const text = read(query, isText, '"query" has to be a text');
  const name = read(operationName, isText, '"operationName" has to be a text');
  const more = read(extensions, isJsonObject, '"extensions" has to be an object');
  if (text !== null) params.query = text;
  if (name !== null && name !== '') params.operationName = name;
  if (more !== null) params.extensions = more;
  return params;
};

interface ReadRequestOptions {
  readonly documents: TrustedDocuments;
  readonly limits: OperationLimits;
  /** Whether a text is kept as a document that is ready to run. */
  readonly isKnown: (text: string) => boolean;
  readonly countCalls: RequestLimits['countCalls'];
}

/**
 * Finds the document of each request, and leaves nothing of it but the parameters that count. A document that is new takes the processor
 * longer than all else of an operation: it is paid by its bytes, as variables are, and one of them goes on in each turn of the event loop,
 * of one address after another.
 */
export const readRequest = ({ documents, limits, isKnown, countCalls }: ReadRequestOptions): Stage => {
  const inTurn = createLoopTurns();
  return {
    onParams: ({ params, setParams, context: { scope } }) => {
      const { record } = scope;
      // Before anything of it is refused.
      record.documentId = documentIdOf(params);
      record.recordRequest(params.query, params.operationName);
      const named = nameDocument(params, documents);
      scope.isTrusted = named.isTrusted;
      const read = readParameters(named.params);
      setParams(read);
      const { query = '' } = read;
      record.recordRequest(read.query, read.operationName);
      const variables = measureVariables(read.variables, limits);
      const extensions = measureVariables(read.extensions, limits, 'extensions');
      const exceeded = variables.exceeded ?? extensions.exceeded;
      if (exceeded !== null) throw overLimit(exceeded);
      const bytes = variables.bytes + extensions.bytes;
      const isNew = !named.isTrusted && !isKnown(query);
      const refusal = countCalls(scope.client, Math.floor((bytes + (isNew ? query.length : 0)) / BYTES_PER_CALL));
      if (refusal !== null) throw refusal;
      return isNew ? new Promise<void>((resolve) => inTurn(resolve, scope.client.network)) : undefined;
    },
  };
};
