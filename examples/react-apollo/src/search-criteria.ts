/** What somebody is looking for. Keys are those of the lookups, which are what listings carry too. */
import type { SimilarListingsQuery } from './generated/graphql.ts';

/** Keys of lookups, and a price in major units; an empty text means any. */
export interface SearchCriteria {
  readonly make: string;
  readonly model: string;
  readonly fuel: string;
  readonly transmission: string;
  readonly locality: string;
  readonly maxPrice: string;
}

/** Nothing in particular. */
export const anything: SearchCriteria = {
  make: '',
  model: '',
  fuel: '',
  transmission: '',
  locality: '',
  maxPrice: '',
};

/** A listing as the search finds it. */
export type FoundListing = NonNullable<NonNullable<SimilarListingsQuery['listing']>['related']>[number];

/** The attribute of a listing that each criterion is compared with. */
const attributeNames = {
  make: 'VehicleMake',
  model: 'VehicleModel',
  fuel: 'Fuel',
  transmission: 'Transmission',
  locality: 'LocalityId',
} as const;

/** Tells whether a listing is what somebody is looking for. */
export const matches = ({ maxPrice, ...wanted }: SearchCriteria, { price, attributes }: FoundListing): boolean => {
  if (maxPrice !== '' && (price?.amount ?? Number.POSITIVE_INFINITY) > Number(maxPrice)) return false;
  const values = new Map(attributes?.map(({ name, value }) => [name, value]));
  return Object.entries(attributeNames).every(
    ([criterion, name]) => Reflect.get(wanted, criterion) === '' || values.get(name) === Reflect.get(wanted, criterion),
  );
};
