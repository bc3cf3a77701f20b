import { describe, expect, it } from 'vitest';
import { Condition, PremiumOption, PriceLabel } from '../../../../src/contract/codes.ts';
import { demoAccounts } from '../../../../src/embedded/demo/accounts/demo-accounts.ts';
import { createDemoListings } from '../../../../src/embedded/demo/listings/demo-listings.ts';
import { listingLifetimeDays } from '../../../../src/embedded/demo/listings/listing-lifetime.ts';
import { localities } from '../../../../src/embedded/demo/lookups/places.ts';
import { categories, sections } from '../../../../src/embedded/demo/lookups/section-tree.ts';
import type { DemoListing } from '../../../../src/embedded/demo/model/demo-listing-types.ts';

const listings = createDemoListings();
const accounts = new Map(demoAccounts.map((account) => [account.username, account]));

/** Ids of the listings for which something does not hold. */
const exceptions = (holds: (listing: DemoListing) => boolean): number[] =>
  listings.filter((listing) => !holds(listing)).map(({ id }) => id);

const count = (wanted: Partial<DemoListing>): number =>
  listings.filter((listing) => Object.entries(wanted).every(([key, value]) => Reflect.get(listing, key) === value))
    .length;

const hasRepeats = (values: readonly unknown[]): boolean => new Set(values).size !== values.length;
const descends = (values: readonly number[]): boolean =>
  values.every((value, n) => n === 0 || value <= (values[n - 1] ?? value));

describe('createDemoListings', () => {
  it('writes the same listings on every call', () => {
    expect(createDemoListings()).toEqual(listings);
  });

  it('writes at least 420 listings with ids from 1001 in the order of listing', () => {
    expect(listings.length).toBeGreaterThanOrEqual(420);
    expect(listings.map(({ id }) => id)).toEqual(listings.map((_, n) => 1_001 + n));
    expect(descends(listings.map(({ listedDaysAgo }) => listedDaysAgo))).toBe(true);
  });

  it.each(categories.map((category) => [category.name, category] as const))(
    'fills %s with at least five active listings, all in its own section',
    (_name, { id, sectionId }) => {
      expect(count({ categoryId: id, sectionId, state: 'active' })).toBeGreaterThanOrEqual(5);
      expect(count({ categoryId: id })).toBe(count({ categoryId: id, sectionId }));
    },
  );

  it.each(sections.map(({ id, name }) => [name, id] as const))(
    'gives the seller 12 active and 4 expired listings in %s',
    (_name, sectionId) => {
      expect(count({ owner: 'seller', sectionId, state: 'active' })).toBeGreaterThanOrEqual(12);
      expect(count({ owner: 'seller', sectionId, state: 'expired' })).toBeGreaterThanOrEqual(4);
    },
  );

  it('gives the agent at least 60 active properties, tester and newcomer nothing', () => {
    expect(count({ owner: 'agent', sectionId: 3, state: 'active' })).toBeGreaterThanOrEqual(60);
    expect(count({ owner: 'agent' })).toBe(count({ owner: 'agent', sectionId: 3 }));
    expect(count({ owner: 'tester' }) + count({ owner: 'newcomer' })).toBe(0);
  });

  it('belongs to accounts that exist', () => {
    expect(exceptions(({ owner }) => accounts.has(owner))).toEqual([]);
  });

  it('relists some, deletes a few, highlights a few and wants a few things', () => {
    expect(listings.filter(({ relistedDaysAgo }) => relistedDaysAgo !== null).length).toBeGreaterThan(50);
    expect(count({ state: 'deleted' })).toBeGreaterThan(3);
    expect(count({ isWanted: true })).toBeGreaterThan(15);
    expect(count({ isHighlighted: true })).toBeGreaterThan(20);
    expect(count({ isHighlighted: true })).toBeLessThan(listings.length / 4);
  });

  it('writes a title, several sentences that name the place, and a telephone number', () => {
    const names = new Map(localities.map(({ id, name }) => [id, name]));
    expect(exceptions(({ title }) => title.length > 4 && title.length <= 90)).toEqual([]);
    expect(exceptions(({ description }) => description.split(/[.:] /u).length >= 3)).toEqual([]);
    expect(exceptions((listing) => listing.description.includes(names.get(listing.localityId) ?? '?'))).toEqual([]);
    expect(exceptions((listing) => /^\+356 \d{4} \d{4}$/u.test(listing.contactTelephone))).toEqual([]);
  });

  it('leaves no gap, placeholder or program word in a text', () => {
    const isClean = ({ title, description }: DemoListing): boolean =>
      !/[{}<>]|undefined|null|NaN| {2}|\.\.|\s$/u.test(`${title}\n${description}`);
    expect(exceptions(isClean)).toEqual([]);
  });

  it('files listings only under companies and users of their owner', () => {
    const companies = (owner: string) => accounts.get(owner)?.companies.map(({ id }) => id) ?? [];
    const users = (owner: string) => accounts.get(owner)?.sharedUsers.map(({ id }) => id) ?? [];
    expect(exceptions((l) => l.companyProfileId === null || companies(l.owner).includes(l.companyProfileId))).toEqual(
      [],
    );
    expect(exceptions((l) => l.assignedTo === null || users(l.owner).includes(l.assignedTo))).toEqual([]);
    const assignees = new Set(listings.filter(({ owner }) => owner === 'agent').map(({ assignedTo }) => assignedTo));
    expect(assignees).toEqual(new Set([null, ...users('agent')]));
    expect(exceptions(({ owner, userRef }) => owner !== 'agent' || userRef !== null)).toEqual([]);
  });

  it('shows each listing in as many photos as its category allows, all different', () => {
    const specs = new Map(categories.map(({ id, photoSpecs }) => [id, photoSpecs]));
    const isAllowed = ({ categoryId, photos }: DemoListing): boolean => {
      const { min = 0, max = 0 } = specs.get(categoryId) ?? {};
      return photos.length >= Math.max(1, min) && photos.length <= Math.min(8, max);
    };
    expect(exceptions(isAllowed)).toEqual([]);
    expect(exceptions(({ photos }) => !hasRepeats(photos))).toEqual([]);
    expect(new Set(listings.map(({ photos }) => photos.length))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]));
  });

  it.each(['active', 'expired', 'deleted'] as const)(
    'shows neighbours among the %s listings of a category in different main photos',
    (state) => {
      const alike = categories.flatMap(({ id }) => {
        const neighbours = listings.filter((listing) => listing.categoryId === id && listing.state === state);
        return neighbours.filter(({ photos }, n) => photos[0] === neighbours[n - 1]?.photos[0]);
      });
      expect(alike).toEqual([]);
    },
  );
});

describe('dates of demo listings', () => {
  const ageOf = ({ relistedDaysAgo, listedDaysAgo }: DemoListing): number => relistedDaysAgo ?? listedDaysAgo;

  it('expire 60 days after listing or relisting a property, 30 after anything else', () => {
    expect([1, 2, 3, 4].map((sectionId) => listingLifetimeDays(sectionId))).toEqual([30, 30, 60, 30]);
    const active = listings.filter(({ state }) => state === 'active');
    const expired = listings.filter(({ state }) => state === 'expired');
    expect(active.filter((l) => ageOf(l) > listingLifetimeDays(l.sectionId) - 2)).toEqual([]);
    expect(expired.filter((l) => ageOf(l) < listingLifetimeDays(l.sectionId) + 0.5)).toEqual([]);
  });

  it('lie in the past and in order', () => {
    expect(exceptions((l) => ageOf(l) > 0 && l.listedDaysAgo >= ageOf(l))).toEqual([]);
    expect(exceptions(({ state, deletedDaysAgo }) => (state === 'deleted') === (deletedDaysAgo !== null))).toEqual([]);
    expect(exceptions((l) => (l.deletedDaysAgo ?? 0) < ageOf(l))).toEqual([]);
  });
});

describe('watchers of demo listings', () => {
  const watchedBy = (username: string): DemoListing[] =>
    listings.filter(({ watchers, state }) => watchers.includes(username) && state !== 'deleted');

  it('let the seller watch at least 55 listings, the agent some, the newcomer none', () => {
    expect(watchedBy('seller').length).toBeGreaterThanOrEqual(55);
    expect(watchedBy('agent').length).toBeGreaterThan(5);
    expect(watchedBy('newcomer')).toEqual([]);
  });

  it('are accounts other than the owner, each once', () => {
    expect(exceptions(({ owner, watchers }) => !watchers.includes(owner) && !hasRepeats(watchers))).toEqual([]);
    expect(exceptions(({ watchers }) => watchers.every((watcher) => accounts.has(watcher)))).toEqual([]);
  });
});

describe('conversations about demo listings', () => {
  const threads = listings.flatMap((listing) => listing.threads);

  it('are many, with ids that never repeat', () => {
    expect(threads.length).toBeGreaterThan(80);
    expect(hasRepeats(threads.map(({ id }) => id))).toBe(false);
  });

  it('are begun by somebody else, and go on between that user and the owner', () => {
    const isFair = ({ owner, threads: own }: DemoListing): boolean =>
      own.every(
        ({ startedBy, messages }) =>
          startedBy !== owner &&
          accounts.has(startedBy) &&
          messages[0]?.from === startedBy &&
          messages.every(({ from, text }) => (from === owner || from === startedBy) && text.length > 0),
      );
    expect(exceptions(isFair)).toEqual([]);
  });

  it('run from the oldest message to the newest, after the listing was listed', () => {
    expect(threads.filter(({ messages }) => !descends(messages.map(({ daysAgo }) => daysAgo)))).toEqual([]);
    expect(exceptions((l) => l.threads.every((t) => (t.messages[0]?.daysAgo ?? 0) < l.listedDaysAgo))).toEqual([]);
  });

  it('leave the seller messages read and unread, and have questions the seller asked', () => {
    const own = listings.filter(({ owner }) => owner === 'seller').flatMap((listing) => listing.threads);
    const received = own.flatMap(({ messages }) => messages.filter(({ from }) => from !== 'seller'));
    expect(new Set(received.map(({ isRead }) => isRead))).toEqual(new Set([true, false]));
    expect(threads.filter(({ startedBy }) => startedBy === 'seller').length).toBeGreaterThan(5);
  });
});

describe('premium options of demo listings', () => {
  const bought = listings.flatMap(({ state, listedDaysAgo, premiumOptions }) =>
    premiumOptions.map((option) => ({ ...option, state, listedDaysAgo })),
  );

  it('run, ran out, or last as long as the listing', () => {
    const ofActive = bought.filter(({ state }) => state === 'active').map(({ expiresDaysAgo }) => expiresDaysAgo);
    expect(ofActive.some((daysAgo) => daysAgo === null)).toBe(true);
    expect(ofActive.some((daysAgo) => daysAgo !== null && daysAgo < 0)).toBe(true);
    expect(ofActive.some((daysAgo) => daysAgo !== null && daysAgo > 0)).toBe(true);
  });

  it('last three or seven days as their code says, or without an end', () => {
    const lifetimes = bought.map(({ option, boughtDaysAgo, expiresDaysAgo }) => ({
      option,
      days: expiresDaysAgo === null ? null : Math.round(boughtDaysAgo - expiresDaysAgo),
    }));
    const days = {
      [PremiumOption.Featured_3days]: 3,
      [PremiumOption.Featured_7days]: 7,
      [PremiumOption.Featured]: null,
    };
    expect(lifetimes.filter(({ option, days: found }) => Reflect.get(days, option) !== found)).toEqual([]);
    expect(bought.filter(({ boughtDaysAgo, listedDaysAgo }) => boughtDaysAgo > listedDaysAgo)).toEqual([]);
  });

  it('highlight exactly the active listings on which one runs', () => {
    const runs = ({ state, premiumOptions }: DemoListing): boolean =>
      state === 'active' && premiumOptions.some(({ expiresDaysAgo }) => (expiresDaysAgo ?? -1) < 0);
    expect(exceptions((listing) => listing.isHighlighted === runs(listing))).toEqual([]);
  });
});

describe('prices and codes of demo listings', () => {
  const inCategory = (id: number): DemoListing[] => listings.filter(({ categoryId }) => categoryId === id);
  const eurosIn = (id: number): number[] => inCategory(id).map(({ priceCents }) => (priceCents ?? 0) / 100);

  it('are whole cents above nothing, or not given', () => {
    expect(exceptions(({ priceCents: c }) => c === null || (Number.isSafeInteger(c) && c > 0))).toEqual([]);
    expect(count({ priceCents: null })).toBeGreaterThan(10);
  });

  it('fit homes on sale, by the month and by the day', () => {
    expect(eurosIn(301).filter((euros) => euros < 90_000)).toEqual([]);
    expect(eurosIn(302).filter((euros) => euros < 400 || euros > 12_000)).toEqual([]);
    expect(eurosIn(303).filter((euros) => euros < 25 || euros > 1_000)).toEqual([]);
  });

  it('say what they are for in lettings', () => {
    expect(inCategory(302).filter(({ priceLabel }) => priceLabel !== PriceLabel.PerMonth)).toEqual([]);
    expect(inCategory(302).filter(({ priceSuffix }) => priceSuffix !== 'per month')).toEqual([]);
    expect(inCategory(303).filter(({ priceLabel }) => priceLabel !== PriceLabel.PerDay)).toEqual([]);
    expect(inCategory(303).filter(({ priceSuffix }) => priceSuffix !== 'per day')).toEqual([]);
  });

  it('are lower for old cars than for young ones', () => {
    const average = (cars: readonly DemoListing[]): number =>
      cars.reduce((sum, { priceCents }) => sum + (priceCents ?? 0), 0) / cars.length;
    const registered = (first: number, last: number): DemoListing[] =>
      inCategory(201).filter(({ vehicle }) => vehicle !== null && vehicle.regYear >= first && vehicle.regYear <= last);
    expect(average(registered(2_020, 2_024))).toBeGreaterThan(2 * average(registered(2_000, 2_013)));
  });

  it('use the codes of the specification', () => {
    const conditions = new Set<number>(Object.values(Condition));
    const labels = new Set<number>(Object.values(PriceLabel));
    expect(exceptions(({ condition, priceLabel }) => conditions.has(condition) && labels.has(priceLabel))).toEqual([]);
  });
});
