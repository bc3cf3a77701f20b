/** Lists of inputs: how long they may be. */
import type { Int64 } from '../../json/int64.ts';
import { badUserInput } from '../errors/graphql-errors.ts';
import { readNumericKey } from './global-id.ts';

/** Most entries that an input list takes. */
export const MAX_INPUT_LIST = 250;

/** For the description of an input list. */
export const inputListSizes = `1 to ${MAX_INPUT_LIST}.`;

/** Checks the length of an input list. @throws BAD_USER_INPUT when it is empty or too long */
export const readInputList = <Item>(argument: string, items: readonly Item[]): readonly Item[] => {
  if (items.length === 0 || items.length > MAX_INPUT_LIST) {
    throw badUserInput(`"${argument}" takes 1 to ${MAX_INPUT_LIST} entries, and got ${items.length}.`);
  }
  return items;
};

/** Reads a list of ids of listings, each once. @throws BAD_USER_INPUT when it is empty or too long, or one of them is no id of a listing */
export const readListingIds = (argument: string, ids: readonly string[]): readonly Int64[] => [
  ...new Set(readInputList(argument, ids).map((id) => readNumericKey('Listing', argument, id))),
];
