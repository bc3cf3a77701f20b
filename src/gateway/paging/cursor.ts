/**
 * Cursors of lists: the number of entries up to and including its own, bound to the list (and its filter) that it came from. A cursor also
 * carries the longest page that the service has filled on the way to it, and a fingerprint of the response that it is of.
 */
import { hash } from 'node:crypto';
import { badUserInput } from '../errors/graphql-errors.ts';

/** Fingerprint of a text, short enough for a cursor. */
export const fingerprintOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, 8);

/** Writes the cursor of the entry that is number `position` (1-based) of a list; `longest` as in a `Stretch`. */
export const writeCursor = (list: string, position: number, longest = 0, response = ''): string =>
  Buffer.from([fingerprintOf(list), position, longest, response].join(':')).toString('base64url');

/** Reads what was written into a cursor. @throws BAD_USER_INPUT for a text that is no cursor of this list */
export const readCursor = (list: string, argument: string, cursor: string) => {
  const [, fingerprint, position, longest = '0', response = ''] =
    /^([\w-]{8}):(\d{1,9})(?::(\d{1,3})(?::([\w-]{8})?)?)?$/.exec(
      Buffer.from(cursor, 'base64url').toString('latin1'),
    ) ?? [];
  if (fingerprint === undefined || position === undefined) {
    throw badUserInput(`"${argument}" takes a cursor of this connection, and got "${cursor.slice(0, 100)}".`);
  }
  if (fingerprint !== fingerprintOf(list)) {
    throw badUserInput(`The cursor in "${argument}" belongs to another list, filter or order: start again without it.`);
  }
  return { position: Number(position), longest: Number(longest), response };
};
