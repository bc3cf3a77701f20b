/**
 * The shapes of the demo data: what the data modules of this folder hold and what seeding stores.
 *
 * Times are days before the start clock (fractions allowed, negative = after it), money is integer cents, accounts are
 * referred to by username, everything else by its numeric id.
 */
export type { DemoAccount, DemoAccountEntry, DemoApplication, DemoOrder, DemoOrderLine } from './demo-account-types.ts';
export type {
  DemoListing,
  DemoListingState,
  DemoPremiumOption,
  DemoPropertyFields,
  DemoThread,
  DemoVehicleFields,
  PremiumOptionCode,
  PriceLabelCode,
} from './demo-listing-types.ts';
export type {
  CategoryFields,
  DemoCategory,
  DemoLocality,
  DemoLookupValue,
  DemoPhotoSpecs,
  DemoRegion,
  DemoSection,
  DemoVehicleMake,
  FilterPriceListName,
  LookupListName,
} from './demo-lookup-types.ts';
