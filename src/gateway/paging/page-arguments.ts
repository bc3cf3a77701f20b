/** The arguments of a connection: which window of a list they ask for, in the terms of the service's paging. */
import { MAX_PAGE_SIZE } from '../../rest/endpoints/user.ts';
import { badUserInput } from '../errors/graphql-errors.ts';
import { readCursor } from './cursor.ts';

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
