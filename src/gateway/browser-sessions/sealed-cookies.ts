/** Cookies that carry a sealed text, which may be longer than browsers keep in one. */
import { stringifySetCookie } from 'cookie';

/** Browsers keep cookies of 4,096 bytes, name and attributes included. */
const PART_LENGTH = 3800;

const MAX_PARTS = 4;

/** Most texts that are read where parts come more than once: a browser sends the cookies of the gateway's own path among the first. */
const MAX_TEXTS = 8;

/** Cookies that are looked at: browsers keep 180 of a site, and to take thousands apart takes milliseconds. */
const MAX_COOKIES = 200;

/** Longest text that leaves space for other headers: all of them together have 16 KB in a request. */
export const MAX_TEXT_LENGTH = 14_000;

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';

/** Takes spaces and tabs off, and no other byte: `trim` takes U+00A0 too, and browsers let a subdomain set `\xA0__Host-session`. */
const withoutBlanks = (text: string): string => {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text[start])) start += 1;
  while (end > start && isBlank(text[end - 1])) end -= 1;
  return text.slice(start, end);
};

/**
 * Creates the cookies of one text, by the name that they have.
 *
 * @param isSecure whether browsers send them over TLS alone; they then have the prefix `__Host-`
 */
export const createSealedCookies = (isSecure: boolean, ownName: string) => {
  const baseName = isSecure ? `__Host-${ownName}` : ownName;
  const nameOf = (part: number): string => (part === 0 ? baseName : `${baseName}-${part + 1}`);
  const names = Array.from({ length: MAX_PARTS }, (_none, part) => nameOf(part));
  const setCookie = (name: string, value: string, maxAge: number): string =>
    stringifySetCookie(
      { name, value, httpOnly: true, sameSite: 'lax', path: '/', maxAge, secure: isSecure },
      { encode: (text) => text },
    );
  /** Values by the name of the part, each once. */
  const parse = (header: string | undefined): ReadonlyMap<string, ReadonlySet<string>> => {
    const values = new Map<string, Set<string>>();
    if (header?.includes(baseName) !== true) return values;
    for (const pair of header.split(';', MAX_COOKIES)) {
      const at = pair.indexOf('=');
      const name = withoutBlanks(pair.slice(0, Math.max(at, 0)));
      if (!names.includes(name)) continue;
      const known = values.get(name) ?? new Set();
      values.set(name, known.add(withoutBlanks(pair.slice(at + 1))));
    }
    return values;
  };
  return {
    /** Whether a request has them, complete or not; costs next to nothing for one that has not. */
    has: (header: string | undefined): boolean => parse(header).has(baseName),
    /**
     * Reads every text that the parts may be of: one, none when a part is missing, several where something else has set a cookie of the
     * name too, which only opening them tells apart.
     */
    read: (header: string | undefined): readonly string[] => {
      const values = parse(header);
      const texts: string[] = [];
      for (const value of values.get(baseName) ?? []) {
        const [, count = '', start = ''] = /^([1-4]):(.*)$/s.exec(value) ?? [];
        if (count === '') continue;
        let begun = [start];
        for (const name of names.slice(1, Number(count))) {
          const parts = [...(values.get(name) ?? [])].slice(0, MAX_TEXTS);
          begun = begun.flatMap((text) => parts.map((part) => text + part)).slice(0, MAX_TEXTS);
        }
        texts.push(...begun);
        if (texts.length >= MAX_TEXTS) break;
      }
      return texts;
    },
    /** Writes headers `Set-Cookie` for a text. @throws RangeError when it is too long */
    write: (text: string, maxAgeS: number): readonly string[] => {
      const count = Math.ceil(text.length / PART_LENGTH);
      if (count > MAX_PARTS) throw new RangeError(`A text of ${text.length} characters takes ${count} cookies.`);
      return names.map((name, part) => {
        const value = text.slice(part * PART_LENGTH, (part + 1) * PART_LENGTH);
        if (part >= count) return setCookie(name, '', 0);
        return setCookie(name, part === 0 ? `${count}:${value}` : value, maxAgeS);
      });
    },
    /** Writes headers `Set-Cookie` that take away what the request has. */
    clear: (header: string | undefined): readonly string[] => {
      const values = parse(header);
      return names.filter((name) => values.has(name)).map((name) => setCookie(name, '', 0));
    },
  };
};
