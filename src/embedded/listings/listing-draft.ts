/** What of a listing its owner decides. */
import type { ListingRow } from './listing-row.ts';

/** What a listing says of a property or a vehicle; null for what it does not say. */
export type ListingExtras = Readonly<
  Record<
    | 'bedrooms'
    | 'finishLevel'
    | 'gardenOrYard'
    | 'pool'
    | 'propertyType'
    | 'doors'
    | 'engineSize'
    | 'fuel'
    | 'imported'
    | 'mileage'
    | 'regYear'
    | 'transmission',
    number | null
  > &
    Record<'vehicleMake' | 'vehicleModel', string | null>
>;

/** What a caller may set of a listing, checked. Prices are in cents; null = none. */
export type ListingDraft = Pick<
  ListingRow,
  | 'sectionId'
  | 'categoryId'
  | 'localityId'
  | 'title'
  | 'description'
  | 'priceCents'
  | 'priceLabel'
  | 'condition'
  | 'contactTelephone'
  | 'assignedTo'
  | 'companyId'
  | 'userRef'
  | 'paymentAuth'
> &
  ListingExtras;
