/** The watch list: watching, no longer watching, and one watched listing. */
import { ListItem } from '../../contract/listings.ts';
import { structure } from '../../contract/structure.ts';
import { WatchItem } from '../../contract/watching.ts';
import type { Int64 } from '../../json/int64.ts';
import { firstFieldOf, hasAnyField, isJsonObject } from '../../json/json-object.ts';
import type { Call, ReportDrift } from '../call/call.ts';
import { decodeBody, type Read } from '../decoding/decode.ts';
import { readBoolean } from '../decoding/scalars.ts';
import { oneById, unwrapStructure } from '../decoding/unwrap.ts';
import { unwatched, watched } from '../decoding/write-result.ts';
import { doneOrResult, type MultiListingResult } from './listing-batches.ts';

/** Puts a listing on the caller's watch list: `POST /v1/listings/{id}/watch`. */
export const watchListing = (call: Call, id: Int64) => call('watchListing', { path: { id } }, watched);

/** Removes a listing from the caller's watch list: `POST /v1/listings/{id}/unwatch`. */
export const unwatchListing = (call: Call, id: Int64) => call('unwatchListing', { path: { id } }, unwatched);

/** A listing and the section in which it stands: the service wants both. */
export interface ListingInSection {
  readonly listingId: Int64;
  readonly sectionId: Int64;
}

/** Creates the function that sends listings to an endpoint. */
const senderOf =
  (name: 'watchListings' | 'unwatchListings') =>
  (call: Call, items: readonly ListingInSection[]): Promise<MultiListingResult> => {
    const body = items.map(({ listingId, sectionId }) => ({ ItemId: listingId, SectionId: sectionId }));
    return call(name, { body }, doneOrResult(items.map(({ listingId }) => listingId)));
  };

/** Puts listings on the caller's watch list: `POST /v1/listings/watchmulti`. */
export const watchListings = senderOf('watchListings');

/** Removes listings from the caller's watch list: `POST /v1/listings/unwatchmulti`. */
export const unwatchListings = senderOf('unwatchListings');

/** The forms in which the service may give a watched listing. */
export type WatchedListing =
  | { readonly kind: 'item'; readonly item: Read<typeof ListItem> }
  | { readonly kind: 'watch'; readonly watch: Read<typeof WatchItem> }
  | { readonly kind: 'flag'; readonly isWatched: boolean };

const AnyForm = structure('watched listing', { ...ListItem.fields, ...WatchItem.fields });

const readFlag = (json: unknown): boolean | null => {
  if (!isJsonObject(json)) return readBoolean(json);
  if (Object.keys(json).length === 0) return false;
  const [value, ...others] = Object.values(json);
  return typeof value === 'boolean' && others.length === 0 ? value : null;
};

/**
 * Reads a body that describes a watched listing. A detail is read as the entry of a list, to which the rest is added where it is asked for.
 *
 * Assumption: R36.
 *
 * @throws UnreadableBodyError when it is no such form
 */
const readWatchedListing = (json: unknown, drift: ReportDrift): WatchedListing => {
  const isWatched = readFlag(json);
  if (isWatched !== null) return { kind: 'flag', isWatched };
  const object = unwrapStructure(AnyForm, json);
  if (readBoolean(firstFieldOf(object, 'IsWatching', 'IsWatched')) === false) return { kind: 'flag', isWatched: false };
  return hasAnyField(object, ['ItemId'])
    ? { kind: 'watch', watch: decodeBody(WatchItem, object, drift) }
    : { kind: 'item', item: decodeBody(ListItem, object, drift) };
};

const idOf = (listing: WatchedListing): Int64 | null => {
  if (listing.kind === 'watch') return listing.watch.ItemId;
  return listing.kind === 'item' ? listing.item.PKID : null;
};

/**
 * Gets one listing of the caller's watch list: `GET /v1/user/watchedlisting/{id}`.
 *
 * @throws UpstreamFailure `not_found` when the caller does not watch it
 */
export const getWatchedListing = (call: Call, id: Int64) =>
  call('getWatchedListing', { path: { id } }, oneById(id, readWatchedListing, idOf));
