/** Words of the service that users read. Assumption: R48. */
import { REDACTED, redactText } from '../../log/redact.ts';
import { isPage, withoutTags } from './markup.ts';

const MAX_LENGTH = 500;
/** Of longer texts no more is looked at. */
const MAX_READ = 4_000;

/** Words that may be tokens; what stands between the slashes of an address is judged alone. */
const LONG_WORD = /[\w~+/=-]{12,}/g;
const LONG_STEP = /[\w~+=-]{12,}/g;

/** Words of letters and numbers in a name, e.g. of `VolkswagenGolfGTI` and `toyota-yaris-2010`. */
const PARTS = /[A-Z]?[a-z]+|[A-Z]+|\d+/g;
const MEAN_PART = 4;

const countOf = (word: string, characters: RegExp): number => word.match(characters)?.length ?? 0;

/** Whether a word has capitals among small letters, or digits among letters, as tokens and some names have. */
const isMixed = (word: string): boolean =>
  (countOf(word, /[A-Z]/g) >= 3 && countOf(word, /[a-z]/g) >= 3) ||
  (word.length >= 16 && countOf(word, /\d/g) >= 3 && countOf(word, /[A-Za-z]/g) >= 3);

/** Whether a word looks like a token: hexadecimal, or letters and digits without order. Numbers of things have no small letters. */
const isTokenLike = (word: string): boolean =>
  isMixed(word) &&
  (/[a-z]/.test(word) ? countOf(word, PARTS) * MEAN_PART > word.length : /^(?=.*[A-F])(?=.*\d)[\dA-F]+$/.test(word));

const withoutTokens = (text: string): string =>
  text.replaceAll(/\S{12,}/g, (given) =>
    given.replaceAll(given.includes('://') ? LONG_STEP : LONG_WORD, (word) => (isTokenLike(word) ? REDACTED : word)),
  );

/** A line of a list of calls, which is for programmers: of JavaScript, .NET or Java, and of Python. */
const CALL =
  /^[^\S\n]*(?:at (?:(?:async |new )?[\w.$<>`[\]]+\.[\w$<>`[\],]+ ?\(|[^(\n]*\([^)\n]*:\d+\)|(?:async )?(?:file|node):|(?:async )?\S+:\d+:\d+)|File ".*", line \d)/m;

/** What a program wrote for others: control characters, a line of JSON or what broke off one, and the path of a file. */
const DATA =
  /(?!\s)\p{Cc}|^[^\S\n]*(?:[)\]}]|\{\s*(?:["'}]|$)|\[\s*(?:[{["'\d\]-]|$))|\{\s*"[^"\n]*"\s*:|(?<![\w:/.-])(?:\/[\w.@-]+)+\.(?!html?\b)\w+|\b[a-z]:\\\w/imu;

/**
 * Reads a text for users: without what looks like a secret or is a tag of HTML, cut to 500 characters.
 *
 * @returns null for what is no text, is blank, is a page, or has data or a list of calls in it
 */
export const readWords = (json: unknown): string | null => {
  const given = typeof json === 'string' ? json.slice(0, MAX_READ).trim() : '';
  const text = isPage(given) ? '' : withoutTags(given);
  if (text === '' || CALL.test(text) || DATA.test(text)) return null;
  // A pair of surrogates is not cut in two.
  return withoutTokens(redactText(text))
    .slice(0, MAX_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '');
};
