/**
 * The model of a listing: an id, what is already cached, and other views when a field needs more; and what an entry of a list leaves
 * out, which another view may have. Where a value is read decides what it costs, so a field has both from here:
 * `t.string(sameField('Title', 'Headline.'))`. Every view of a listing is priced by the identity of the listing.
 */
import { type MaybePromise, chain } from '../../../concurrency/maybe-promise.ts';
import { SortMode, ViewMode } from '../../../contract/codes.ts';
import { type ItemDetail, ListItem, type ListingDefinition } from '../../../contract/listings.ts';
import type { Int64 } from '../../../json/int64.ts';
import { hasCode, kindOf } from '../../../rest/call/failure.ts';
import { type Read, absentFieldsOf } from '../../../rest/decoding/decode.ts';
import { MAX_PAGE_SIZE } from '../../../rest/endpoints/user.ts';
import { nullIfNotAllowed } from '../../errors/upstream-errors.ts';
import {
  type FieldVisit,
  hasCached,
  keyOf,
  onePerObject,
  part,
  type Price,
  type Subject,
  sumOf,
  unlessCached,
} from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';

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

type EntryField = keyof typeof ListItem.fields;

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
const lacksAnyOf = (entry: ListingEntry, entries: readonly ListingEntry[], fields: readonly EntryField[]): boolean => {
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

/** The response of a list that an entry came in, and what is known of all of its entries, whatever they say. */
interface EntryList {
  readonly entries: readonly ListingEntry[];
  /** True for the caller's own listings; null where that is not known. */
  readonly isOwn: true | null;
  /** True for listings that have ended; null where the list does not say. */
  readonly isExpired: true | null;
  /** The section of which it is a list of the caller's own listings; null for another list. */
  readonly ownSection: Int64 | null;
  /** True for a list of what the caller watches, where an entry does not say; null for another list. */
  readonly isWatched: true | null;
}

export interface ListingModel {
  readonly __typename: 'Listing';
  readonly id: Int64;
  /** The list entry it came from; its fields are then taken from there. Null for a link. */
  readonly entry: ListingEntry | null;
  readonly list: EntryList | null;
  /** True if the caller watches it, when that is known without asking. */
  readonly isWatching: boolean | null;
  /** The detail view, when it has been read already; undefined when it has not. */
  readonly detail?: ListingDetail;
}

/** `Listing`, whose fields are in `listing.ts`. */
export const ListingRef = builder.objectRef<ListingModel>('Listing');

/** A listing of which only the id is known: costs nothing until a field needs more. */
export const listingLink = (id: Int64, isWatching: boolean | null = null): ListingModel => ({
  __typename: 'Listing',
  id,
  entry: null,
  list: null,
  isWatching,
});

/** What the kind of a list implies of its entries; nothing unless given. */
export type KnownOfEntries = Partial<Omit<EntryList, 'entries'>>;

/** The listings as a list reports them; null for an entry that cannot be read or has no id, which could not be named. */
export const listingsOfEntries = (
  came: readonly (ListingEntry | null)[],
  { isOwn = null, isExpired = null, isWatched = null, ownSection = null }: KnownOfEntries = {},
): readonly (ListingModel | null)[] => {
  const entries = came.filter((entry) => entry !== null);
  const list = { entries, isOwn, isExpired, isWatched, ownSection };
  return came.map((entry) => {
    if (entry === null || entry.PKID === null) return null;
    return { __typename: 'Listing', id: entry.PKID, entry, list, isWatching: entry.IsWatched ?? isWatched };
  });
};

/** The detail view; null when there is no such listing. One call an operation. `GET /v1/listings/{id}` */
export const detailOf = ({ id, detail }: ListingModel, { loaders }: GatewayContext) =>
  detail ?? loaders.load('listingDetailById', id);

/** The list entry, when it has the fields; null for a link, and for an entry to which another view has to add them. */
export const entryWith = ({ entry, list }: ListingModel, fields: readonly EntryField[]): ListingEntry | null =>
  entry === null || (list !== null && lacksAnyOf(entry, list.entries, fields)) ? null : entry;

/**
 * The detail view where it is read for another field anyway, which takes no call; undefined where it is not.
 *
 * What asks for it in the same pass has done so when this goes on.
 */
export const detailAtHand = async ({ id, detail }: ListingModel, { loaders }: GatewayContext) => {
  if (detail !== undefined) return detail;
  await Promise.resolve();
  return loaders.find('listingDetailById', id)?.catch(() => undefined);
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
): MaybePromise<Value | null> => chain(detailOf(listing, context), (detail) => detail && fromDetail(detail));

/** The short form; null when there is none for the caller. `GET /v1/listings/{id}/mini` */
export const shortFormOf = async (listing: ListingModel, context: GatewayContext) => {
  try {
    return await context.loaders.load('listingPreview', { id: listing.id, agentId: null });
  } catch (error) {
    if (kindOf(error) === 'forbidden' || kindOf(error) === 'rejected') return null;
    // A caller who may not read the detail either gets that error.
    if (hasCode(error, 'UNAUTHENTICATED')) return readDetail(listing, context, () => null);
    throw error;
  }
};

/** The definition when the caller may read it, else null: it is not the caller's fault that it is asked for (R19). */
export const readableDefinition = (id: Int64, { loaders }: GatewayContext) =>
  loaders.load('listingDefinitionById', id).catch(nullIfNotAllowed);

/**
 * Whether a listing has expired; null where that is not known: in other lists than the caller's own, and behind the first page of
 * expired ones. `GET /v1/user/listings`
 */
export const isExpired = ({ id, list }: ListingModel, { loaders }: GatewayContext): MaybePromise<boolean | null> => {
  if (list === null || list.ownSection === null) return null;
  if (list.isExpired) return true;
  const firstPage = { first: 1, count: MAX_PAGE_SIZE, sortmode: SortMode.MostRecent, viewmode: ViewMode.ShowExpired };
  return loaders.load('userListings', { section: list.ownSection, ...firstPage }).then(({ Items, TotalResults }) => {
    const ids = (Items ?? []).map((entry) => entry?.PKID ?? null);
    const isComplete = TotalResults !== null && TotalResults <= ids.length && !ids.includes(null);
    return ids.includes(id) || (isComplete ? false : null);
  });
};

/** A value that only the detail has. */
export const fromDetail: Price = onePerObject('getListing');

/** A value that the list entry has, or else the detail. */
export const fromView = unlessCached('entry', fromDetail);

/**
 * A value that may have to be looked for in the detail and in the definition. Entries of a service that keeps to its document say
 * it; what an entry lacks nonetheless is completed at run time, within the limit of calls.
 */
export const fromParameters = unlessCached('entry', sumOf(fromDetail, onePerObject('getListingDefinition')));

/** The main picture: given by the list entry, else by the short form, else by the detail. */
export const mainPicture = unlessCached('entry', sumOf(onePerObject('getListingMini'), fromDetail));

/** A part that views of one listing tell, each its own: a listing that was just changed may be elsewhere in another view. */
export const partOfView =
  (name: string, more: Partial<Subject> = {}, price: Price = fromView) =>
  (visit: FieldVisit): Subject => {
    price(visit);
    return part(visit, hasCached(visit, 'entry') ? `${name} of the entry` : name, more);
  };

/** Another view of the same listing, of which nothing is known yet. */
export const sameListing = ({ subject: { identity, count } }: FieldVisit): Subject => ({ identity, count, cached: [] });

/** The listing that an id argument names. */
export const listingById = (id: unknown): Subject => ({ identity: `listing ${keyOf(id)}`, count: 1, cached: [] });

/** Puts a price on the listing that the argument `id` names. */
export const onListing =
  (price: Price): Price =>
  (visit) => {
    const subject = listingById(visit.args['id']);
    return price({ ...visit, subject }) ?? subject;
  };

/** Options of a field with a value from anywhere. */
export const pricedField = <Value>(
  price: Price,
  read: (listing: ListingModel, context: GatewayContext) => MaybePromise<Value | null>,
) => ({ price, resolve: (listing: ListingModel, _args: object, context: GatewayContext) => read(listing, context) });

/** Options of a field with a value of fields that the list entry has, else of the detail. */
export const entryOrDetailField = <Value>(
  fields: readonly [EntryField, ...EntryField[]],
  ofEntry: (entry: ListingEntry) => Value | null,
  ofDetail: (detail: ListingDetail) => Value | null,
  price: Price = fromView,
) => pricedField(price, (listing, context) => readView(listing, context, fields, ofEntry, ofDetail));

/** Options of a field with what is made of one that list entries and details have alike. */
export const sameFieldOf = <Name extends EntryField & keyof ListingDetail, Value>(
  name: Name,
  description: string,
  readIn: (view: ListingEntry | ListingDetail, name: Name) => Value | null,
) => {
  const read = (view: ListingEntry | ListingDetail) => readIn(view, name);
  return { description, ...entryOrDetailField([name], read, read) };
};

/** Options of a field that list entries and details have alike, as it is. */
export const sameField = <Name extends EntryField & keyof ListingDetail>(name: Name, description: string) =>
  sameFieldOf(name, description, (view): (ListingEntry | ListingDetail)[Name] | null => view[name]);
