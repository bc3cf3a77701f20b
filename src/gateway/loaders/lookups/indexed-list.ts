/** Shared lists as they are kept: in the service's order, and indexed by what they are searched for. */
import { chain, type MaybePromise } from '../../../concurrency/maybe-promise.ts';
import type { LocalityEntry, Properties, VehicleModelEntry } from '../../../rest/endpoints/lookups.ts';

/** A list whose entries can be found by key. */
export interface IndexedList<Entry> {
  readonly entries: readonly Entry[];
  readonly byKey: ReadonlyMap<string, Entry>;
}

/** Models of vehicles. */
export interface VehicleModels {
  readonly entries: readonly VehicleModelEntry[];
  /** By name of the make in lower case; those without a make are in the list of all only. */
  readonly byMake: ReadonlyMap<string, readonly VehicleModelEntry[]>;
}

/** The aggregate of lists `GET /v1/properties`, with what is in it alone. */
export interface Aggregate {
  readonly properties: Properties;
  /** With their regions; null when the aggregate lacks such a list, or has it empty. */
  readonly localities: IndexedList<LocalityEntry> | null;
  /** With their makes; null when the aggregate lacks such a list, or has it empty. */
  readonly vehicleModels: VehicleModels | null;
  /** When it came from the service, by the clock of the caches: what is picked from it is as old. */
  readonly gotAt: number;
}

/** Indexes a list. Of entries with the same key the first counts. */
export const indexBy = <Entry>(entries: readonly Entry[], keyOf: (entry: Entry) => string): IndexedList<Entry> => {
  const byKey = new Map<string, Entry>();
  for (const entry of entries) if (!byKey.has(keyOf(entry))) byKey.set(keyOf(entry), entry);
  return { entries: [...byKey.values()], byKey };
};

/** Indexes a list whose entries carry their key. */
export const indexed = <Entry extends { readonly key: string }>(entries: readonly Entry[]): IndexedList<Entry> =>
  indexBy(entries, ({ key }) => key);

/** Groups models by make. */
export const groupByMake = (entries: readonly VehicleModelEntry[]): VehicleModels => {
  const byMake = new Map<string, VehicleModelEntry[]>();
  for (const entry of entries) {
    if (entry.make === null) continue;
    const make = entry.make.toLowerCase();
    const models = byMake.get(make);
    if (models === undefined) byMake.set(make, [entry]);
    else models.push(entry);
  }
  return { entries, byMake };
};

/** Says whether a list has an entry of a key. */
export const hasKey =
  (key: string) =>
  ({ byKey }: IndexedList<unknown>): boolean =>
    byKey.has(key);

/** Finds the entry of a key in a list that is read for it; null where it has none, or there is no list. */
export const findEntry = <Entry>(
  read: (has: (list: IndexedList<unknown>) => boolean) => MaybePromise<IndexedList<Entry> | null>,
  key: string,
): MaybePromise<Entry | null> => chain(read(hasKey(key)), (list) => list?.byKey.get(key) ?? null);

/** Makes a model of the entry of a key in such a list; null likewise. */
export const findModel = <Entry, Model>(
  read: (has: (list: IndexedList<unknown>) => boolean) => MaybePromise<IndexedList<Entry> | null>,
  key: string,
  modelOf: (entry: Entry) => Model,
): MaybePromise<Model | null> => chain(findEntry(read, key), (entry) => (entry === null ? null : modelOf(entry)));

const folded = (label: string): string => label.trim().toLowerCase();

/** The entry that users call so, in any case; undefined when there is none, or no list or label. */
export const findByLabel = <Entry extends { readonly label: string }>(
  list: IndexedList<Entry> | null,
  label: string | null,
): Entry | undefined => {
  if (label === null) return undefined;
  const wanted = folded(label);
  return list?.entries.find((entry) => folded(entry.label) === wanted);
};

/**
 * Gives what is made of each entry of a list, the same for the same list and key, for as long as the list is kept. An operation that waits
 * would else hold models of its own.
 */
export const memoizeByList = <Key, Entry, Model>(
  makeFor: (key: Key) => (entry: Entry) => Model,
): ((key: Key, entries: readonly Entry[]) => readonly Model[]) => {
  const memo = new WeakMap<readonly Entry[], { readonly key: Key; readonly models: readonly Model[] }>();
  return (key, entries) => {
    const known = memo.get(entries);
    if (known?.key === key) return known.models;
    const models = entries.map(makeFor(key));
    memo.set(entries, { key, models });
    return models;
  };
};
