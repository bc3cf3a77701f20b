/** Protects against CSRF: requests that an HTML form could send are rejected. */
import { type RequestHead, mediaTypeOf } from './router.ts';

/** Headers that a page of another site cannot send without being asked for permission first. */
const preflightHeaders = ['graphql-require-preflight', 'apollo-require-preflight', 'x-apollo-operation-name'] as const;

/** Why a request is refused. */
export interface RefusedRequest {
  readonly status: 400 | 406 | 415;
  readonly message: string;
}

const JSON_TYPES: ReadonlySet<string> = new Set(['application/json', 'application/graphql+json']);

/** Most clients send a media type and nothing else. */
const typeOf = ({ headers: { 'content-type': type = '' } }: Pick<RequestHead, 'headers'>): string =>
  JSON_TYPES.has(type) ? type : mediaTypeOf(type);

const hasPreflightHeader = ({ headers }: Pick<RequestHead, 'headers'>): boolean =>
  preflightHeaders.some((name) => (headers[name] ?? '') !== '');

/** Returns whether a request says that it is JSON. */
export const isJson = (request: Pick<RequestHead, 'headers'>): boolean => JSON_TYPES.has(typeOf(request));

/** Says why a request may come from a page of another site, or is none that can be read; null when it is fine. */
export const crossSiteProblem = (request: RequestHead): RefusedRequest | null => {
  const type = typeOf(request);
  if (request.method === 'POST' && !JSON_TYPES.has(type) && type !== 'multipart/form-data') {
    return { status: 415, message: 'Send the operation as JSON, with "Content-Type: application/json".' };
  }
  if (JSON_TYPES.has(type) || hasPreflightHeader(request)) return null;
  const need = 'Requests that are not JSON need the header "GraphQL-Require-Preflight: 1" (CSRF protection)';
  return request.method === 'POST'
    ? { status: 400, message: `${need}.` }
    : { status: 400, message: `${need}; or send queries by POST, as JSON: in urql, "preferGetMethod: false".` };
};
