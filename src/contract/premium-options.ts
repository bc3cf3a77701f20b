/** Premium option structures: specification, part 2. */
import { PremiumOption } from './codes.ts';
import { boolean, code, dateTime, double, int32, list, structure, type Wire } from './structure.ts';

/** Body of a purchase: the codes of `PremiumOption`. */
export const PremiumOptionsRequest = structure('PremiumOptionsRequest', { Options: list(int32) });

/** State of one option of a listing. */
export const PremiumOptionStatus = structure('PremiumOptionStatus', {
  Option: code(PremiumOption),
  Active: boolean,
  Expires: boolean,
  Expiry: dateTime,
});

/** States of the options of a listing. */
export const PremiumOptionsStatusResult = structure('PremiumOptionsStatusResult', {
  options: list(PremiumOptionStatus),
});
export type PremiumOptionsStatusResult = Wire<typeof PremiumOptionsStatusResult>;

/** Cost of a set of options. */
export const PremiumCostResult = structure('PremiumCostResult', { Balance: double, Cost: double, ToPay: double });
