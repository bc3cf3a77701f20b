/** The views of a listing that the service gives, and what an entry of a list leaves out: what is null, or what its form does not have, which another view may. */
import { type ItemDetail, ListItem, type ListingDefinition } from '../../../contract/listings.ts';
import { type Read, absentFieldsOf } from '../../../rest/decoding/decode.ts';

/** A listing as an entry of a list. */
export type ListingEntry = Read<typeof ListItem>;

/** A listing in detail. */
export type ListingDetail = Read<typeof ItemDetail>;

/** A listing as its owner edits it. */
export type DefinitionView = Read<typeof ListingDefinition>;

/** A value of a listing: the code that a lookup list explains, and what the listing itself calls it, if it does. */
export interface CodedValue {
  readonly code: string | number;
  readonly text: string | null;
}

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
