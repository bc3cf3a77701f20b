/** Heads of HTTP messages that can be read in one way only. */

/** Lines of headers: nothing folded, no control character, nothing beyond ASCII, and no name that an object could have. */
const LINES = /^(?:[A-Za-z\d-]+:[\t\x20-\x7e]*\r\n)+$/;

/** The same, cut anywhere. */
const BEGUN_LINES = /^(?:[A-Za-z\d-]+:[\t\x20-\x7e]*\r\n)*(?:[A-Za-z\d-]+(?::[\t\x20-\x7e]*)?)?\r?$/;

/** What ends a head, its last line included. */
export const HEAD_END = '\r\n\r\n';

/** Tells whether a text is lines of headers, each with its end. */
export const arePlainLines = (text: string): boolean => LINES.test(text);

/** Tells whether a text may be the beginning of such lines. */
export const mayBePlainLines = (text: string): boolean => BEGUN_LINES.test(text);

/** Reads such lines: hands over each name, in lower case, with its value. Stops when `take` says `false`, and says so too. */
export const readPlainLines = (lines: string, take: (name: string, value: string) => boolean): boolean => {
  for (let at = 0; at < lines.length; ) {
    const colon = lines.indexOf(':', at);
    const end = lines.indexOf('\r', colon);
    if (!take(lines.slice(at, colon).toLowerCase(), lines.slice(colon + 1, end).trim())) return false;
    at = end + 2;
  }
  return true;
};
