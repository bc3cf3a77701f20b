/** Identifies the caller by the bearer token. */
import type { AccessClass } from '../../contract/endpoints.ts';
import { TOKEN_HEADER } from '../../contract/tokens.ts';
import { unauthorised } from '../core/refusal.ts';
import type { ApplicationCaller, UserCaller } from '../service/endpoint-handler.ts';
import type { Service } from '../service/service.ts';
import { findCaller } from '../tokens/token-store.ts';

/**
 * Finds the caller of a request to an endpoint of an access class; null for `sign-in`, which takes no token.
 *
 * Assumption: R41: an application's own token serves the `public` and the `application` endpoints only.
 *
 * @throws Refusal 401 when there is no token, it is malformed, unknown or expired, or is an application's where a user's
 * is needed
 */
export const authenticate = (
  service: Service,
  headers: Headers,
  access: AccessClass,
): UserCaller | ApplicationCaller | null => {
  if (access === 'sign-in') return null;
  const header = headers.get(TOKEN_HEADER);
  if (header === null) throw unauthorised(`Send the header ${TOKEN_HEADER}: Bearer <access token>.`);
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(header)?.[1];
  if (token === undefined) throw unauthorised(`The header ${TOKEN_HEADER} must be: Bearer <access token>.`);
  const caller = findCaller(service, token);
  if (caller === undefined) throw unauthorised('The access token is unknown or has expired.');
  if (access === 'user' && caller.userId === null) throw unauthorised('This needs the access token of a user.');
  return caller;
};
