/**
 * Relay connections over the service's paging: a window of a list, cursors, and what follows or precedes.
 *
 * A cursor is the number of entries up to and including its own, bound to the list (and its filter) that it came from.
 */
import { createHash } from 'node:crypto';
import { builder } from './builder.ts';
import { badUserInput } from './errors.ts';

/** Page size when none is given (ruling R24). */
export const DEFAULT_PAGE_SIZE = 20;

/** Largest page size (ruling R24). */
export const MAX_PAGE_SIZE = 100;

/** For the description of a connection. */
export const pageSizes = `Page size ${DEFAULT_PAGE_SIZE} unless given, at most ${MAX_PAGE_SIZE}.`;

/** Arguments of a connection, as a client gave them. */
export interface PageArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

/**
 * What a page asks of a list. `offset` is 0-based and counts entries before the page.
 *
 * - `from`: `size` entries starting at `offset`.
 * - `end`: the last `size` entries; where they start depends on how many there are.
 */
export type PageWindow =
  | { readonly kind: 'from'; readonly offset: number; readonly size: number }
  | { readonly kind: 'end'; readonly size: number };

const fingerprintOf = (list: string): string => createHash('sha256').update(list).digest('base64url').slice(0, 8);

/** Writes the cursor of the entry that is number `position` (1-based) of a list. */
export const writeCursor = (list: string, position: number): string =>
  Buffer.from(`${fingerprintOf(list)}:${position}`).toString('base64url');

const readCursor = (list: string, argument: string, cursor: string): number => {
  const [, fingerprint, position] =
    /^([\w-]{8}):(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (fingerprint === undefined || position === undefined) {
    throw badUserInput(`"${argument}" takes a cursor of this connection, and got "${cursor.slice(0, 100)}".`);
  }
  if (fingerprint !== fingerprintOf(list)) {
    throw badUserInput(`The cursor in "${argument}" belongs to another list, filter or order: start again without it.`);
  }
  return Number(position);
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
  const start = after == null ? 0 : readCursor(list, 'after', after);
  const end = before == null ? null : readCursor(list, 'before', before) - 1;
  if (last != null) {
    const size = readSize('last', last);
    if (end === null && after == null) return { kind: 'end', size };
    if (end === null) throw badUserInput('"last" goes with "before", or alone: "after" goes with "first".');
    const offset = Math.max(start, end - size);
    return { kind: 'from', offset, size: Math.max(0, end - offset) };
  }
  const size = first == null ? DEFAULT_PAGE_SIZE : readSize('first', first);
  return { kind: 'from', offset: start, size: end === null ? size : Math.max(0, Math.min(size, end - start)) };
};

/** A page that was read: its entries, where it starts (0-based), and whether more follow. */
export interface Page<Entry> {
  readonly list: string;
  readonly offset: number;
  /** Null keeps the place of an entry that cannot be shown, so that cursors count what the service counts. */
  readonly entries: readonly (Entry | null)[];
  readonly hasNext: boolean;
}

/** An entry of a page with its cursor. */
export interface PageEdge<Entry> {
  readonly cursor: string;
  readonly node: Entry;
}

/** The entries of a page with their cursors. */
export const edgesOf = <Entry>({ list, offset, entries }: Page<Entry>): PageEdge<Entry>[] =>
  entries.flatMap((node, index) => (node === null ? [] : [{ cursor: writeCursor(list, offset + index + 1), node }]));

/** Where a page stands in its list. */
interface PagePosition {
  readonly startCursor: string | null;
  readonly endCursor: string | null;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** Tells where a page stands in its list. */
export const positionOf = ({ list, offset, entries, hasNext }: Page<unknown>): PagePosition => ({
  startCursor: entries.length === 0 ? null : writeCursor(list, offset + 1),
  endCursor: entries.length === 0 ? null : writeCursor(list, offset + entries.length),
  hasNextPage: hasNext,
  hasPreviousPage: offset > 0,
});

/** `PageInfo`. */
export const PageInfoRef = builder.objectRef<PagePosition>('PageInfo').implement({
  description: 'Position within a connection.',
  fields: (t) => ({
    endCursor: t.exposeString('endCursor', { description: 'Cursor of the last edge of this page.' }),
    hasNextPage: t.exposeBoolean('hasNextPage', { nullable: false, description: 'More edges follow.' }),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage', { nullable: false, description: 'Edges precede.' }),
    startCursor: t.exposeString('startCursor', { description: 'Cursor of the first edge of this page.' }),
  }),
});
