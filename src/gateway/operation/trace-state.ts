/** `tracestate` of W3C Trace Context: what other parties of a trace have to say about it. */

const KEY = '[a-z][a-z0-9_\\-*/]{0,255}|[a-z0-9][a-z0-9_\\-*/]{0,240}@[a-z][a-z0-9_\\-*/]{0,13}';
const VALUE = '[\\x20-\\x2b\\x2d-\\x3c\\x3e-\\x7e]{0,255}[\\x21-\\x2b\\x2d-\\x3c\\x3e-\\x7e]';
const MEMBER = new RegExp(`^(${KEY})=(?:${VALUE})$`);
const MAX_MEMBERS = 32;
/** The least that everybody has to hand on; what is longer serves nobody but who makes spans large. */
const MAX_LENGTH = 512;

/**
 * Reads the header. Null when it is absent, empty, or no list of at most 32 members with names of their own and 512 characters
 * in all.
 */
export const parseTraceState = (header: string | string[] | undefined): string | null => {
  if (header === undefined || header.length > MAX_LENGTH) return null;
  const text = typeof header === 'string' ? header : header.join(',');
  if (text.length > MAX_LENGTH) return null;
  const members = text
    .split(',')
    .map((member) => member.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((member) => member !== '');
  const names = new Set(members.map((member) => MEMBER.exec(member)?.[1]));
  const isList = members.length > 0 && members.length <= MAX_MEMBERS;
  return isList && names.size === members.length && !names.has(undefined) ? members.join(',') : null;
};
