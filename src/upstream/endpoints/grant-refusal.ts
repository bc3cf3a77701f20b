/** What a refusal of the token endpoint is about, and how long a granted token is good. */
import { readWords } from '../decoding/words.ts';

/** What of a response of the token endpoint may say that it is a refusal, and why. */
export interface RefusalWords {
  readonly status: number;
  /** `Error`, e.g. `invalid_grant`; null when there is none. */
  readonly error: string | null;
  /** `Error_description`, else `Message`; null when there is neither. */
  readonly text: string | null;
}

/** A refusal of the token endpoint. */
export interface GrantRefusal {
  readonly kind: 'refused';
  /**
   * The user's credentials; the account, in the words of the service; the application; the request as it was made. Or `unsaid`: no code
   * tells whether it is the credentials or the application, and words alone may repeat what the user wrote.
   */
  readonly about: 'credentials' | 'account' | 'application' | 'request' | 'unsaid';
  /** The service's words, else its status. */
  readonly text: string;
}

/** Errors of OAuth 2.0 (RFC 6749, 5.2) by what they are about, where no words can change that. */
const ABOUT: ReadonlyMap<string, GrantRefusal['about']> = new Map([
  ['invalid_client', 'application'],
  ['unauthorized_client', 'application'],
  ['invalid_request', 'request'],
  ['unsupported_grant_type', 'request'],
  ['invalid_scope', 'request'],
  ['server_error', 'request'],
  ['temporarily_unavailable', 'request'],
]);

/** Words of a service that lets an account in no more, whatever its password. */
const BLOCKED = /\b(?:locked|disabled|suspended|blocked|banned|deactivated|inactive|too many)\b/i;
const OF_APPLICATION = /\b(?:application|client)\b/i;

/** Statuses with which services refuse credentials: those of OAuth 2.0, and the success that has an `Error`. */
const isOfCredentials = (status: number): boolean => status < 400 || status === 400 || status === 401;

/** Statuses with which services refuse an account whose credentials are right. */
const ACCOUNT: ReadonlySet<number> = new Set([403, 409, 423]);

const aboutOf = ({ status, error, text }: RefusalWords): GrantRefusal['about'] => {
  const known = ABOUT.get(error ?? '');
  if (known !== undefined) return known;
  const words = text ?? error ?? '';
  const isOfUser = error === 'invalid_grant' || !OF_APPLICATION.test(words);
  if (isOfUser && words !== '' && (BLOCKED.test(words) || ACCOUNT.has(status))) return 'account';
  if (error === 'invalid_grant') return 'credentials';
  return isOfCredentials(status) || ACCOUNT.has(status) ? 'unsaid' : 'request';
};

/** Tells what a refusal is about. Assumption: R49. */
export const readGrantRefusal = (words: RefusalWords): GrantRefusal => ({
  kind: 'refused',
  about: aboutOf(words),
  text: readWords(words.text ?? words.error) ?? `${words.status}`,
});

const UNKNOWN_LIFE_S = 3600;
const LONGEST_LIFE_S = 86_400;

/**
 * Seconds for which a token is taken to be good.
 *
 * Assumption: R49. An hour where the service does not say, or says what no lifetime is; a day at most.
 */
export const lifetimeOf = ({ Expires_in: seconds }: { readonly Expires_in: number | null }): number =>
  Math.min(seconds !== null && seconds > 0 ? seconds : UNKNOWN_LIFE_S, LONGEST_LIFE_S);
