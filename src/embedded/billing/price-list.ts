import { PremiumOption } from '../../contract/codes.ts';

/** A code of `PremiumOption`. */
export type PremiumOptionCode = (typeof PremiumOption)[keyof typeof PremiumOption];

/** A premium option as it is sold. */
export interface PremiumOffer {
  readonly name: string;
  /** In cents, VAT included. */
  readonly priceCents: number;
  /** Days it lasts; null means as long as the listing. */
  readonly days: number | null;
}

/** The price list: what the service charges and what the account entries of the demo data were charged. */
export const premiumOffers: Readonly<Record<PremiumOptionCode, PremiumOffer>> = {
  [PremiumOption.None]: { name: 'No option', priceCents: 0, days: null },
  [PremiumOption.Featured_3days]: { name: 'Featured for 3 days', priceCents: 500, days: 3 },
  [PremiumOption.Featured_7days]: { name: 'Featured for 7 days', priceCents: 900, days: 7 },
  [PremiumOption.Featured]: { name: 'Featured until expiry', priceCents: 2_000, days: null },
};

/** Price of relisting one expired listing in cents, VAT included. */
export const RELISTING_PRICE_CENTS = 200;
