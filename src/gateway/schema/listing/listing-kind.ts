/** The kind of a listing: which group of attributes it carries. */
import { chain, type MaybePromise } from '../../../concurrency/maybe-promise.ts';
import { ExtraParamsType } from '../../../contract/codes.ts';
import type { GatewayContext } from '../core/context.ts';
import { hasGroup, type KindModel, readAttribute } from './model/listing-attributes.ts';
import { pricedField, viewField } from './model/listing-fields.ts';
import type { ListingModel } from './model/listing-model.ts';
import { fromParameters } from './model/listing-prices.ts';
import { propertyAttributes } from './property-details.ts';
import { vehicleAttributes } from './vehicle-details.ts';

/** `Listing.kind`, as a view names it. */
export const kindField = viewField('ExtraParamsType');

/** The attributes of a kind of listing; null for a listing of another kind. */
export const kindModelField = (kind: (typeof ExtraParamsType)['Vehicle' | 'Property']) => {
  const [group, other] =
    kind === ExtraParamsType.Vehicle
      ? [vehicleAttributes, propertyAttributes]
      : [propertyAttributes, vehicleAttributes];
  const isOfKind = (listing: ListingModel, context: GatewayContext): MaybePromise<boolean> =>
    chain(kindField.resolve(listing, {}, context), (value) =>
      value === null ? hasGroup(listing, group, other, context) : value === kind,
    );
  return pricedField<KindModel>(fromParameters, (listing, context) =>
    chain(isOfKind(listing, context), (is) =>
      is ? { read: (attribute) => readAttribute(listing, attribute, context) } : null,
    ),
  );
};
