/** Media types of a request for an operation and of its response: refused where that cannot be had. */

import { type ResponseType, responseTypeFor } from '../execution/http-result.ts';
import { isUtf8Name } from '../http/accepted-type.ts';
import { crossSiteProblem, type RefusedRequest } from '../http/csrf.ts';
import type { RequestHead } from '../http/request-head.ts';

/** The media type of the response, or why the request is refused. */
export type OperationMedia =
  | { readonly type: ResponseType; readonly refused: null }
  | { readonly type: null; readonly refused: RefusedRequest };

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i;

const isInOtherCharset = ({ headers: { 'content-type': contentType = '' } }: RequestHead): boolean => {
  const charset = CHARSET.exec(contentType)?.[1];
  return charset !== undefined && !isUtf8Name(charset);
};

const refuse = (status: RefusedRequest['status'], message: string): OperationMedia => ({
  type: null,
  refused: { status, message },
});

/** Reads the headers of a request. */
export const readOperationMedia = (request: RequestHead): OperationMedia => {
  const refused = crossSiteProblem(request);
  if (refused !== null) return { type: null, refused };
  if (isInOtherCharset(request)) return refuse(415, 'Send the body in UTF-8.');
  const type = responseTypeFor(request.headers.accept);
  return type === null
    ? refuse(406, 'The response is "application/graphql-response+json" or "application/json": accept one of them.')
    : { type, refused: null };
};
