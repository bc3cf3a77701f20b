/** Request of a client: the parameters of GraphQL over HTTP. */

import { isJsonObject } from '../../json/json-object.ts';

/** Values of variables as the client gave them. */
export type GivenVariables = Readonly<Record<string, unknown>>;

/** Operation that a client asks to run. */
export interface GraphqlRequest {
  /** Text of the document. */
  readonly query: string;
  /** Which operation of the document; null when the client names none. */
  readonly operationName: string | null;
  readonly variables: GivenVariables;
}

/** Parameters of a request. None is read before it was checked; absent and null are the same. */
export interface GraphqlParameters {
  readonly query?: unknown;
  readonly operationName?: unknown;
  readonly variables?: unknown;
  readonly extensions?: unknown;
}

const isAbsentOr = <Value>(value: unknown, is: (value: unknown) => value is Value): value is Value | null | undefined =>
  value === undefined || value === null || is(value);

const isText = (value: unknown): value is string => typeof value === 'string';

/** Reads parameters; null when one of them is not of its type. */
export const readGraphqlRequest = ({
  query,
  operationName,
  variables,
  extensions,
}: GraphqlParameters): GraphqlRequest | null =>
  isText(query) &&
  isAbsentOr(operationName, isText) &&
  isAbsentOr(variables, isJsonObject) &&
  isAbsentOr(extensions, isJsonObject)
    ? { query, operationName: operationName || null, variables: variables ?? {} }
    : null;

/** Reads the body of a request; null when it is no object, or has a parameter that is not of its type. Others are ignored. */
export const readGraphqlBody = (body: unknown): GraphqlRequest | null =>
  isJsonObject(body) ? readGraphqlRequest(body) : null;

/** The parameters that count: the specification of GraphQL over HTTP wants all others to be ignored. */
export const knownParameters = ({ query, operationName, variables, extensions }: GraphqlParameters): object => ({
  query,
  operationName,
  variables,
  extensions,
});
