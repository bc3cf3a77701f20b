/**
 * Types of the demo listings.
 *
 * Times of demo data are days before the start clock (fractions allowed, negative = after it), money is integer cents, accounts are
 * referred to by username, everything else by its numeric id.
 */
import type { Condition, PremiumOption, PriceLabel } from '../../../contract/codes.ts';
import type { CodeOf } from './demo-account-types.ts';

/** Code of a price's label. */
export type PriceLabelCode = CodeOf<typeof PriceLabel>;
/** Code of an item's condition. */
export type ConditionCode = CodeOf<typeof Condition>;
/** Code of a premium option. */
export type PremiumOptionCode = CodeOf<typeof PremiumOption>;

/** Extra fields of a property listing; numbers are keys of the lookup lists. */
export interface DemoPropertyFields {
  readonly propertyType: number;
  readonly bedrooms: number;
  readonly finishLevel: number;
  readonly gardenOrYard: number;
  readonly pool: number;
}

/** Extra fields of a vehicle listing. */
export interface DemoVehicleFields {
  readonly make: string;
  readonly model: string;
  /** 4-digit year of registration. */
  readonly regYear: number;
  /** Kilometres. */
  readonly mileage: number;
  /** Cubic centimetres; 0 for electric motors. */
  readonly engineSize: number;
  readonly doors: number;
  readonly fuel: number;
  readonly transmission: number;
  readonly imported: number;
}

/** A message of a thread. */
export interface DemoMessage {
  readonly from: string;
  readonly daysAgo: number;
  readonly text: string;
  /** Whether the other side has read it. */
  readonly isRead: boolean;
}

/** A conversation about a listing between its owner and `startedBy`; messages run from the oldest to the newest. */
export interface DemoThread {
  readonly id: number;
  readonly startedBy: string;
  readonly messages: readonly DemoMessage[];
}

/** A premium option bought for a listing; `expiresDaysAgo` null means it lasts as long as the listing. */
export interface DemoPremiumOption {
  readonly option: PremiumOptionCode;
  readonly boughtDaysAgo: number;
  readonly expiresDaysAgo: number | null;
}

/** State of a listing at the start clock. */
export type DemoListingState = 'active' | 'expired' | 'deleted';

/** A listing with all that hangs on it. */
export interface DemoListing {
  readonly id: number;
  readonly owner: string;
  readonly sectionId: number;
  readonly categoryId: number;
  readonly localityId: number;
  readonly title: string;
  readonly description: string;
  /** Null = no price given. */
  readonly priceCents: number | null;
  readonly priceLabel: PriceLabelCode;
  /** Words after the price, e.g. `per month`; null = none. */
  readonly priceSuffix: string | null;
  readonly condition: ConditionCode;
  readonly contactTelephone: string;
  readonly isWanted: boolean;
  readonly isHighlighted: boolean;
  readonly views: number;
  /** Follows from the dates: see `listingLifetimeDays`. */
  readonly state: DemoListingState;
  readonly listedDaysAgo: number;
  /** Null = never relisted. */
  readonly relistedDaysAgo: number | null;
  /** Null unless `state` is `deleted`. */
  readonly deletedDaysAgo: number | null;
  /** The owner's own reference; null = none. */
  readonly userRef: string | null;
  /** Id of one of the owner's companies; null = none. */
  readonly companyProfileId: number | null;
  /** Id of one of the owner's shared users or groups; null = the owner's own. */
  readonly assignedTo: number | null;
  /** Given exactly in categories whose fields are `property`. */
  readonly property: DemoPropertyFields | null;
  /** Given exactly in categories whose fields are `vehicle`. */
  readonly vehicle: DemoVehicleFields | null;
  /** Names of demo pictures, all different; the first is the main photo. */
  readonly photos: readonly string[];
  /** Usernames. */
  readonly watchers: readonly string[];
  readonly threads: readonly DemoThread[];
  readonly premiumOptions: readonly DemoPremiumOption[];
}
