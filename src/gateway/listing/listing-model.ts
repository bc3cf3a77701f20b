/** The model of a listing: an id, what is already at hand, and the detail view when a field needs more. */
import type { ItemDetail, ListItem } from '../../contract/listings.ts';
import type { Read } from '../../upstream/decode.ts';
import type { Int64 } from '../../upstream/int64.ts';
import type { GatewayContext } from '../context.ts';
import { chain, type MaybePromise } from '../maybe-promise.ts';

/** A listing as an entry of a list. */
export type ListingEntry = Read<typeof ListItem>;

/** A listing in detail. */
export type ListingDetail = Read<typeof ItemDetail>;

/** A listing. */
export interface ListingModel {
  readonly __typename: 'Listing';
  readonly id: Int64;
  /** The list entry it came from; its fields are then taken from there. Null for a link. */
  readonly entry: ListingEntry | null;
  /** Whether the caller watches it, when that is known without asking. */
  readonly isWatching: boolean | null;
  /** The detail view, when it has been read already; undefined when it has not. */
  readonly detail?: ListingDetail;
}

/** A listing of which only the id is known: costs nothing until a field needs more. */
export const listingLink = (id: Int64, isWatching: boolean | null = null): ListingModel => ({
  __typename: 'Listing',
  id,
  entry: null,
  isWatching,
});

/** A listing whose detail view has been read. */
export const listingInDetail = (id: Int64, detail: ListingDetail): ListingModel => ({
  __typename: 'Listing',
  id,
  entry: null,
  isWatching: null,
  detail,
});

/** A listing as a list tells of it; null for an entry without an id, which could not be named. */
export const listingOfEntry = (entry: ListingEntry): ListingModel | null =>
  entry.PKID === null ? null : { __typename: 'Listing', id: entry.PKID, entry, isWatching: entry.IsWatched };

/** The listings of a list; entries without an id are left out. */
export const listingsOfEntries = (entries: readonly ListingEntry[]): ListingModel[] =>
  entries.flatMap((entry) => listingOfEntry(entry) ?? []);

/** The detail view; null when there is no such listing. One call an operation. `GET /v1/listings/{id}` */
export const detailOf = (
  { id, detail }: ListingModel,
  { loaders }: GatewayContext,
): MaybePromise<ListingDetail | null> => detail ?? loaders.listingDetailById.load(id);

/** Reads a value that the list entry has, or else the detail view. */
export const readView = <Value>(
  listing: ListingModel,
  context: GatewayContext,
  fromEntry: (entry: ListingEntry) => Value | null,
  fromDetail: (detail: ListingDetail) => Value | null,
): MaybePromise<Value | null> =>
  listing.entry === null ? readDetail(listing, context, fromDetail) : fromEntry(listing.entry);

/** Reads a value that only the detail view has; null when there is no such listing. */
export const readDetail = <Value>(
  listing: ListingModel,
  context: GatewayContext,
  fromDetail: (detail: ListingDetail) => Value | null,
): MaybePromise<Value | null> =>
  chain(detailOf(listing, context), (detail) => (detail === null ? null : fromDetail(detail)));
