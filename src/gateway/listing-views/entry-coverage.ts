/** Coverage of list entries: the fields that the service is known to write in entries of each list, learnt from those that came. */
import { ListItem } from '../../contract/listings.ts';
import { absentFieldsOf } from '../../upstream/decoding/decode.ts';
import type { Attribute, AttributeValue } from './attribute.ts';
import { LearningPeriod } from './learning-period.ts';
import { finderOf } from './parameter-finder.ts';
import type { ListingEntry } from './views.ts';

/** A field of a list entry. */
export type EntryField = keyof typeof ListItem.fields;

const isEntryField = (name: string): name is EntryField => Object.hasOwn(ListItem.fields, name);

const allFields = (): Set<EntryField> => new Set(Object.keys(ListItem.fields).filter(isEntryField));

/**
 * Fields that the service is known to write in entries of a list; one for all callers, and it holds no value of anybody.
 *
 * Services leave out what is null: a field that is absent here and was there in another entry is null, and no other view is
 * asked. What no entry has had lately, another view may have.
 */
export class EntryCoverage {
  readonly #period: LearningPeriod;
  #unwritten = allFields();
  readonly #covered = new Set<Attribute<AttributeValue>>();
  readonly #uncovered = new WeakMap<readonly ListingEntry[], Set<Attribute<AttributeValue>>>();

  /** @param now milliseconds since 1970 */
  constructor(now: () => number) {
    this.#period = new LearningPeriod(now);
  }

  /** Records which fields the entries have. */
  record(entries: readonly ListingEntry[]): void {
    if (this.#period.isOver()) {
      this.#unwritten = allFields();
      this.#covered.clear();
    }
    if (this.#unwritten.size === 0) return;
    for (const entry of entries) {
      const absent = absentFieldsOf(entry);
      for (const field of this.#unwritten) if (!absent.has(field)) this.#unwritten.delete(field);
    }
  }

  /** Returns whether an entry lacks one of the fields, and the service is not known to write it. */
  lacks(entry: ListingEntry, fields: readonly EntryField[]): boolean {
    if (this.#unwritten.size === 0) return false;
    const absent = absentFieldsOf(entry);
    return fields.some((field) => absent.has(field) && this.#unwritten.has(field));
  }

  /** Returns whether the service is known to write an attribute in entries: one of this list has it, or one of another before. */
  covers(attribute: Attribute<AttributeValue>, entries: readonly ListingEntry[]): boolean {
    if (this.#covered.has(attribute)) return true;
    const uncovered = this.#uncovered.get(entries) ?? new Set();
    if (uncovered.has(attribute)) return false;
    if (entries.some((entry) => attribute.fromParameters(finderOf(entry)) !== null)) {
      this.#covered.add(attribute);
      return true;
    }
    this.#uncovered.set(entries, uncovered.add(attribute));
    return false;
  }
}

/**
 * Coverage of each list: another endpoint may write other entries.
 *
 * @param now milliseconds since 1970
 */
export const createEntryCoverage = (now: () => number) => ({
  own: new EntryCoverage(now),
  watched: new EntryCoverage(now),
  watchedOne: new EntryCoverage(now),
  related: new EntryCoverage(now),
});

/** Which list entries came in. */
export type ListName = keyof ReturnType<typeof createEntryCoverage>;
