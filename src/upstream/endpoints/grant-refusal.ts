/** What a refusal of the token endpoint is about, and how long a granted token is good. */
import type { GrantedToken, GrantResult } from './tokens.ts';

/** Errors of OAuth 2.0 (RFC 6749, 5.2) that are about the application. */
const APPLICATION_ERRORS: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client']);

/** Words of a service that lets an account in no more, whatever its password. */
const BLOCKED = /\b(?:locked|disabled|suspended|blocked|banned|deactivated|inactive|too many)\b/i;

/** A grant that the service refused. */
export type RefusedGrant = Extract<GrantResult, { readonly kind: 'refused' }>;

/** A refusal: of the application, of an account that is blocked, in the words of the service, or of the credentials. */
export type GrantRefusal =
  | { readonly about: 'application' | 'account'; readonly text: string }
  | { readonly about: 'credentials' };

/** Tells what a refusal is about. Ruling: R49. */
export const readGrantRefusal = ({ error, description, message }: RefusedGrant): GrantRefusal => {
  const text = description || message || error;
  if (APPLICATION_ERRORS.has(error)) return { about: 'application', text };
  return BLOCKED.test(text) ? { about: 'account', text } : { about: 'credentials' };
};

const UNKNOWN_LIFE_S = 3600;
const LONGEST_LIFE_S = 86_400;

/** Seconds for which a token is taken to be good: an hour where the service does not say, a day at most. Ruling: R49. */
export const lifetimeOf = ({ Expires_in: seconds }: GrantedToken): number =>
  Math.min(seconds ?? UNKNOWN_LIFE_S, LONGEST_LIFE_S);
