/** How much a JSON text holds, counted before it is parsed. */

/** Levels that a JSON text may have; the types of the service are six levels deep at most. */
const MAX_JSON_DEPTH = 500;
/** Members that an object may have: V8 takes a second over one of a hundred thousand, and the types of the service have some hundred. */
const MAX_MEMBERS = 10_000;
/** Characters that a member takes at least: `"":0,`. */
const MEMBER_CHARACTERS = 5;

const [QUOTE, COMMA, BACKSLASH, OPENER, CLOSER] = [0x22, 0x2c, 0x5c, 0x7b, 0x7d];
/** The bit by which brackets differ from braces. */
const BRACE_BIT = 0x20;

const countUpTo = (text: string, character: string, limit: number): number => {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0 && count <= limit; at = text.indexOf(character, at + 1)) count += 1;
  return count;
};

/**
 * Index of the quotation mark that ends the string which starts at one; that of the end of the text for a string without one. Character by
 * character: the stack of a regular expression would overflow at millions of escapes.
 */
const endOfString = (text: string, start: number): number => {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
};

/**
 * Returns whether a JSON text has more than 500 levels, an object of more than 10,000 members, or more values than it may: each is an
 * object, a list or follows a comma.
 */
export const isBeyondBounds = (text: string, maxValues: number): boolean => {
  // Counting openers is many times faster than the walk, and nearly every text has fewer than would be too deep.
  const mayBeDeep = countUpTo(text, '{', MAX_JSON_DEPTH) + countUpTo(text, '[', MAX_JSON_DEPTH) > MAX_JSON_DEPTH;
  if (!mayBeDeep && text.length <= Math.min(maxValues, MEMBER_CHARACTERS * MAX_MEMBERS)) return false;
  let [depth, values] = [0, 0];
  /** Commas of the objects around, from the outermost; no number for lists. */
  const members = [Number.NaN];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) {
      values += 1;
      members[depth] = (members[depth] ?? 0) + 1;
    } else if ((code | BRACE_BIT) === OPENER) {
      depth += 1;
      values += 1;
      members[depth] = code === OPENER ? 0 : Number.NaN;
    } else if ((code | BRACE_BIT) === CLOSER) depth -= 1;
    if (depth > MAX_JSON_DEPTH || values > maxValues || (members[depth] ?? 0) >= MAX_MEMBERS) return true;
  }
  return false;
};
