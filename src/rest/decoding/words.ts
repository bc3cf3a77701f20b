/** Words of the service that users read, also in markup: XML as ASP.NET and SOAP write refusals, and HTML in the place of a text. Assumption: R48. */
import type { JsonObject } from '../../json/json-object.ts';
import { REDACTED, redactText } from '../../log/redact.ts';

/** Of longer texts no more is looked at: a pattern takes time that grows with the square of its length. */
const MAX_READ = 4_000;
const MAX_DEPTH = 6;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const characterOf = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '');

const unescaped = (text: string): string =>
  text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos|nbsp));/gi, (_all, hex, digits, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? '';
    return characterOf(hex === undefined ? Number(digits) : Number.parseInt(String(hex), 16));
  });

const TAG =
  /<\/?(?:a|b|br|center|code|div|em|font|h[1-6]|hr|i|li|ol|p|pre|small|span|strong|table|tbody|td|th|tr|u|ul)(?:\s[^<>]*)?\/?>/gi;
const ENTITY = /&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,7}|#x[\da-f]{1,6});/i;
const PAGE = /^\s*(?:<!doctype html|<(?:html|head|body)[\s>])/i;

/** Returns whether a text is a page, which nobody meant for a reason. */
export const isPage = (text: string): boolean => PAGE.test(text);

/** The beginning of an object, of an array of anything but words, and of a text. */
const JSON_START = /^\s*(?:\{\s*(?:["'}]|$)|\[\s*(?:[{["'\d\]-]|$)|"[^"]*$)/;

/** Returns whether a text that is no JSON is words: no markup, and no JSON that broke off. */
export const isPlainText = (text: string): boolean => !/^\s*</.test(text) && !JSON_START.test(text);

/** The text that a browser would show of a text with tags of HTML; the text itself where it has none. */
export const withoutTags = (text: string): string => {
  const plain = text.replaceAll(TAG, ' ');
  if (plain === text && !ENTITY.test(text)) return text;
  return unescaped(plain)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ (?=[.,;:!?]|$)/g, '')
    .trim();
};

const ELEMENT = /<([a-z_][\w.-]*:)?([a-z_][\w.-]*)(?:\s[^<>]*)?(?<!\/)>([^]*?)<\/\1?\2\s*>/gi;

/** Elements that serialisers name after the type of what is in them. */
const ITEM = /^(?:string|item|value)$/i;

const contentOf = (xml: string, depth: number): unknown => {
  const elements = depth === 0 ? [] : [...xml.matchAll(ELEMENT)];
  if (elements.length === 0) return unescaped(xml.replaceAll(/<!\[CDATA\[|\]\]>|<[^<>]*>/g, '')).trim();
  const content = new Map<string, unknown[]>();
  for (const [, , name = '', inner = ''] of elements)
    content.set(name, [...(content.get(name) ?? []), contentOf(inner, depth - 1)]);
  const [only, ...others] = content.entries();
  if (only !== undefined && others.length === 0 && ITEM.test(only[0])) return only[1];
  return Object.fromEntries([...content].map(([name, values]) => [name, values.length === 1 ? values[0] : values]));
};

/** Reads XML as if it were JSON, without attributes; a text where it has no elements in its root, or is HTML. */
export const readMarkup = (text: string): JsonObject | string | null => {
  const xml = text.slice(0, MAX_READ).replace(/^\s*<\?xml[^>]*\?>/i, '');
  if (!/^\s*</.test(xml) || isPage(xml)) return null;
  // One word of a page without a head is no reason.
  if (xml.search(TAG) === xml.search(/</)) return /\S\s+\S/.test(withoutTags(xml)) ? xml : null;
  const root = contentOf(xml, MAX_DEPTH);
  const content: unknown = typeof root === 'object' && root !== null ? Object.values(root)[0] : root;
  if (typeof content === 'string') return content;
  return typeof content === 'object' && content !== null && !Array.isArray(content) ? { ...content } : null;
};

const MAX_LENGTH = 500;

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
