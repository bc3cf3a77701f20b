/**
 * Reads pages of lists that the service gives in parts, and finds out where they end.
 *
 * Assumption: R24, R25. One record more than the page is asked for, but never more than the largest page. Fewer records than
 * were asked for prove nothing, for the service may cap its pages.
 */
import { MAX_PAGE_SIZE } from '../../rest/endpoints/user.ts';
import { badUserInput } from '../errors/graphql-errors.ts';
import { fingerprintOf, writeCursor } from './cursor.ts';
import { type PageArguments, readPageWindow, type Stretch } from './page-arguments.ts';

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

/** Cursor of the first entry. A page behind the end of a list is empty, and starts somewhere all the same: what precedes it can be read from there. */
export const startOf = (page: Page<unknown>): string | null =>
  page.entries.length === 0 && page.offset === 0 ? null : cursorAt(page, 0);

/** Cursor of the last entry; null where there is none. */
export const endOf = (page: Page<unknown>): string | null =>
  page.entries.length === 0 ? null : cursorAt(page, page.entries.length - 1);

/** A part of a list, as the service gave it. */
interface ListPart<Row, View> {
  readonly rows: readonly (Row | null)[];
  /** Number of records of the whole list, as the service says; null when it does not say. */
  readonly total: number | null;
  /** What else the service says of the list. */
  readonly view: View;
}

/** A page, and what else the service says of its list. */
export interface ListPage<Row, View> extends Page<Row> {
  readonly view: View;
  /** Number of records of the whole list; null when the service does not say, or says what its records contradict. */
  readonly total: number | null;
}

/** A list to read: `readPart` gives `count` records from `offset` (0-based) on, or fewer. */
interface PagedList<Row, View> {
  /** Identity of the list, for cursors: its name and everything that filters or orders it. */
  readonly name: string;
  /** Tells records apart. */
  readonly keyOf: (row: Row) => string;
  readonly readPart: (offset: number, count: number) => Promise<ListPart<Row, View>>;
}

const readStretch = async <Row, View>(
  { name, keyOf, readPart }: PagedList<Row, View>,
  { offset, size, longest, beside }: Stretch,
): Promise<ListPage<Row, View>> => {
  const requested = Math.min(size + 1, MAX_PAGE_SIZE);
  const part = await readPart(offset, requested);
  const keys = part.rows.map((row) => (row === null ? '' : keyOf(row)));
  const response = fingerprintOf(keys.join(' '));
  const isTelling = keys.length === 1 ? keys[0] !== '' : new Set(keys).size > 1;
  // The same as on the other side of the cursor: the service gives the start of the list, wherever a page is to start.
  const isRepeated = isTelling && response === beside;
  const rows = isRepeated ? part.rows.slice(offset) : part.rows;
  const received = rows.length;
  const remaining = part.total === null || part.total < offset + received ? null : part.total - offset - received;
  // A list has ended when its total says so, or where a page is shorter than one that the service has filled.
  const goesOn = remaining === null ? received >= Math.min(requested, longest) : remaining > 0;
  return {
    list: name,
    offset,
    entries: rows.slice(0, size),
    hasNext: received > size || (!isRepeated && received > 0 && goesOn),
    longest: Math.max(longest, Math.min(received, requested)),
    response,
    view: part.view,
    total: remaining === null ? null : part.total,
  };
};

/** Reads what ends where a stretch ends: of a page that the service caps, the other end is wanted, and asked for. */
const readUntil = async <Row, View>(list: PagedList<Row, View>, stretch: Stretch) => {
  const page = await readStretch(list, stretch);
  const { length } = page.entries;
  if (length === 0 || length === stretch.size) return page;
  const offset = stretch.offset + stretch.size - length;
  return readStretch(list, { offset, size: length, longest: page.longest, beside: '' });
};

const unknownLength = () =>
  badUserInput('"last" alone needs the length of the list, which the service does not tell: use "first".');

/** Reads the end of a list: its start states how long it is, and how long its pages are. */
const readEnd = async <Row, View>(list: PagedList<Row, View>, size: number) => {
  const head = await readStretch(list, { offset: 0, size, longest: 0, beside: '' });
  if (!head.hasNext) return head;
  if (head.total === null) throw unknownLength();
  const { length } = head.entries;
  const { longest, response } = head;
  const tail = await readStretch(list, { offset: head.total - length, size: length, longest, beside: response });
  // Records behind the end that was reported, and that the total now contradicts: it never was the length of the list.
  if (tail.hasNext && tail.total === null) throw unknownLength();
  return tail;
};

/**
 * Reads a page of a list. One call; two for a page that is counted from its end (`last`).
 *
 * @throws BAD_USER_INPUT for arguments that make no page, and for `last` alone when the length of the list is not known
 */
export const readPage = <Row, View>(list: PagedList<Row, View>, page: PageArguments) => {
  const window = readPageWindow(list.name, page);
  if (window.kind === 'end') return readEnd(list, window.size);
  return window.kind === 'until' ? readUntil(list, window) : readStretch(list, window);
};
