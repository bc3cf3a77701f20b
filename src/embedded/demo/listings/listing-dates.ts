import type { DemoListing, DemoListingState } from '../model/demo-listing-types.ts';
import type { SeededRandom } from '../model/seeded-random.ts';
import { listingLifetimeDays } from './listing-lifetime.ts';

/** Dates on which a listing was listed, relisted and deleted. */
export type ListingDates = Pick<DemoListing, 'listedDaysAgo' | 'relistedDaysAgo' | 'deletedDaysAgo'>;

/** Days by which an active listing is safe from expiry, so that a demo that runs overnight still looks alive. */
const SAFE_DAYS = 2.5;

/** Chooses dates from which the wanted state follows. */
export function chooseListingDates(random: SeededRandom, sectionId: number, state: DemoListingState): ListingDates {
  const lifetime = listingLifetimeDays(sectionId);
  const isRelisted = random.chance(0.3);
  const lastListed =
    state === 'expired'
      ? lifetime + random.decimal(0.6, 45, 3)
      : random.chance(0.12)
        ? random.decimal(0.02, 1, 3)
        : random.decimal(0.5, lifetime - SAFE_DAYS, 3);
  const firstListed = lastListed + lifetime + random.decimal(0.2, 60, 3);
  return {
    listedDaysAgo: isRelisted ? Number(firstListed.toFixed(3)) : lastListed,
    relistedDaysAgo: isRelisted ? lastListed : null,
    deletedDaysAgo: state === 'deleted' ? Number((lastListed * random.decimal(0.1, 0.9, 2)).toFixed(3)) : null,
  };
}
