import { demoAccounts } from '../accounts/demo-accounts.ts';
import { classifiedShelves } from '../catalogues/classified-catalogue.ts';
import { createShelfOffer } from '../catalogues/classified-offers.ts';
import { jobShelves } from '../catalogues/job-catalogue.ts';
import { createJobOffer } from '../catalogues/job-offers.ts';
import type { ListingOffer, OfferContext } from '../catalogues/listing-offer.ts';
import { partsShelves } from '../catalogues/parts-catalogue.ts';
import { createPropertyOffer } from '../catalogues/property-offers.ts';
import { vehicleShelves } from '../catalogues/vehicle-catalogue.ts';
import { createVehicleOffer } from '../catalogues/vehicle-offers.ts';
import { localities } from '../lookups/places.ts';
import type { DemoListing, DemoListingState } from '../model/demo-listing-types.ts';
import type { DemoLocality } from '../model/demo-lookup-types.ts';
import { choosePictures, listDemoPictures } from '../model/demo-pictures.ts';
import { createSeededRandom, mixSeed, type SeededRandom } from '../model/seeded-random.ts';
import { choosePremiumOptions, chooseWatchers, isPremiumActive, writeThreads } from './listing-activity.ts';
import { chooseListingDates } from './listing-dates.ts';
import { listingPlan } from './listing-plan.ts';

const FIRST_LISTING_ID = 1_001;
const FIRST_THREAD_ID = 60_001;
const GOZO_REGION_ID = 6;
const LETTINGS_DESK_ID = 9_001;
const LETTINGS_COMPANY_ID = 7_002;

/** Comino has a hotel, a tower and a handful of people, none of whom lists anything. */
const inhabitedLocalities = localities.filter(({ name }) => name !== 'Comino');

/** Everything but the ids and the pictures, which follow the order of listing. */
type Draft = Omit<DemoListing, 'id' | 'threads' | 'photos'> & {
  readonly photos: ListingOffer['photos'];
  readonly threads: readonly Omit<DemoListing['threads'][number], 'id'>[];
};

function createOffer(context: OfferContext, locality: DemoLocality): ListingOffer {
  const { categoryId } = context;
  const shelf = [...classifiedShelves, ...partsShelves].find((candidate) => candidate.categoryId === categoryId);
  if (shelf !== undefined) return createShelfOffer(shelf, context);
  const jobShelf = jobShelves.find((candidate) => candidate.categoryId === categoryId);
  if (jobShelf !== undefined) return createJobOffer(jobShelf, context);
  if (categoryId === 201 || categoryId === 202 || categoryId === 203 || categoryId === 204) {
    return createVehicleOffer(vehicleShelves[categoryId], context);
  }
  return createPropertyOffer({ ...context, isInGozo: locality.regionId === GOZO_REGION_ID });
}

/** Files a listing of an owner with companies and colleagues. */
function chooseFiling(
  random: SeededRandom,
  owner: string,
  categoryId: number,
  ordinal: number,
): Pick<DemoListing, 'userRef' | 'companyProfileId' | 'assignedTo'> {
  const companies = demoAccounts.find(({ username }) => username === owner)?.companies ?? [];
  const companyProfileId = companies[0]?.id ?? null;
  if (owner !== 'agent') {
    const userRef =
      companyProfileId === null ? null : `${owner.slice(0, 2).toUpperCase()}-${categoryId}-${ordinal + 1}`;
    return { userRef, companyProfileId, assignedTo: null };
  }
  const isLetting = categoryId === 302 || categoryId === 303 || categoryId === 308;
  return {
    userRef: `${isLetting ? 'LET' : 'SAL'}-${String(categoryId * 100 + ordinal).padStart(6, '0')}`,
    companyProfileId: isLetting && random.chance(0.45) ? LETTINGS_COMPANY_ID : companyProfileId,
    assignedTo: isLetting
      ? random.pick([null, LETTINGS_DESK_ID, 5_006, 5_007])
      : random.pick([null, null, 5_006, 5_007]),
  };
}

function chooseTelephone(random: SeededRandom, owner: string): string {
  const other = `+356 49${random.integer(10, 99)} ${String(random.integer(0, 9_999)).padStart(4, '0')}`;
  const own = demoAccounts.find(({ username }) => username === owner)?.telephone ?? null;
  return own === null || random.chance(0.2) ? other : own;
}

function draftListing(categoryId: number, owner: string, state: DemoListingState, ordinal: number): Draft {
  const random = createSeededRandom(mixSeed(categoryId, ordinal, 7));
  const locality = random.pick(inhabitedLocalities);
  const sectionId = Math.floor(categoryId / 100);
  const isWanted = ordinal % 9 === 6 && state === 'active' && owner !== 'agent' && owner !== 'harbourmotors';
  const offer = createOffer({ random, categoryId, ordinal, localityName: locality.name, isWanted }, locality);
  const dates = chooseListingDates(random, sectionId, state);
  const lastListedDaysAgo = dates.relistedDaysAgo ?? dates.listedDaysAgo;
  const premiumOptions = choosePremiumOptions(random, { state, lastListedDaysAgo });
  return {
    ...offer,
    ...dates,
    owner,
    sectionId,
    categoryId,
    localityId: locality.id,
    state,
    isWanted,
    contactTelephone: chooseTelephone(random, owner),
    isHighlighted: premiumOptions.some((option) => isPremiumActive(option, state)),
    views: Math.round(dates.listedDaysAgo * random.decimal(1.5, 14, 2) + random.integer(0, 12)),
    ...chooseFiling(random, owner, categoryId, ordinal),
    watchers: chooseWatchers(random, { owner, state }),
    threads: writeThreads(random, { owner, sectionId, state, listedDaysAgo: lastListedDaysAgo }),
    premiumOptions,
  };
}

function draftCategory(plan: (typeof listingPlan)[number]): Draft[] {
  const slots = plan.quotas.flatMap(({ owner, active, expired, deleted }) => [
    ...Array.from({ length: active }, () => ({ owner, state: 'active' as const })),
    ...Array.from({ length: expired }, () => ({ owner, state: 'expired' as const })),
    ...Array.from({ length: deleted }, () => ({ owner, state: 'deleted' as const })),
  ]);
  return slots.map(({ owner, state }, ordinal) => draftListing(plan.categoryId, owner, state, ordinal));
}

/**
 * Writes the demo listings, the same ones on every call. Ids count from 1001 in the order of listing, thread ids from
 * 60001.
 */
export function createDemoListings(): DemoListing[] {
  const pictures = listDemoPictures();
  const turns = new Map<string, number>();
  const nextTurn = ({ categoryId, state }: Draft): number => {
    const list = `${categoryId} ${state}`;
    const turn = turns.get(list) ?? 0;
    turns.set(list, turn + 1);
    return turn;
  };
  let threadId = FIRST_THREAD_ID;
  return listingPlan
    .flatMap((plan) => draftCategory(plan))
    .toSorted((a, b) => b.listedDaysAgo - a.listedDaysAgo)
    .map((draft, n) => ({
      ...draft,
      id: FIRST_LISTING_ID + n,
      photos: choosePictures(pictures, draft.photos, nextTurn(draft)),
      threads: draft.threads.map((thread) => ({ ...thread, id: threadId++ })),
    }));
}
