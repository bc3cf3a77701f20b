import { badRequest } from '../errors/graphql-errors.ts';
/** The parameters of an operation that is asked for by GET. */
import type { RequestHead } from '../http/request-head.ts';
import { queryOf } from '../http/router.ts';
import type { GraphqlParameters } from '../operation/graphql-request.ts';
import { type DocumentParams, idParams } from '../trusted-documents/request.ts';
import { parseJson, readUtf8 } from './request-text.ts';

const ESCAPED = /%([\da-f]{2})/gi;

/** Returns whether a query is UTF-8 when it is unescaped. Characters that are not escaped are bytes here. */
const isUtf8Query = (url: string): boolean => {
  const bytes = url.replace(ESCAPED, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return readUtf8(Buffer.from(bytes, 'latin1')) !== null;
};

const malformed = (message: string) => badRequest('BAD_REQUEST', message, { status: 400 });

/**
 * Reads the parameters of a query: an empty one is none. JSON is not looked at beyond that it is JSON.
 *
 * @throws BAD_REQUEST
 */
export const readQueryParameters = (request: RequestHead): GraphqlParameters & DocumentParams => {
  if (!isUtf8Query(request.url ?? '')) throw malformed('The query of the URL is not UTF-8.');
  const query = queryOf(request);
  const textOf = (name: string): string | undefined => query.get(name) || undefined;
  const jsonOf = (name: string): unknown => {
    const text = textOf(name);
    const json = text === undefined ? null : parseJson(text);
    if (json === undefined) throw malformed(`The parameter "${name}" is not JSON.`);
    return json;
  };
  return {
    query: textOf('query'),
    operationName: textOf('operationName'),
    variables: jsonOf('variables'),
    extensions: jsonOf('extensions'),
    ...Object.fromEntries(idParams.map((name) => [name, textOf(name)])),
  };
};
