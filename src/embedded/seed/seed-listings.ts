/** Puts demo listings, with their photos, watchers and conversations, into a database. */
import { PaymentAuth } from '../../contract/codes.ts';
import type { Database } from '../database/database.ts';
import { insertRow } from '../database/insert-row.ts';
import { listingLifetimeDays } from '../demo/listings/listing-lifetime.ts';
import type { DemoAccount } from '../demo/model/demo-account-types.ts';
import type { DemoListing } from '../demo/model/demo-listing-types.ts';
import { foldText, searchTextOf } from '../listings/search-text.ts';
import { saveDemoPicture } from '../photos/picture-store.ts';
import { timeOf } from './demo-time.ts';

const seedListing = (database: Database, listing: DemoListing, ownerId: number, startedAtMs: number): void => {
  const { property, vehicle } = listing;
  const listedDaysAgo = listing.relistedDaysAgo ?? listing.listedDaysAgo;
  insertRow(database, 'listings', {
    id: listing.id,
    owner_id: ownerId,
    section_id: listing.sectionId,
    category_id: listing.categoryId,
    locality_id: listing.localityId,
    title: listing.title,
    title_key: foldText(listing.title),
    description: listing.description,
    search_text: searchTextOf(listing.title, listing.description, listing.userRef),
    price_cents: listing.priceCents,
    price_label: listing.priceLabel,
    price_suffix: listing.priceSuffix,
    condition: listing.condition,
    contact_telephone: listing.contactTelephone,
    assigned_to: listing.assignedTo,
    company_id: listing.companyProfileId,
    user_ref: listing.userRef,
    payment_auth: PaymentAuth.Authorised,
    is_wanted: listing.isWanted,
    is_test: false,
    views: listing.views,
    first_listed_at: timeOf(startedAtMs, listing.listedDaysAgo),
    relisted_at: timeOf(startedAtMs, listing.relistedDaysAgo),
    expires_at: timeOf(startedAtMs, listedDaysAgo - listingLifetimeDays(listing.sectionId)),
    deleted_at: timeOf(startedAtMs, listing.deletedDaysAgo),
    property_type: property?.propertyType ?? null,
    bedrooms: property?.bedrooms ?? null,
    finish_level: property?.finishLevel ?? null,
    garden_or_yard: property?.gardenOrYard ?? null,
    pool: property?.pool ?? null,
    doors: vehicle?.doors ?? null,
    engine_size: vehicle?.engineSize ?? null,
    fuel: vehicle?.fuel ?? null,
    imported: vehicle?.imported ?? null,
    mileage: vehicle?.mileage ?? null,
    reg_year: vehicle?.regYear ?? null,
    transmission: vehicle?.transmission ?? null,
    vehicle_make: vehicle?.make ?? null,
    vehicle_model: vehicle?.model ?? null,
  });
};

/** Stores listings. The first watcher began at half the age of the listing, the next ones later. */
export const seedListings = (
  database: Database,
  listings: readonly DemoListing[],
  accounts: readonly DemoAccount[],
  startedAtMs: number,
): void => {
  const userIds = new Map(accounts.map(({ username, id }) => [username, id]));
  const userIdOf = (username: string): number => {
    const id = userIds.get(username);
    if (id === undefined) throw new RangeError(`There is no demo account ${username}`);
    return id;
  };
  for (const listing of listings) {
    const listing_id = listing.id;
    seedListing(database, listing, userIdOf(listing.owner), startedAtMs);
    for (const [position, photo] of listing.photos.entries()) {
      const picture_key = saveDemoPicture(database, photo);
      insertRow(database, 'photos', { listing_id, position, picture_key });
    }
    for (const [rank, watcher] of listing.watchers.entries()) {
      const watched_at = timeOf(startedAtMs, listing.listedDaysAgo / (rank + 2));
      insertRow(database, 'watches', { user_id: userIdOf(watcher), listing_id, watched_at });
    }
    for (const { option, boughtDaysAgo, expiresDaysAgo } of listing.premiumOptions) {
      const bought_at = timeOf(startedAtMs, boughtDaysAgo);
      const expires_at = timeOf(startedAtMs, expiresDaysAgo);
      insertRow(database, 'premium_options', { listing_id, option, bought_at, expires_at });
    }
    for (const { id, startedBy, messages } of listing.threads) {
      insertRow(database, 'threads', { id, listing_id, starter_id: userIdOf(startedBy) });
      for (const { from, daysAgo, isRead, text } of messages) {
        const sent_at = timeOf(startedAtMs, daysAgo);
        insertRow(database, 'messages', { thread_id: id, sender_id: userIdOf(from), sent_at, is_read: isRead, text });
      }
    }
  }
};
