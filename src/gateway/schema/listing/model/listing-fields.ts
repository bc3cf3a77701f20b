/**
 * Fields of `Listing`: where a value is read decides what it costs, so a field has both from here. Spread into its options:
 * `t.string({ description: 'Headline.', ...viewField('Title') })`.
 */

import type { MaybePromise } from '../../../../concurrency/maybe-promise.ts';
import type { EntryField } from '../../../listing-views/entry-form.ts';
import type { ListingDetail, ListingEntry } from '../../../listing-views/views.ts';
import type { Price } from '../../../pricing/price.ts';
import type { GatewayContext } from '../../core/context.ts';
import { type ListingModel, readDetail, readView } from './listing-model.ts';
import { fromDetail, fromView } from './listing-prices.ts';

/** A value of a listing, and what reading it costs. */
interface PricedField<Value> {
  readonly price: Price;
  readonly resolve: (listing: ListingModel, args: object, context: GatewayContext) => MaybePromise<Value | null>;
}

/** A field that list entries and details share: from the entry, else from the detail. */
export const viewField = <Name extends EntryField & keyof ListingDetail>(
  name: Name,
): PricedField<ListingEntry[Name] | ListingDetail[Name]> =>
  viewFieldOf<ListingEntry[Name] | ListingDetail[Name]>(
    [name],
    (entry) => entry[name],
    (detail) => detail[name],
  );

/** A value of fields that the list entry has, else of the detail. */
export const viewFieldOf = <Value>(
  fields: readonly [EntryField, ...EntryField[]],
  ofEntry: (entry: ListingEntry) => Value | null,
  ofDetail: (detail: ListingDetail) => Value | null,
  price: Price = fromView,
): PricedField<Value> =>
  pricedField(price, (listing, context) => readView(listing, context, fields, ofEntry, ofDetail));

/** A field that only the detail has. */
export const detailField = <Name extends keyof ListingDetail>(name: Name): PricedField<ListingDetail[Name]> =>
  detailFieldOf((detail) => detail[name]);

/** A value that only the detail has. */
export const detailFieldOf = <Value>(
  ofDetail: (detail: ListingDetail, listing: ListingModel, context: GatewayContext) => Value | null,
  price: Price = fromDetail,
): PricedField<Value> =>
  pricedField(price, (listing, context) =>
    readDetail(listing, context, (detail) => ofDetail(detail, listing, context)),
  );

/** A value from anywhere, with its price. */
export const pricedField = <Value>(
  price: Price,
  read: (listing: ListingModel, context: GatewayContext) => MaybePromise<Value | null>,
): PricedField<Value> => ({
  price,
  resolve: (listing, _args, context) => read(listing, context),
});
