/** The words for the codes of lookup lists and for the ids of localities. */
import type { Database } from './database.ts';

/** Names of the lookup lists as the database keeps them. */
const lookupLists = [
  'bedrooms',
  'candidateStatuses',
  'doors',
  'educationLevels',
  'finishLevels',
  'fuels',
  'gardens',
  'importOrigins',
  'jobTypes',
  'pools',
  'propertyTypes',
  'transmissions',
] as const;

/** A lookup list. */
export type LookupList = (typeof lookupLists)[number];

/** A lookup list, or that of the localities. */
type LabelledList = LookupList | 'localities';

/** Loads the labels once: lookup lists do not change while the service runs. */
export const loadLookupLabels = (database: Database) => {
  const labels = new Map<string, string>();
  database.list(
    "SELECT list, id, item FROM lookup_values UNION ALL SELECT 'localities', id, name FROM localities",
    [],
    (row) => labels.set(`${row.text('list')} ${row.integer('id')}`, row.text('item')),
  );
  return {
    /** Returns whether a list has a code. */
    has: (list: LabelledList, id: number): boolean => labels.has(`${list} ${id}`),
    /** Finds the word for a code; the code as text when the list lacks it. */
    labelOf: (list: LabelledList, id: number): string => labels.get(`${list} ${id}`) ?? String(id),
  };
};

/** The words of every list. */
export type LookupLabels = ReturnType<typeof loadLookupLabels>;
