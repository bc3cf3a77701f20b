import { PremiumOption } from '../../contract/codes.ts';
import type { PremiumOptionCode } from './demo-types.ts';

/** What each premium option costs in cents, VAT included; the account entries of the demo data use these prices. */
export const premiumPricesCents: Readonly<Record<PremiumOptionCode, number>> = {
  [PremiumOption.None]: 0,
  [PremiumOption.Featured_3days]: 500,
  [PremiumOption.Featured_7days]: 900,
  [PremiumOption.Featured]: 2_000,
};

/** What relisting one expired listing costs in cents, VAT included. */
export const RELISTING_PRICE_CENTS = 200;
