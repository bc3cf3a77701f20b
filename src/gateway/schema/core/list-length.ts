/** Declaration of the length of a field's list, as far as known before it is resolved. */
import { HOME_COUNTRY_ID } from '../../../contract/lookups.ts';
import { parseInt64 } from '../../../json/int64.ts';
import type { LocalityEntry } from '../../../rest/endpoints/lookups.ts';
import type { IndexedList, VehicleModels } from '../../loaders/lookups/indexed-list.ts';
import type { SharedLists } from '../../loaders/lookups/shared-lists.ts';

interface ListLength {
  /** Of the longest, for one parent. */
  readonly most: number;
  /** Of all together, for each parent once; null where parents do not share the entries between them. */
  readonly ofAllParents: number | null;
  /** True if these are all entries that there are, each once: the parents between which others are shared. */
  readonly isWhole: boolean;
}

/** Returns how long a list is; null while nobody knows. */
export type FindLength = (args: Readonly<Record<string, unknown>>, lists: SharedLists) => ListLength | null;

const isFindLength = (value: unknown): value is FindLength => typeof value === 'function';

/** What a field declares as its `listLength`; null for one that declares nothing. */
export const lengthOf = ({ listLength }: Readonly<Record<string, unknown>>): FindLength | null =>
  isFindLength(listLength) ? listLength : null;

/** The length of a list of which nothing else is known; null while that is not known either. */
export const plainLength = (length: number | undefined): ListLength | null =>
  length === undefined ? null : { most: length, ofAllParents: null, isWhole: false };

/** The length of a list that is kept, and given as a whole; null while it is not available. */
export const wholeLength = (list: IndexedList<unknown> | undefined): ListLength | null =>
  list === undefined
    ? null
    : { most: list.entries.length, ofAllParents: null, isWhole: list.byKey.size === list.entries.length };

const split = (lengths: Iterable<number>): ListLength => {
  let most = 0;
  let ofAllParents = 0;
  for (const length of lengths) {
    most = Math.max(most, length);
    ofAllParents += length;
  }
  return { most, ofAllParents, isWhole: false };
};

/** Of what is worked out of a list, for as long as the list is kept. */
const onceFor = <List extends object>(find: (list: List) => ListLength): ((list: List) => ListLength) => {
  const known = new WeakMap<List, ListLength>();
  return (list) => {
    const found = known.get(list) ?? find(list);
    known.set(list, found);
    return found;
  };
};

const byMake = onceFor(({ byMake: makes }: VehicleModels) => split([...makes.values()].map(({ length }) => length)));

const byRegion = onceFor(({ entries }: IndexedList<LocalityEntry>) => {
  const counts = new Map<string | null, number>();
  for (const { regionKey } of entries) counts.set(regionKey, (counts.get(regionKey) ?? 0) + 1);
  return split(counts.values());
});

const lengthOfCategories = (sectionKey: string, lists: SharedLists): number | undefined => {
  const key = parseInt64(sectionKey);
  return key === null ? 0 : lists.sectionCategories.peek(key)?.entries.length;
};

/** Categories of a section. */
export const categoriesOfSections: FindLength = (_args, lists) => {
  const sections = lists.sections.peek('all');
  if (sections === undefined) return null;
  const lengths = sections.entries.flatMap(({ key }) => lengthOfCategories(key, lists) ?? []);
  return lengths.length < sections.entries.length ? null : split(lengths);
};

const modelsOf = (lists: SharedLists) => lists.aggregate.peek('all')?.vehicleModels ?? lists.vehicleModels.peek('all');

/** Models of all makes. */
export const allModels: FindLength = (_args, lists) => plainLength(modelsOf(lists)?.entries.length);

/** Models of a make. */
export const modelsOfMakes: FindLength = (_args, lists) => {
  const models = modelsOf(lists);
  return models === undefined ? null : byMake(models);
};

/** Localities of a region of the home country, where their own list reports which they are, or the aggregate does. */
export const localitiesOfRegions: FindLength = (_args, lists) => {
  const localities = lists.localities.peek(HOME_COUNTRY_ID);
  if (localities === undefined) return null;
  const known = localities.entries.every(({ regionKey }) => regionKey !== null)
    ? localities
    : lists.aggregate.peek('all')?.localities;
  return known == null ? null : byRegion(known);
};
