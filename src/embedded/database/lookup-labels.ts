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

/** The words of every list. */
export interface LookupLabels {
  /** Returns whether a list has a code. */
  readonly has: (list: LabelledList, id: number) => boolean;
  /** Finds the word for a code; the code as text when the list lacks it. */
  readonly labelOf: (list: LabelledList, id: number) => string;
}

/** Loads the labels once: lookup lists do not change while the service runs. */
export const loadLookupLabels = (database: Database): LookupLabels => {
  const labels = new Map<string, string>();
  database.list(
    "SELECT list, id, item FROM lookup_values UNION ALL SELECT 'localities', id, name FROM localities",
    [],
    (row) => labels.set(`${row.text('list')} ${row.integer('id')}`, row.text('item')),
  );
  return {
    has: (list, id) => labels.has(`${list} ${id}`),
    labelOf: (list, id) => labels.get(`${list} ${id}`) ?? String(id),
  };
};
