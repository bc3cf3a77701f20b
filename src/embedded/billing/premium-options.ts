/** Premium options: /v1/listings/{id}/premiumoptions and GET /v1/user/premiumoptionscost. */
import { PremiumOption } from '../../contract/codes.ts';
import type { PremiumOptionsStatusResult } from '../../contract/premium-options.ts';
import { badRequest } from '../core/refusal.ts';
import { getEditableListing } from '../listings/editable-listing.ts';
import type { ListingRow } from '../listings/listing-row.ts';
import { isExpired } from '../listings/listing-visibility.ts';
import { majorUnits } from '../listings/price-text.ts';
import type { Handler } from '../service/endpoint-handler.ts';
import type { Service } from '../service/service.ts';
import { balanceCents, type ChargeLine, chargeAccount } from './account-charges.ts';
import { describeOption, findOptionEnd, type SoldOption, saveOption, soldOptions } from './premium-option-rows.ts';
import { premiumOffers } from './price-list.ts';

/** The most options one request may name: a bound on the work, beyond any purchase. */
const OPTION_LIMIT = 250;

/**
 * Reads the codes of options; None stands for nothing and drops out.
 *
 * @throws Refusal 400 that names the first code that is not one of `PremiumOption`
 */
const readOptions = (codes: readonly number[], at: string): SoldOption[] => {
  if (codes.length > OPTION_LIMIT) throw badRequest(`${at} must not name more than ${OPTION_LIMIT} options.`);
  return codes.flatMap((code) => {
    const option = soldOptions.find((each) => each === code);
    if (option !== undefined) return [option];
    if (code === PremiumOption.None) return [];
    const known = Object.entries(PremiumOption).map(([name, each]) => `${each} (${name})`);
    throw badRequest(`${at} has ${code}; each option must be one of ${known.join(', ')}.`);
  });
};

const costOf = (options: readonly SoldOption[]): number =>
  options.reduce((sum, option) => sum + premiumOffers[option].priceCents, 0);

const describeOptions = (service: Service, listing: ListingRow): PremiumOptionsStatusResult => ({
  options: soldOptions.map((option) => describeOption(service.database, listing, option, service.now())),
});

/** GET /v1/listings/{id}/premiumoptions: every option that is sold, whether it is active or not. */
export const getPremiumOptions: Handler<'getPremiumOptions'> = ({ path, caller }, service) =>
  describeOptions(service, getEditableListing(service, caller.userId, path.id));

const chargeLines = (options: readonly SoldOption[], { id, title }: ListingRow): ChargeLine[] =>
  soldOptions.flatMap((option) => {
    const quantity = options.filter((each) => each === option).length;
    const { name, priceCents } = premiumOffers[option];
    return quantity === 0 ? [] : [{ description: `${name}: ${title} (${id})`, quantity, unitCents: priceCents }];
  });

const describeCharge = (options: readonly SoldOption[], { id }: ListingRow): string =>
  `${options.map((option) => premiumOffers[option].name).join(', ')}, listing ${id}`;

const requireSellable = (service: Service, listing: ListingRow, options: readonly SoldOption[]): void => {
  const now = service.now();
  if (isExpired(listing, now)) throw badRequest('The listing has expired: relist it first.');
  const lasting = options.filter((option) => premiumOffers[option].days === null);
  const isActive = lasting.some((option) => (findOptionEnd(service.database, listing, option) ?? now) > now);
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
  const options = readOptions(body.Options, "Body field 'Options'");
  return service.database.transaction(() => {
    const listing = getEditableListing(service, caller.userId, path.id);
    if (options.length > 0) {
      requireSellable(service, listing, options);
      chargeAccount(service, listing.ownerId, describeCharge(options, listing), chargeLines(options, listing));
      for (const option of options) saveOption(service.database, listing, option, service.now());
    }
    return describeOptions(service, listing);
  });
};

/**
 * GET /v1/user/premiumoptionscost: what options would cost, each as often as it is named, what the account holds, and
 * how much of the cost it lacks.
 */
export const getPremiumOptionsCost: Handler<'getPremiumOptionsCost'> = ({ query, caller }, service) => {
  const cost = costOf(readOptions(query.options, "Query parameter 'options'"));
  const balance = balanceCents(service, caller.userId);
  return { Balance: majorUnits(balance), Cost: majorUnits(cost), ToPay: majorUnits(Math.max(0, cost - balance)) };
};
