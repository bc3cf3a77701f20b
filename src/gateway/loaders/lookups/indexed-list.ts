/** A lookup list as it is kept: in the service's order, and by key. */

/** A list whose entries can be found by key. */
export interface IndexedList<Entry> {
  readonly entries: readonly Entry[];
  readonly byKey: ReadonlyMap<string, Entry>;
}

/** Indexes a list. Of entries with the same key the first counts. */
export const indexBy = <Entry>(entries: readonly Entry[], keyOf: (entry: Entry) => string): IndexedList<Entry> => {
  const byKey = new Map<string, Entry>();
  for (const entry of entries) if (!byKey.has(keyOf(entry))) byKey.set(keyOf(entry), entry);
  return { entries, byKey };
};

/** Says whether a list has an entry of a key. */
export const hasKey =
  (key: string) =>
  ({ byKey }: IndexedList<unknown>): boolean =>
    byKey.has(key);

const folded = (label: string): string => label.trim().toLowerCase();

/** The entry that users call so, in any case; undefined when there is none, or no list. */
export const findByLabel = <Entry extends { readonly label: string }>(
  list: IndexedList<Entry> | null,
  label: string,
): Entry | undefined => {
  const wanted = folded(label);
  return list?.entries.find((entry) => folded(entry.label) === wanted);
};

/** Indexes a list whose entries carry their key. */
export const indexed = <Entry extends { readonly key: string }>(entries: readonly Entry[]): IndexedList<Entry> =>
  indexBy(entries, ({ key }) => key);
