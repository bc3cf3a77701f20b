/** The part of a listing that its owner decides. */
import type { ListingRow } from './listing-row.ts';

/** Details of a property or a vehicle; null for those not given. */
export type ListingExtras = Pick<
  ListingRow,
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
  | 'transmission'
  | 'vehicleMake'
  | 'vehicleModel'
>;

/** Fields of a listing that a caller may set, checked. Prices are in cents; null = none. */
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
