/** Actions on several listings, of which some may fail. */
import { MultiListingResult } from '../../contract/codes.ts';
import type { ItemError, MultiListingActionResult } from '../../contract/listings.ts';
import type { WireInt64 } from '../../contract/structure.ts';
import { badRequest, Refusal } from '../core/refusal.ts';

/** The most listings that one request may name. */
export const MAXIMUM_ITEMS = 500;

/**
 * Reads the list of a request, each item once.
 *
 * @param at how the list is named in the refusal, e.g. `Body field 'Items'`
 * @throws Refusal 400 when the list is missing or too long
 */
export const readItems = <Item>(items: readonly Item[] | null, at: string): Item[] => {
  if (items === null) throw badRequest(`${at} is required.`);
  if (items.length > MAXIMUM_ITEMS) throw badRequest(`${at} must have at most ${MAXIMUM_ITEMS} items.`);
  return [...new Set(items)];
};

/**
 * Does something with each listing. A Refusal of one is reported and does not keep the others from it.
 *
 * Assumption: R28: `Items` are those with which it was done.
 */
export const actOnEach = (ids: readonly WireInt64[], act: (id: WireInt64) => void): MultiListingActionResult => {
  const done: WireInt64[] = [];
  const failures: ItemError[] = [];
  for (const id of ids) {
    try {
      act(id);
      done.push(id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      failures.push({ ID: id, Error: error.message });
    }
  }
  const { Success, Failure, PartialSuccess } = MultiListingResult;
  const result = failures.length === 0 ? Success : done.length === 0 ? Failure : PartialSuccess;
  return { Result: result, Items: done, Errors: failures };
};
