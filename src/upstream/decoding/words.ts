/** Words of the service that users read. Assumption: R48. */
import { redactText } from '../../log/redact-text.ts';
import { isPage, withoutTags } from './markup.ts';

const MAX_LENGTH = 500;
/** Of longer texts no more is looked at. */
const MAX_READ = 4_000;
const LONG_WORD = /[\w~+/=-]{12,}/g;

/** A name in a program, e.g. `TestListingLimitReached`. */
const NAME = /^[A-Z]?[a-z]{2,}(?:[A-Z][a-z]{2,})*$/;

const countOf = (word: string, characters: RegExp): number => word.match(characters)?.length ?? 0;

/** Whether a word looks like a token or a part of one: capitals and small letters without order, or digits among letters. */
const isTokenLike = (word: string): boolean =>
  (!NAME.test(word) && countOf(word, /[A-Z]/g) >= 3 && countOf(word, /[a-z]/g) >= 3) ||
  (word.length >= 16 && countOf(word, /\d/g) >= 3 && countOf(word, /[A-Za-z]/g) >= 3);

/** A line of a list of calls, which is for programmers. */
const CALL = /^\s*(?:at |File ")/m;

/**
 * Reads a text for users: without what looks like a secret or is a tag of HTML, cut to 500 characters.
 *
 * @returns null for what is no text, is blank, is a page, or has a list of calls in it
 */
export const readWords = (json: unknown): string | null => {
  const given = typeof json === 'string' ? json.slice(0, MAX_READ).trim() : '';
  const text = isPage(given) ? '' : withoutTags(given);
  if (text === '' || CALL.test(text)) return null;
  // A pair of surrogates is not cut in two.
  return redactText(text)
    .replaceAll(LONG_WORD, (word) => (isTokenLike(word) ? '[redacted]' : word))
    .slice(0, MAX_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '');
};
