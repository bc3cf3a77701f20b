/** Header lines that can be read in one way only. */

/**
 * Lines of headers: nothing folded, no control character, nothing beyond ASCII, and no name that an object could have. A tab is
 * white space, but versions of Node disagree about one behind a length.
 */
const LINES = /^(?:[A-Za-z\d-]+:[\x20-\x7e]*\r\n)+$/;

/** The same, cut anywhere. */
const BEGUN_LINES = /^(?:[A-Za-z\d-]+:[\x20-\x7e]*\r\n)*(?:[A-Za-z\d-]+(?::[\x20-\x7e]*)?)?\r?$/;

/** End of a head, that of its last line included. */
export const HEAD_END = '\r\n\r\n';

/** Returns whether a text is lines of headers, each with its end. */
export const areHeaderLines = (text: string): boolean => LINES.test(text);

/** Returns whether a text may be the beginning of such lines. */
export const mayBeHeaderLines = (text: string): boolean => BEGUN_LINES.test(text);

/** Names that come often. Where one of these is meant it is neither cut out of the text nor looked up among all strings. */
const usualNames = [
  'accept accept-encoding accept-language authorisation authorization cache-control connection content-encoding',
  'content-length content-type date host keep-alive origin referer server traceparent user-agent vary',
  'x-forwarded-for x-forwarded-proto x-request-id',
].flatMap((names) => names.split(' '));
const usualByLength = new Map<number, readonly string[]>();
for (const name of usualNames) usualByLength.set(name.length, [...(usualByLength.get(name.length) ?? []), name]);

/** The bit that makes a letter a small one, and leaves digits and the hyphen as they are. */
const SMALL = 0x20;

const isNameAt = (lines: string, start: number, name: string): boolean => {
  for (let at = 0; at < name.length; at += 1) {
    if ((lines.charCodeAt(start + at) | SMALL) !== name.charCodeAt(at)) return false;
  }
  return true;
};

const nameAt = (lines: string, start: number, end: number): string => {
  for (const name of usualByLength.get(end - start) ?? []) if (isNameAt(lines, start, name)) return name;
  return lines.slice(start, end).toLowerCase();
};

const SPACE = 0x20;

/** The text between two positions, without the spaces around it. Usually there is one in front. */
const valueAt = (lines: string, start: number, end: number): string => {
  const first = lines.charCodeAt(start) === SPACE ? start + 1 : start;
  const isTight = lines.charCodeAt(first) > SPACE && lines.charCodeAt(end - 1) > SPACE;
  return isTight ? lines.slice(first, end) : lines.slice(start, end).trim();
};

/** Reads such lines: hands over each name, in lower case, with its value. Stops when `take` says `false`, or at what is no such line, and says so. */
export const readHeaderLines = (lines: string, take: (name: string, value: string) => boolean): boolean => {
  for (let at = 0; at < lines.length;) {
    const colon = lines.indexOf(':', at);
    const end = lines.indexOf('\r', colon);
    if (colon < at || end < colon) return false;
    if (!take(nameAt(lines, at, colon), valueAt(lines, colon + 1, end))) return false;
    at = end + 2;
  }
  return true;
};
