/** Pages of the lists that take `count` and `first`. */
import { badRequest } from './refusal.ts';

/** Default number of entries in a page. */
export const DEFAULT_PAGE_SIZE = 20;

/** The most entries a page has, however many are asked for. */
const MAXIMUM_PAGE_SIZE = 100;

/** A page as SQL takes it. */
export interface Page {
  readonly limit: number;
  /** Entries before the page. */
  readonly offset: number;
}

/**
 * Reads `count` and `first`; null stands for the default size and for the first entry.
 *
 * @param base index of the first entry: 1 for listings, 0 for account entries
 * @throws Refusal 400 that names the parameter at fault
 */
export const readPage = (count: number | null, first: number | null, base: 0 | 1): Page => {
  if (count !== null && count < 0) throw badRequest("Query parameter 'count' must be 0 or more.");
  if (first !== null && first < base) throw badRequest(`Query parameter 'first' must be ${base} or more.`);
  return { limit: Math.min(count ?? DEFAULT_PAGE_SIZE, MAXIMUM_PAGE_SIZE), offset: (first ?? base) - base };
};
