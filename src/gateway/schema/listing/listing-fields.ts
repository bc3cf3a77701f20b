/**
 * How fields of a listing are read: where a value is read decides what it costs, so a field has both from here. Spread into its
 * options: `t.string({ description: 'Headline.', ...viewField('Title') })`. Every view of a listing is priced by the identity of the listing.
 */
import type { MaybePromise } from '../../../concurrency/maybe-promise.ts';
import type { EntryField, ListingDetail, ListingEntry } from '../../listing-views/views.ts';
import {
  type FieldVisit,
  hasCached,
  keyOf,
  onePerObject,
  part,
  type Price,
  type Subject,
} from '../../pricing/price.ts';
import type { GatewayContext } from '../core/context.ts';
import { type ListingModel, readView } from './listing-model.ts';

/** A value that only the detail has. */
export const fromDetail: Price = onePerObject('getListing');

/** A value that the list entry has, or else the detail. */
export const fromView: Price = (visit) => {
  if (!hasCached(visit, 'entry')) fromDetail(visit);
};

/**
 * A value that may have to be looked for in the detail and in the definition. Entries of a service that keeps to its document say
 * it; what an entry lacks nonetheless is completed at run time, within the limit of calls.
 */
export const fromParameters: Price = (visit) => {
  if (hasCached(visit, 'entry')) return;
  fromDetail(visit);
  onePerObject('getListingDefinition')(visit);
};

/** The main picture: given by the list entry, else by the short form, else by the detail. */
export const mainPicture: Price = (visit) => {
  if (hasCached(visit, 'entry')) return;
  onePerObject('getListingMini')(visit);
  fromDetail(visit);
};

/** A part that views of one listing tell, each its own: a listing that was just changed may be elsewhere in another view. */
export const partOfView = (visit: FieldVisit, name: string, more: Partial<Subject> = {}): Subject =>
  part(visit, hasCached(visit, 'entry') ? `${name} of the entry` : name, more);

/** Another view of the same listing, of which nothing is known yet. */
export const sameListing = ({ subject: { identity, count } }: FieldVisit): Subject => ({ identity, count, cached: [] });

/** The listing that an id argument names. */
export const listingById = (id: unknown): Subject => ({
  identity: `listing ${keyOf(id)}`,
  count: 1,
  cached: [],
});

/** Puts a price on the listing that the argument `id` names. */
export const onListing =
  (price: Price): Price =>
  (visit) => {
    const subject = listingById(visit.args['id']);
    return price({ ...visit, subject }) ?? subject;
  };

/** A value of a listing, and what reading it costs. */
interface PricedField<Value> {
  readonly price: Price;
  readonly resolve: (listing: ListingModel, args: object, context: GatewayContext) => MaybePromise<Value | null>;
}

/** A value from anywhere, with its price. */
export const pricedField = <Value>(
  price: Price,
  read: (listing: ListingModel, context: GatewayContext) => MaybePromise<Value | null>,
): PricedField<Value> => ({ price, resolve: (listing, _args, context) => read(listing, context) });

/** A value of fields that the list entry has, else of the detail. */
export const viewFieldOf = <Value>(
  fields: readonly [EntryField, ...EntryField[]],
  ofEntry: (entry: ListingEntry) => Value | null,
  ofDetail: (detail: ListingDetail) => Value | null,
  price: Price = fromView,
): PricedField<Value> =>
  pricedField(price, (listing, context) => readView(listing, context, fields, ofEntry, ofDetail));

/** A value of fields that list entries and details have alike. */
export const sameFieldOf = <Value>(
  fields: readonly [EntryField, ...EntryField[]],
  ofView: (view: ListingEntry | ListingDetail) => Value | null,
): PricedField<Value> => viewFieldOf(fields, ofView, ofView);

/** A field that list entries and details share. */
export const viewField = <Name extends EntryField & keyof ListingDetail>(name: Name) =>
  sameFieldOf([name], (view): (ListingEntry | ListingDetail)[Name] | null => view[name]);
