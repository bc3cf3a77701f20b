/** The digits of amounts, which a JSON number loses where it has more than it needs: `1250.00`. */
import { ItemDetail, ListingDefinition, ListItem } from '../../contract/listings.ts';
import { PremiumCostResult } from '../../contract/premium-options.ts';
import { AccountEntry, AccountResult, UserDetailsResponse } from '../../contract/user.ts';

const names = new Set(
  [
    ListItem,
    ItemDetail,
    ListingDefinition,
    AccountEntry,
    AccountResult,
    UserDetailsResponse,
    PremiumCostResult,
  ].flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'double' || kind === 'float' ? [name] : [])),
  ),
);

const AMOUNT = new RegExp(`(?<!\\\\)("(?:${[...names].join('|')})"\\s*:\\s*)(-?\\d[\\d.eE+-]*)`, 'gi');

/**
 * Returns JSON text in which an amount is a text of its digits, where a number would not keep them. Amounts are read from texts too.
 *
 * @param json JSON text, or what is none
 */
export const keepDigits = (json: string): string =>
  json.replace(AMOUNT, (whole, before: string, digits: string) =>
    String(Number(digits)) === digits ? whole : `${before}"${digits}"`,
  );
