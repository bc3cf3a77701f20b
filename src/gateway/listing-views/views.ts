/** The views of a listing that the service gives. */
import type { ItemDetail, ListItem, ListingDefinition } from '../../contract/listings.ts';
import type { Read } from '../../rest/decoding/decode.ts';

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
