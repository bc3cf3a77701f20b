/** The model of a listing: an id, what is already cached, and the detail view when a field needs more. */

import { chain, type MaybePromise } from '../../../../concurrency/maybe-promise.ts';
import type { Int64 } from '../../../../json/int64.ts';
import { absentFieldsOf } from '../../../../upstream/decoding/decode.ts';
import { type EntryField, lacksAnyOf } from '../../../listing-views/entry-form.ts';
import type { ListingDetail, ListingEntry } from '../../../listing-views/views.ts';
import type { GatewayContext } from '../../core/context.ts';

/** The response of a list that an entry came in, and what is known of all of its entries, whatever they say. */
export interface EntryList {
  readonly entries: readonly ListingEntry[];
  /** True for the caller's own listings; null where that is not known. */
  readonly isOwn: true | null;
  /** True for listings that have ended; null where the list does not say. */
  readonly isExpired: true | null;
  /** The section of which it is a list of the caller's own listings; null for another list. */
  readonly ownSection: Int64 | null;
  /** True for listings that the caller watches; null where each entry says so itself. */
  readonly isWatched: true | null;
}

/** A listing. */
export interface ListingModel {
  readonly __typename: 'Listing';
  readonly id: Int64;
  /** The list entry it came from; its fields are then taken from there. Null for a link. */
  readonly entry: ListingEntry | null;
  /** The list of that entry. */
  readonly list: EntryList | null;
  /** True if the caller watches it, when that is known without asking. */
  readonly isWatching: boolean | null;
  /** The detail view, when it has been read already; undefined when it has not. */
  readonly detail?: ListingDetail;
}

/** A listing of which only the id is known: costs nothing until a field needs more. */
export const listingLink = (id: Int64, isWatching: boolean | null = null): ListingModel => ({
  __typename: 'Listing',
  id,
  entry: null,
  list: null,
  isWatching,
});

/** A listing whose detail view has been read. */
export const listingInDetail = (id: Int64, detail: ListingDetail): ListingModel => ({
  __typename: 'Listing',
  id,
  entry: null,
  list: null,
  isWatching: null,
  detail,
});

const listingOfEntry = (entry: ListingEntry, list: EntryList): ListingModel | null =>
  entry.PKID === null
    ? null
    : { __typename: 'Listing', id: entry.PKID, entry, list, isWatching: list.isWatched ?? entry.IsWatched };

/** Properties of every entry that the kind of the list implies. */
type KnownOfEntries = Partial<Pick<EntryList, 'isOwn' | 'isExpired' | 'isWatched' | 'ownSection'>>;

/** The listings as a list reports them; null for an entry that cannot be read or has no id, which could not be named. */
export const listingsOfEntries = (
  came: readonly (ListingEntry | null)[],
  { isOwn = null, isExpired = null, isWatched = null, ownSection = null }: KnownOfEntries = {},
): readonly (ListingModel | null)[] => {
  const entries = came.filter((entry) => entry !== null);
  const list = { entries, isOwn, isExpired, isWatched, ownSection };
  return came.map((entry) => entry && listingOfEntry(entry, list));
};

/** The detail view; null when there is no such listing. One call an operation. `GET /v1/listings/{id}` */
export const detailOf = (
  { id, detail }: ListingModel,
  { loaders }: GatewayContext,
): MaybePromise<ListingDetail | null> => detail ?? loaders.listingDetailById.load(id);

/** The list entry, when it has the fields; null for a link, and for an entry to which another view has to add them. */
export const entryWith = ({ entry, list }: ListingModel, fields: readonly EntryField[]): ListingEntry | null =>
  entry === null || (list !== null && lacksAnyOf(entry, list.entries, fields)) ? null : entry;

/**
 * The detail view where it is read for another field anyway, which takes no call; undefined where it is not.
 *
 * What asks for it in the same pass has done so when this goes on.
 */
export const detailAtHand = async (
  { id, detail }: ListingModel,
  { loaders }: GatewayContext,
): Promise<ListingDetail | null | undefined> => {
  if (detail !== undefined) return detail;
  await Promise.resolve();
  return loaders.details.get(id)?.catch(() => undefined);
};

/** Reads a value of fields that the list entry has, or else of the detail view. */
export const readView = <Value>(
  listing: ListingModel,
  context: GatewayContext,
  fields: readonly [EntryField, ...EntryField[]],
  fromEntry: (entry: ListingEntry) => Value | null,
  fromDetail: (detail: ListingDetail) => Value | null,
): MaybePromise<Value | null> => {
  const entry = entryWith(listing, fields);
  if (entry === null) return readDetail(listing, context, fromDetail);
  const value = fromEntry(entry);
  if (value !== null || !fields.some((field) => absentFieldsOf(entry).has(field))) return value;
  return detailAtHand(listing, context).then((detail) => (detail ? fromDetail(detail) : null));
};

/** Reads a value that only the detail view has; null when there is no such listing. */
export const readDetail = <Value>(
  listing: ListingModel,
  context: GatewayContext,
  fromDetail: (detail: ListingDetail) => Value | null,
): MaybePromise<Value | null> =>
  chain(detailOf(listing, context), (detail) => (detail === null ? null : fromDetail(detail)));
