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
   * The user's credentials; the account, or what else keeps the user out, in the words of the service; the application; the request as it was
   * made. Or `unsaid`: no code tells whether it is the user or the application.
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

/** What keeps a user out whose credentials may be right. */
const KEPT_OUT =
  /\b(?:locked|disabled|suspended|blocked|banned|deactivated|inactive|closed|too many|maintenance|unavailable|verif\w+|confirm\w*|activat\w+)\b/i;
const OF_APPLICATION = /\b(?:application|client)\b/i;

/** What a user signs in with, and what may be wrong with it. */
const CREDENTIAL =
  /\b(?:credentials?|passwords?|user ?names?|users?|log ?ins?|e-?mails?|tokens?|grants?|identity|applications?|clients?|secrets?)\b/i;
const WRONG =
  /\b(?:invalid|unauthori[sz]ed|incorrect|wrong|bad|unknown|unrecogni[sz]ed|mismatch\w*|failed|denied|revoked|rejected|not|no|cannot|(?:does|do|did|could|is|was)n't)\b/i;
const OLD_TOKEN = /\b(?:tokens?|grants?)\b.*\bexpired\b|\bexpired\b.*\b(?:tokens?|grants?)\b/i;
/** Words that say no more than that somebody is refused. */
const REFUSED =
  /^\W*(?:invalid|error|bad request|unauthori[sz]ed|not authori[sz]ed|forbidden|access (?:is |was )?denied|(?:authori[sz]ation|authentication) (?:has been |was )?(?:denied|failed|required)\b.*)\W*$/i;

/** The words of a name in a program too, e.g. of `user_locked`. */
const wordsOf = (text: string): string => text.replaceAll(/_|(?<=[a-z])(?=[A-Z])/g, ' ').replaceAll('’', "'");

/** Whether words say that credentials are wrong, or nothing. */
const areOfCredentials = (words: string): boolean =>
  /^\d*$/.test(words) || REFUSED.test(words) || (CREDENTIAL.test(words) && WRONG.test(words)) || OLD_TOKEN.test(words);

/** Statuses with which services refuse credentials: those of OAuth 2.0, and the success that has an `Error`. */
const isOfCredentials = (status: number): boolean => status < 400 || status === 400 || status === 401;

/** Statuses with which services refuse an account whose credentials are right. */
const ACCOUNT: ReadonlySet<number> = new Set([403, 409, 423]);

const aboutOf = ({ status, error, text }: RefusalWords): GrantRefusal['about'] => {
  const known = ABOUT.get(error ?? '');
  if (known !== undefined) return known;
  const words = wordsOf(text ?? error ?? '');
  const isOfUser = error === 'invalid_grant' || !OF_APPLICATION.test(words);
  if (isOfUser && words !== '' && (KEPT_OUT.test(words) || ACCOUNT.has(status))) return 'account';
  if (error === 'invalid_grant') return text === null || areOfCredentials(words) ? 'credentials' : 'account';
  return isOfCredentials(status) || ACCOUNT.has(status) ? 'unsaid' : 'request';
};

/**
 * What a user is told who is refused, and not because of the application; null for wrong credentials: of those the gateway has words of its own,
 * whatever the service says and repeats of them. Assumption: R49.
 */
export const wordsForUser = ({ about, text }: GrantRefusal): string | null => {
  if (about === 'account') return text;
  return about === 'credentials' || areOfCredentials(wordsOf(text)) ? null : text;
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
