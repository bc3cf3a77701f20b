/** What the pages of a list show: its first number, its largest page, its total (rulings R23, R24 and R25). */
import { MAX_PAGE_SIZE } from '../../upstream/endpoints/max-page-size.ts';
import { attempt } from './attempt.ts';
import type { AddFinding } from './report.ts';

/** A page of a list: what tells its records apart, and the total; null when the service gives none, undefined where there is none. */
export interface ListPage {
  readonly keys: readonly string[];
  readonly total?: number | null;
}

/**
 * Reads the records at 0 and at 1, the largest page, and what follows it.
 *
 * @param base number of the first record, as the specification says
 * @throws UpstreamFailure when the largest page cannot be read
 */
export const probePages = async (
  base: 0 | 1,
  read: (first: number, count: number) => Promise<ListPage>,
  add: AddFinding,
): Promise<void> => {
  const atZero = await attempt(() => read(0, 2));
  const atOne = await attempt(() => read(1, 2));
  const key = atOne.ok ? atOne.result.keys[0] : undefined;
  // Where counting begins with 1, page 0 is refused, or is taken for the first.
  const isRefused = !atZero.ok && atZero.status !== null;
  const position =
    atZero.ok && key !== undefined ? atZero.result.keys.indexOf(key) : isRefused && key !== undefined ? 0 : -1;
  if (position === 1 - base) add('R23', 'holds', `first counts from ${base}`);
  else if (position === base) {
    add('R23', 'open', `first counts from ${1 - base}, not from ${base}: entries are lost or shown twice`);
  }

  const { keys, total } = await read(base, MAX_PAGE_SIZE);
  if (total === null) add('R25', 'covered', 'no TotalResults');
  if (keys.length === 0) return;
  const next = await attempt(() => read(base + keys.length, MAX_PAGE_SIZE));
  if (!next.ok) return add('R24', 'open', `what follows a page cannot be read: ${next.text}`);
  const followed = next.result.keys;
  if (followed[0] === keys[0])
    return add('R23', 'open', 'the next page begins with the same record: "first" is not heeded');
  if (keys.length >= MAX_PAGE_SIZE) add('R24', 'holds', `pages of ${MAX_PAGE_SIZE} records`);
  else if (followed.length > 0) add('R24', 'covered', `pages are capped at ${keys.length}`);
  if (total === keys.length && followed.length > 0) {
    add('R25', 'open', 'TotalResults is what the first page has, though records follow: a list seems to end there');
  } else if (typeof total === 'number') add('R25', 'holds', 'TotalResults is there');
};
