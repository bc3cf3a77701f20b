/**
 * Relay connections over the service's paging: a window of a list, cursors, and what follows or precedes.
 *
 * A cursor is the number of entries up to and including its own, bound to the list (and its filter) that it came from. It also
 * carries the longest page that the service has filled on the way to it, and a fingerprint of the response that it is of.
 */
import { hash } from 'node:crypto';
import { MAX_PAGE_SIZE } from '../../rest/endpoints/user.ts';
import { badUserInput } from '../errors/graphql-errors.ts';

/** Page size when none is given (assumption R24). */
export const DEFAULT_PAGE_SIZE = 20;

/** For the description of a connection. */
export const pageSizes = `Page size ${DEFAULT_PAGE_SIZE} unless given, at most ${MAX_PAGE_SIZE}.`;

/** Arguments of a connection, as a client gave them. */
export interface PageArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

/** A stretch of a list. `offset` is 0-based and counts entries before it. */
export interface Stretch {
  readonly offset: number;
  readonly size: number;
  /** The longest page that the service is known to have filled; 0 when none is. */
  readonly longest: number;
  /** Fingerprint of the response on the other side of the cursor; empty when there is none. */
  readonly beside: string;
}

/**
 * Range that a page asks of a list.
 *
 * - `from`: a stretch; of a shorter response, what starts where it starts.
 * - `until`: a stretch; of a shorter response, what ends where it ends.
 * - `end`: the last `size` entries; where they start depends on how many there are.
 */
type PageWindow = ({ readonly kind: 'from' | 'until' } & Stretch) | { readonly kind: 'end'; readonly size: number };

/** Content of a cursor: the number of its entry (1-based), the longest page so far, and the fingerprint of its response. */
interface Place {
  readonly position: number;
  readonly longest: number;
  readonly response: string;
}

/** Fingerprint of a text, short enough for a cursor. */
export const fingerprintOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, 8);

/** Writes the cursor of the entry that is number `position` (1-based) of a list; `longest` as in a `Stretch`. */
export const writeCursor = (list: string, position: number, longest = 0, response = ''): string =>
  Buffer.from([fingerprintOf(list), position, longest, response].join(':')).toString('base64url');

const readCursor = (list: string, argument: string, cursor: string): Place => {
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

const readSize = (argument: string, size: number): number => {
  if (size < 1 || size > MAX_PAGE_SIZE) {
    throw badUserInput(`"${argument}" takes 1 to ${MAX_PAGE_SIZE}, and got ${size}.`);
  }
  return size;
};

/**
 * Reads the arguments of a connection.
 *
 * @param list what identifies the list: its name and everything that filters or orders it
 * @throws BAD_USER_INPUT for a size out of range, a foreign cursor, or arguments that contradict each other
 */
export const readPageWindow = (list: string, { first, after, last, before }: PageArguments): PageWindow => {
  if (first != null && last != null) throw badUserInput('Give "first" or "last", not both.');
  const from = after == null ? null : readCursor(list, 'after', after);
  const until = before == null ? null : readCursor(list, 'before', before);
  const start = from?.position ?? 0;
  const end = until === null ? null : until.position - 1;
  const longest = Math.max(from?.longest ?? 0, until?.longest ?? 0);
  const beside = from?.response ?? until?.response ?? '';
  if (last != null) {
    const size = readSize('last', last);
    if (end === null && from === null) return { kind: 'end', size };
    if (end === null) throw badUserInput('"last" goes with "before", or alone: "after" goes with "first".');
    const offset = Math.max(start, end - size);
    return { kind: 'until', offset, size: Math.max(0, end - offset), longest, beside };
  }
  const size = first == null ? DEFAULT_PAGE_SIZE : readSize('first', first);
  const left = end === null ? size : Math.max(0, Math.min(size, end - start));
  return { kind: 'from', offset: start, size: left, longest, beside };
};

/** A page that was read: its entries, where it starts (0-based), and whether more follow. */
export interface Page<Entry> {
  readonly list: string;
  readonly offset: number;
  /** Null keeps the place of an entry that cannot be shown, so that cursors count what the service counts. */
  readonly entries: readonly (Entry | null)[];
  readonly hasNext: boolean;
  /** The longest page that the service has filled so far. */
  readonly longest: number;
  /** Fingerprint of the response. */
  readonly response: string;
}

/** An entry of a page with its cursor. */
export interface PageEdge<Entry> {
  readonly cursor: string;
  readonly node: Entry;
}

/** The cursor of the entry that is number `index` (0-based) of a page. */
const cursorAt = ({ list, offset, longest, response }: Page<unknown>, index: number): string =>
  writeCursor(list, offset + index + 1, longest, response);

/** The entries of a page with their cursors. */
export const edgesOf = <Entry>(page: Page<Entry>): PageEdge<Entry>[] =>
  page.entries.flatMap((node, index) => (node === null ? [] : [{ cursor: cursorAt(page, index), node }]));

/**
 * Returns where a page stands in its list. A page behind the end of a list is empty, and starts somewhere all the same: what
 * precedes it can be read from there.
 */
export const positionOf = (page: Page<unknown>) => {
  const { offset, entries, hasNext } = page;
  return {
    startCursor: entries.length === 0 && offset === 0 ? null : cursorAt(page, 0),
    endCursor: entries.length === 0 ? null : cursorAt(page, entries.length - 1),
    hasNextPage: hasNext,
    hasPreviousPage: offset > 0,
  };
};

/** Where a page stands in its list. */
export type PagePosition = ReturnType<typeof positionOf>;
