/** Bearer token of a request. */
import { AccessToken } from '../../rest/call/credentials.ts';
import type { RequestHead } from './router.ts';

/** Authentication of a request. */
export type Authentication =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'bearer'; readonly token: AccessToken }
  | { readonly kind: 'unreadable'; readonly message: string };

/**
 * Reads the caller's token from `Authorization` or from `Authorisation`, the service's own spelling. Of several of these headers one is
 * left by then.
 *
 * Assumption: R2. Another scheme is that of a proxy in front, e.g. its password, and no token. Unreadable, and refused with 400, is what was
 * to be a token and is none.
 */
export const readAuthentication = (headers: RequestHead['headers']): Authentication => {
  const value = headers.authorization ?? headers['authorisation'] ?? '';
  if (value === '') return anonymous;
  if (typeof value === 'string' && isOtherScheme(value)) return anonymous;
  const token = typeof value === 'string' ? parseHeader(value) : null;
  return token === null ? unreadable : { kind: 'bearer', token };
};

const anonymous: Authentication = { kind: 'anonymous' };

const unreadable: Authentication = {
  kind: 'unreadable',
  message: 'The header Authorization has to be "Bearer <access token>".',
};

/** Credentials behind a scheme of another name, or that name alone where it is known. */
const OTHER_SCHEME = /^(?!bearer )[a-z][\w.~+-]*[ \t]+[^ \t]|^(?:basic|digest|kerberos|negotiate|ntlm)[ \t]*$/i;

/** Returns whether a value of the header is of another scheme, and so no token. */
export const isOtherScheme = (value: string): boolean => OTHER_SCHEME.test(value);

const SCHEME = 'bearer ';

const parseHeader = (value: string): AccessToken | null => {
  if (value.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return null;
  let [start, end] = [SCHEME.length, value.length];
  while (value[start] === ' ') start += 1;
  while (value[end - 1] === ' ') end -= 1;
  return AccessToken.parse(value.slice(start, end));
};
