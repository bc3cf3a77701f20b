/** Who is asking: the bearer token of a request. */

import type { RequestHead } from '../../http1/message.ts';
import { AccessToken } from '../../upstream/call/credentials.ts';
import { badRequest } from '../errors/graphql-errors.ts';

/** What the headers say of the caller. */
export type Identity =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'bearer'; readonly token: AccessToken }
  | { readonly kind: 'unreadable'; readonly message: string };

const SCHEME = 'bearer ';

const readHeader = (value: string): AccessToken | null => {
  if (value.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return null;
  let [start, end] = [SCHEME.length, value.length];
  while (value[start] === ' ') start += 1;
  while (value[end - 1] === ' ') end -= 1;
  return AccessToken.parse(value.slice(start, end));
};

/**
 * Reads the caller's token from `Authorization` or from `Authorisation`, the service's own spelling. A request with several of
 * these headers is refused before anything reads them.
 *
 * Unreadable, and to be answered with 400, is a header that is no bearer token.
 */
export const readIdentity = (header: (name: string) => string | null): Identity => {
  const value = header('authorization') ?? header('authorisation') ?? '';
  if (value === '') return { kind: 'anonymous' };
  const token = readHeader(value);
  return token === null
    ? { kind: 'unreadable', message: 'The header Authorization has to be "Bearer <access token>".' }
    : { kind: 'bearer', token };
};

/**
 * Reads the caller's token from the headers of a request; null for a caller without one.
 *
 * @throws BAD_REQUEST when the headers cannot be understood
 */
export const readToken = (header: (name: string) => string | null): AccessToken | null => {
  const identity = readIdentity(header);
  if (identity.kind === 'unreadable') throw badRequest('BAD_REQUEST', identity.message, { status: 400 });
  return identity.kind === 'bearer' ? identity.token : null;
};

/** Reads single headers of a request. */
export const headerReader =
  ({ headers }: Pick<RequestHead, 'headers'>) =>
  (name: string): string | null => {
    const value = headers[name];
    return typeof value === 'string' ? value : null;
  };
