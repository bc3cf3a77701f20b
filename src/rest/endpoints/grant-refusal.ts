/** What a refusal of the token endpoint is about, and how long a granted token is good. */
import { writtenIn } from '../decoding/decode.ts';
import { readNumber } from '../decoding/scalars.ts';
import { readWords } from '../decoding/words.ts';

/** What of a response of the token endpoint may say that it is a refusal, and why. */
export interface GrantWords {
  readonly status: number;
  /** `Error`, e.g. `invalid_grant`; null when there is none. */
  readonly error: string | null;
  /** `Error_description`, else `Message`; null when there is neither. */
  readonly text: string | null;
  /** The credentials of the user, which it may repeat. */
  readonly given?: readonly (string | undefined)[];
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
  /** Whether these say no more than that the credentials are wrong: of those the gateway has words of its own. */
  readonly saysCredentials: boolean;
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

/** What a user signs in with, what an application does, and what may be wrong with either. */
const CREDENTIAL = String.raw`credentials?|secrets?|ids?`;
const OF_USER = String.raw`${CREDENTIAL}|passwords?|user ?names?|users?|log(?:ging)? ?(?:ins?|on)|sign ?in|e-?mails?|address|identity|resource owner`;
const OF_TOKEN = String.raw`${OF_USER}|access|refresh|tokens?|grants?|sessions?|expired|revoked|used|already|before`;
const OF_CLIENT = String.raw`${CREDENTIAL}|applications?|apps?|clients?`;
const WRONG = String.raw`invalid|valid|unauthori[sz]ed|authori[sz]ed|incorrect|correct|wrong|bad|unknown|unrecogni[sz]ed|recogni[sz]ed|found|exist|(?:mis)?match\w*|fail(?:ed|ure)|denied|rejected|refused|accepted|errors?|not|no|cannot|(?:does|do|did|could|is|was|are)n't`;
/** Words that say nothing by themselves. */
const FILLER = String.raw`an?|the|this|these|that|your?|our|records?|such|provided|supplied|entered|given|or|and|n?either|nor|both|combination|pair|of|for|with|in|is|are|was|were|be|been|has|have|do|does|did|could|please|check|try|again|sorry|attempts?|tries|left|remaining|\d+`;

const onlyOf = (nouns: string): RegExp =>
  new RegExp(`^(?:[^\\p{L}\\p{N}]|\\b(?:${nouns}|${WRONG}|${FILLER})\\b)*$`, 'iu');
const NOUN = new RegExp(`\\b(?:${OF_USER}|${OF_CLIENT})\\b`, 'i');
const ONLY_CREDENTIALS = [onlyOf(OF_USER), onlyOf(OF_CLIENT)];
const ONLY_TOKEN = onlyOf(OF_TOKEN);
const TOKEN = /\b(?:tokens?|grants?)\b/i;
/** What the examples of OAuth 2.0 say of any grant. */
const OF_GRANT = /^the provided authorization grant\b/i;
/** Words that say no more than that somebody is refused. */
const REFUSED =
  /^\W*(?:invalid|error|bad request|unauthori[sz]ed|not authori[sz]ed|forbidden|access (?:is |was )?denied|(?:authori[sz]ation|authentication) (?:has been |was )?(?:denied|failed|required)\b.*)\W*$/i;

/** The words of a name in a program too, e.g. of `user_locked`. */
const wordsOf = (text: string): string => text.replaceAll(/_|(?<=[a-z])(?=[A-Z])/g, ' ').replaceAll('’', "'");

/** Puts something in the place of a word, and not of a part of another. */
export const replaceWord = (text: string, word: string, replacement: string): string => {
  const literal = word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return text.replaceAll(new RegExp(String.raw`(?<![\p{L}\p{N}])${literal}(?![\p{L}\p{N}])`, 'gu'), replacement);
};

const without = (words: string, given: GrantWords['given'] = []): string =>
  given.reduce<string>((rest, each) => (each ? replaceWord(rest, each, ' ') : rest), words);

const areCredentials = (words: string): boolean =>
  /^\d*$/.test(words) ||
  OF_GRANT.test(words) ||
  (NOUN.test(words) && ONLY_CREDENTIALS.some((only) => only.test(words))) ||
  (TOKEN.test(words) && ONLY_TOKEN.test(words));

/** Whether words say that credentials are wrong, which they may repeat, and nothing beyond that. */
const nameCredentials = (words: string, given: GrantWords['given']): boolean =>
  areCredentials(words) || areCredentials(without(words, given));

/** Statuses with which services refuse credentials: those of OAuth 2.0, and the success that has an `Error`. */
const isOfCredentials = (status: number): boolean => status < 400 || status === 400 || status === 401;

/** Statuses with which services refuse an account whose credentials are right. */
const ACCOUNT: ReadonlySet<number> = new Set([403, 409, 423]);

/** @param words null where there are none */
const aboutOf = ({ status, error, given }: GrantWords, words: string | null): GrantRefusal['about'] => {
  const known = ABOUT.get(error ?? '');
  if (known !== undefined) return known;
  const isGrant = error === 'invalid_grant';
  const saysCredentials = words === null || nameCredentials(words, given);
  const isOfUser = isGrant || !OF_APPLICATION.test(words ?? '');
  const isAccount = ACCOUNT.has(status);
  if (isGrant && (saysCredentials || REFUSED.test(words))) return 'credentials';
  if (isGrant || (isOfUser && !saysCredentials && (KEPT_OUT.test(words) || isAccount))) return 'account';
  return isAccount || isOfCredentials(status) || (words !== null && saysCredentials) ? 'unsaid' : 'request';
};

/**
 * What a user is told who is refused, and not because of the application; null for wrong credentials: of those the gateway has words of its own,
 * whatever the service says and repeats of them. Assumption: R49.
 */
export const wordsForUser = ({ about, text, saysCredentials }: GrantRefusal): string | null =>
  about === 'account' || (about !== 'credentials' && !saysCredentials) ? text : null;

/** Tells what a refusal is about. Assumption: R49. */
export const readGrantRefusal = (refusal: GrantWords): GrantRefusal => {
  const { status, error, text, given } = refusal;
  const said = text ?? (error === 'invalid_grant' ? null : error);
  const words = said === null ? null : wordsOf(said);
  return {
    kind: 'refused',
    about: aboutOf(refusal, words),
    text: readWords(text ?? error) ?? `${status}`,
    saysCredentials: words === null || REFUSED.test(words) || nameCredentials(words, given),
  };
};

const UNKNOWN_LIFE_S = 3600;
const LONGEST_LIFE_S = 86_400;

/**
 * Seconds for which a token is taken to be good: whole ones.
 *
 * Assumption: R49. An hour where the service does not say, or says what no lifetime is; a day at most.
 */
export const lifetimeOf = (token: { readonly Expires_in: number | null }): number => {
  // A fraction, and what has more than 32 bits.
  const seconds = Math.floor(token.Expires_in ?? readNumber(writtenIn(token, 'Expires_in')) ?? 0);
  return Math.min(seconds > 0 ? seconds : UNKNOWN_LIFE_S, LONGEST_LIFE_S);
};
