/** Words in markup: XML as ASP.NET and SOAP write refusals, and HTML that stands in the place of a text. */
import type { JsonObject } from '../../json/json-object.ts';

/** Of longer markup no more is looked at: a pattern takes time that grows with the square of its length. */
const MAX_LENGTH = 4_000;
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
  const xml = text.slice(0, MAX_LENGTH).replace(/^\s*<\?xml[^>]*\?>/i, '');
  if (!/^\s*</.test(xml) || isPage(xml)) return null;
  // One word of a page without a head is no reason.
  if (xml.search(TAG) === xml.search(/</)) return /\S\s+\S/.test(withoutTags(xml)) ? xml : null;
  const root = contentOf(xml, MAX_DEPTH);
  const content: unknown = typeof root === 'object' && root !== null ? Object.values(root)[0] : root;
  if (typeof content === 'string') return content;
  return typeof content === 'object' && content !== null && !Array.isArray(content) ? { ...content } : null;
};
