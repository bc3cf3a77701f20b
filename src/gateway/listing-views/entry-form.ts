/** What an entry of a list leaves out: what is null, or what its form does not have, which another view may. */
import { ListItem } from '../../contract/listings.ts';
import { absentFieldsOf } from '../../rest/decoding/decode.ts';
import type { Attribute, AttributeValue } from './attribute.ts';
import { finderOf } from './parameter-finder.ts';
import type { ListingEntry } from './views.ts';

/** A field of a list entry. */
export type EntryField = keyof typeof ListItem.fields;

/** Fields that no listing is without: an entry that lacks one is no more than an extract of the listing. */
const always: readonly EntryField[] = ['Title', 'SectionId', 'CategoryId', 'DateAddedUTC'];

/** Fields that every listing may be without. */
const optional: ReadonlySet<EntryField> = new Set(['PriceSuffix', 'ImageUrl', 'FullImageUrl', 'N_Params', 'S_Params']);

const hasAll = (absent: ReadonlySet<string>, fields: readonly EntryField[]): boolean =>
  !fields.some((field) => absent.has(field));

/**
 * Returns whether an entry lacks one of the fields, so that another view has to tell it.
 *
 * Services leave out what is null. That is what a field of an entry that is no extract is where another entry of the same response
 * has it, and an optional one where price and description are there. Nothing else is known of the service: what other callers were
 * sent never changes a response.
 */
export const lacksAnyOf = (
  entry: ListingEntry,
  entries: readonly ListingEntry[],
  fields: readonly EntryField[],
): boolean => {
  const absent = absentFieldsOf(entry);
  const isExtract = !hasAll(absent, always);
  const isWhole = !isExtract && hasAll(absent, ['Price', 'Description']);
  return fields.some(
    (field) =>
      absent.has(field) &&
      !(isWhole && optional.has(field)) &&
      (isExtract || entries.every((other) => absentFieldsOf(other).has(field))),
  );
};

const reported = new WeakMap<readonly ListingEntry[], Map<Attribute<AttributeValue>, boolean>>();

/** Returns whether any entry of a response reports an attribute: one that does not is without it then. */
export const reportsAttribute = (entries: readonly ListingEntry[], attribute: Attribute<AttributeValue>): boolean => {
  const known = reported.get(entries) ?? new Map<Attribute<AttributeValue>, boolean>();
  reported.set(entries, known);
  const isReported =
    known.get(attribute) ?? entries.some((entry) => attribute.fromParameters(finderOf(entry)) !== null);
  known.set(attribute, isReported);
  return isReported;
};
