/** Premium options: their prices, those of a listing, and buying them. */
import { PremiumOption } from '../../contract/codes.ts';
import type { PremiumOptionsStatusResult } from '../../contract/premium-options.ts';
import { badRequest } from '../core/refusal.ts';
import { majorUnits } from '../core/written-values.ts';
import type { Database } from '../database/database.ts';
import { insertRow } from '../database/row.ts';
import { getEditableListing, isExpired } from '../listings/listing-access.ts';
import type { ListingRow } from '../listings/listing-row.ts';
import type { Handler, Service } from '../service/service.ts';
import { type ChargeLine, balanceCents, chargeAccount } from './account.ts';

/**
 * The price list in the order in which it is shown: what the service charges and what the account entries of the demo data were charged.
 * Prices are in cents, VAT included; an option without days lasts as long as the listing.
 */
const premiumOffers = [
  { option: PremiumOption.Featured_3days, name: 'Featured for 3 days', priceCents: 500, days: 3 },
  { option: PremiumOption.Featured_7days, name: 'Featured for 7 days', priceCents: 900, days: 7 },
  { option: PremiumOption.Featured, name: 'Featured until expiry', priceCents: 2_000, days: null },
] as const;

type PremiumOffer = (typeof premiumOffers)[number];

/** Price of relisting one expired listing in cents, VAT included. */
export const RELISTING_PRICE_CENTS = 200;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Finds when the last purchase of an option ends, in epoch milliseconds: past or to come, undefined when it was never bought.
 * What lasts as long as the listing ends with it.
 */
const findOptionEnd = (database: Database, listing: ListingRow, { option }: PremiumOffer): number | undefined =>
  database.get(
    `SELECT max(coalesce(expires_at, ?)) AS ends_at FROM premium_options WHERE listing_id = ? AND option = ?`,
    [listing.expiresAt, listing.id, option],
    (row) => row.optionalInteger('ends_at'),
  ) ?? undefined;

/** Stores a purchase. Days bought while the option is active are added to those that are left. */
const saveOption = (database: Database, listing: ListingRow, offer: PremiumOffer, now: number): void => {
  const { option, days } = offer;
  const startsAt = Math.max(findOptionEnd(database, listing, offer) ?? now, now);
  const expiresAt = days === null ? null : startsAt + days * DAY_MS;
  const isKnown = database.run(
    'UPDATE premium_options SET expires_at = ? WHERE listing_id = ? AND option = ? AND bought_at = ?',
    [expiresAt, listing.id, option, now],
  ).changes;
  if (isKnown > 0) return;
  const columns = { listing_id: listing.id, option, bought_at: now, expires_at: expiresAt };
  insertRow(database, 'premium_options', columns);
};

/** The most options one request may name: a bound on the work, beyond any purchase. */
const OPTION_LIMIT = 250;

/**
 * Reads the codes of options; None stands for nothing and drops out.
 *
 * @throws Refusal 400 that names the first code that is not one of `PremiumOption`
 */
const readOptions = (codes: readonly number[], at: string): PremiumOffer[] => {
  if (codes.length > OPTION_LIMIT) throw badRequest(`${at} must not name more than ${OPTION_LIMIT} options.`);
  return codes.flatMap((code) => {
    const offer = premiumOffers.find(({ option }) => option === code);
    if (offer !== undefined) return [offer];
    if (code === PremiumOption.None) return [];
    const known = Object.entries(PremiumOption).map(([name, each]) => `${each} (${name})`);
    throw badRequest(`${at} has ${code}; each option must be one of ${known.join(', ')}.`);
  });
};

/**
 * Describes the options of a listing. `Expires` says whether one has an end of its own; `Expiry` is that end, also when it has
 * passed, and null for an option that lasts as long as its listing or was never bought.
 */
const describeOptions = (service: Service, listing: ListingRow): PremiumOptionsStatusResult => ({
  options: premiumOffers.map((offer) => {
    const end = findOptionEnd(service.database, listing, offer);
    const isTimed = offer.days !== null;
    return {
      Option: offer.option,
      Active: end !== undefined && end > service.now(),
      Expires: isTimed,
      Expiry: isTimed && end !== undefined ? new Date(end).toISOString() : null,
    };
  }),
});

/** GET /v1/listings/{id}/premiumoptions: every option that is sold, whether it is active or not. */
export const getPremiumOptions: Handler<'getPremiumOptions'> = ({ path, caller }, service) =>
  describeOptions(service, getEditableListing(service, caller.userId, path.id));

const chargeLines = (bought: readonly PremiumOffer[], { id, title }: ListingRow): ChargeLine[] =>
  premiumOffers.flatMap((offer) => {
    const quantity = bought.filter((each) => each === offer).length;
    const description = `${offer.name}: ${title} (${id})`;
    return quantity === 0 ? [] : [{ description, quantity, unitCents: offer.priceCents }];
  });

const requireSellable = (service: Service, listing: ListingRow, wanted: readonly PremiumOffer[]): void => {
  const now = service.now();
  if (isExpired(listing, now)) throw badRequest('The listing has expired: relist it first.');
  const lasting = wanted.filter(({ days }) => days === null);
  const isActive = lasting.some((offer) => (findOptionEnd(service.database, listing, offer) ?? now) > now);
  if (lasting.length > 1 || isActive) {
    throw badRequest('The listing is featured until it expires already: that option can be bought once.');
  }
};

/**
 * POST /v1/listings/{id}/premiumoptions: buys options from the balance of the account that the listing belongs to, also
 * when somebody with whom the account is shared asks for them. All are bought or none. The request is the consent: its
 * structure has no `PaymentAuth`, and the one stored with the listing counts for nothing.
 *
 * Refused with 400 and a `Message`: a code that is no option, an expired listing, an option without end that is active
 * already, and a balance that is too low. A purchase of nothing changes nothing.
 */
export const setPremiumOptions: Handler<'setPremiumOptions'> = ({ path, body, caller }, service) => {
  if (body.Options === null) throw badRequest("Body field 'Options' is required.");
  const wanted = readOptions(body.Options, "Body field 'Options'");
  return service.database.transaction(() => {
    const listing = getEditableListing(service, caller.userId, path.id);
    if (wanted.length > 0) {
      requireSellable(service, listing, wanted);
      const description = `${wanted.map(({ name }) => name).join(', ')}, listing ${listing.id}`;
      chargeAccount(service, listing.ownerId, description, chargeLines(wanted, listing));
      for (const offer of wanted) saveOption(service.database, listing, offer, service.now());
    }
    return describeOptions(service, listing);
  });
};

/**
 * GET /v1/user/premiumoptionscost: what options would cost, each as often as it is named, what the account holds, and
 * how much of the cost it lacks.
 */
export const getPremiumOptionsCost: Handler<'getPremiumOptionsCost'> = ({ query, caller }, service) => {
  const wanted = readOptions(query.options, "Query parameter 'options'");
  const cost = wanted.reduce((sum, { priceCents }) => sum + priceCents, 0);
  const balance = balanceCents(service, caller.userId);
  return { Balance: majorUnits(balance), Cost: majorUnits(cost), ToPay: majorUnits(Math.max(0, cost - balance)) };
};
