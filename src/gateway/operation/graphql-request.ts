/** Request of a client: the parameters of GraphQL over HTTP. */
import type { GraphQLParams } from 'graphql-yoga';
import { isJsonObject } from '../../json/json-object.ts';
import { badRequest } from '../errors/graphql-errors.ts';

/** Values of variables as the client gave them. */
export type GivenVariables = Readonly<Record<string, unknown>>;

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
