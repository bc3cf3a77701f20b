/** Premium options of listings in the database. */
import { PremiumOption } from '../../contract/codes.ts';
import type { PremiumOptionStatus } from '../../contract/premium-options.ts';
import type { Database } from '../database/database.ts';
import { insertRow } from '../database/insert-row.ts';
import type { ListingRow } from '../listings/listing-row.ts';
import { type PremiumOptionCode, premiumOffers } from './price-list.ts';

/** An option that can be bought. */
export type SoldOption = Exclude<PremiumOptionCode, 0>;

/** The options that can be bought, in the order in which they are shown. */
export const soldOptions: readonly SoldOption[] = [
  PremiumOption.Featured_3days,
  PremiumOption.Featured_7days,
  PremiumOption.Featured,
];

const DAY_MS = 24 * 60 * 60 * 1000;

type Period = Pick<ListingRow, 'id' | 'expiresAt'>;

/**
 * Finds when the last purchase of an option ends, in epoch milliseconds: past or to come, undefined when it was never bought.
 * What lasts as long as the listing ends with it.
 */
export const findOptionEnd = (database: Database, listing: Period, option: SoldOption): number | undefined =>
  database.get(
    `SELECT max(coalesce(expires_at, ?)) AS ends_at FROM premium_options WHERE listing_id = ? AND option = ?`,
    [listing.expiresAt, listing.id, option],
    (row) => row.optionalInteger('ends_at'),
  ) ?? undefined;

/**
 * Describes one option of a listing. `Expires` says whether the option has an end of its own; `Expiry` is that end, also
 * when it has passed, and null for an option that lasts as long as its listing or was never bought.
 */
export const describeOption = (
  database: Database,
  listing: Period,
  option: SoldOption,
  now: number,
): PremiumOptionStatus => {
  const end = findOptionEnd(database, listing, option);
  const isTimed = premiumOffers[option].days !== null;
  return {
    Option: option,
    Active: end !== undefined && end > now,
    Expires: isTimed,
    Expiry: isTimed && end !== undefined ? new Date(end).toISOString() : null,
  };
};

/** Stores a purchase. Days bought while the option is active are added to those that are left. */
export const saveOption = (database: Database, listing: Period, option: SoldOption, now: number): void => {
  const { days } = premiumOffers[option];
  const startsAt = Math.max(findOptionEnd(database, listing, option) ?? now, now);
  const expiresAt = days === null ? null : startsAt + days * DAY_MS;
  const isKnown = database.run(
    'UPDATE premium_options SET expires_at = ? WHERE listing_id = ? AND option = ? AND bought_at = ?',
    [expiresAt, listing.id, option, now],
  ).changes;
  if (isKnown > 0) return;
  const columns = { listing_id: listing.id, option, bought_at: now, expires_at: expiresAt };
  insertRow(database, 'premium_options', columns);
};
