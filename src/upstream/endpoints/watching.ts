/** The watch list: watching, no longer watching, and one watched listing. */
import { ItemDetail, ListItem } from '../../contract/listings.ts';
import { structure } from '../../contract/structure.ts';
import { WatchItem } from '../../contract/watching.ts';
import type { Int64 } from '../../json/int64.ts';
import { firstFieldOf, hasAnyField, isJsonObject } from '../../json/json-object.ts';
import type { BodyReader, Call } from '../call/call.ts';
import type { ReportDrift } from '../call/drift.ts';
import { decodeBody, type Read } from '../decoding/decode.ts';
import { oneById } from '../decoding/nothing.ts';
import { readBoolean } from '../decoding/scalars.ts';
import { layersOf, unwrapStructure } from '../decoding/unwrap.ts';
import { RefusalBodyError } from '../decoding/write-result.ts';
import { doneOrResult, type MultiListingResult } from './listing-batches.ts';

/** Assumption: R37. What the service says of the watch list after a change of it counts. */
const isNow =
  (wanted: boolean): BodyReader<null> =>
  (json) => {
    const said = layersOf(json).filter(isJsonObject);
    const other = said.find((layer) => readBoolean(firstFieldOf(layer, 'IsWatching', 'IsWatched')) === !wanted);
    if (other !== undefined) throw new RefusalBodyError(other);
    return null;
  };

/** Puts a listing on the caller's watch list: `POST /v1/listings/{id}/watch`. */
export const watchListing = async (call: Call, id: Int64): Promise<void> => {
  (await call('watchListing', { path: { id } })).read(isNow(true));
};

/** Removes a listing from the caller's watch list: `POST /v1/listings/{id}/unwatch`. */
export const unwatchListing = async (call: Call, id: Int64): Promise<void> => {
  (await call('unwatchListing', { path: { id } })).read(isNow(false));
};

/** A listing and the section in which it stands: the service wants both. */
export interface ListingInSection {
  readonly listingId: Int64;
  readonly sectionId: Int64;
}

const watchItemsOf = (items: readonly ListingInSection[]) =>
  items.map(({ listingId, sectionId }) => ({ ItemId: listingId, SectionId: sectionId }));

/** Puts listings on the caller's watch list: `POST /v1/listings/watchmulti`. */
export const watchListings = async (call: Call, items: readonly ListingInSection[]): Promise<MultiListingResult> =>
  (await call('watchListings', { body: watchItemsOf(items) })).read(
    doneOrResult(items.map(({ listingId }) => listingId)),
  );

/** Removes listings from the caller's watch list: `POST /v1/listings/unwatchmulti`. */
export const unwatchListings = async (call: Call, items: readonly ListingInSection[]): Promise<MultiListingResult> =>
  (await call('unwatchListings', { body: watchItemsOf(items) })).read(
    doneOrResult(items.map(({ listingId }) => listingId)),
  );

/** The forms in which the service may give a watched listing. */
export type WatchedListing =
  | { readonly kind: 'item'; readonly item: Read<typeof ListItem> }
  | { readonly kind: 'detail'; readonly detail: Read<typeof ItemDetail> }
  | { readonly kind: 'watch'; readonly watch: Read<typeof WatchItem> }
  | { readonly kind: 'flag'; readonly isWatched: boolean };

const AnyForm = structure('watched listing', { ...ItemDetail.fields, ...ListItem.fields, ...WatchItem.fields });
const detailOnlyFields = Object.keys(ItemDetail.fields).filter((name) => !Object.hasOwn(ListItem.fields, name));

const readFlag = (json: unknown): boolean | null => {
  if (!isJsonObject(json)) return readBoolean(json);
  if (Object.keys(json).length === 0) return false;
  const [value, ...others] = Object.values(json);
  return typeof value === 'boolean' && others.length === 0 ? value : null;
};

/**
 * Finds the form of a body that describes a watched listing: a boolean, or the structure and the object that is one.
 *
 * @throws UnreadableBodyError when it is no such form
 */
const findWatchedForm = (json: unknown) => {
  // Assumption: R36.
  const isWatched = readFlag(json);
  if (isWatched !== null) return { kind: 'flag', isWatched } as const;
  const object = unwrapStructure(AnyForm, json);
  if (hasAnyField(object, ['ItemId'])) return { kind: 'watch', structure: WatchItem, object } as const;
  return hasAnyField(object, detailOnlyFields)
    ? ({ kind: 'detail', structure: ItemDetail, object } as const)
    : ({ kind: 'item', structure: ListItem, object } as const);
};

const readWatchedListing = (json: unknown, drift: ReportDrift): WatchedListing => {
  const form = findWatchedForm(json);
  if (form.kind === 'flag') return form;
  if (form.kind === 'watch') return { kind: 'watch', watch: decodeBody(form.structure, form.object, drift) };
  return form.kind === 'detail'
    ? { kind: 'detail', detail: decodeBody(form.structure, form.object, drift) }
    : { kind: 'item', item: decodeBody(form.structure, form.object, drift) };
};

const idOf = (watched: WatchedListing): Int64 | null => {
  if (watched.kind === 'watch') return watched.watch.ItemId;
  if (watched.kind === 'detail') return watched.detail.PKID;
  return watched.kind === 'item' ? watched.item.PKID : null;
};

/**
 * Gets one listing of the caller's watch list: `GET /v1/user/watchedlisting/{id}`.
 *
 * @throws UpstreamFailure `not_found` when the caller does not watch it
 */
export const getWatchedListing = async (call: Call, id: Int64): Promise<WatchedListing> =>
  (await call('getWatchedListing', { path: { id } })).read(oneById('getWatchedListing', id, readWatchedListing, idOf));
