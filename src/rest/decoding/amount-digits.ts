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

/** Fields in which every number is shown as it was written, whatever form they have. */
const WHOLE = /(?<!\\)"(?:[NS]_Params|FilterPrices_\w+)"\s*:\s*(?=[[{])/gi;
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]|-?\d[\d.eE+-]*/g;

const inDigits = (digits: string): string => (String(Number(digits)) === digits ? digits : `"${digits}"`);

/** Where the value ends that begins at a position. */
const endOf = (json: string, start: number): number => {
  const token = new RegExp(TOKEN);
  token.lastIndex = start;
  let depth = 0;
  for (let found = token.exec(json); found !== null; found = token.exec(json)) {
    if (found[0] === '{' || found[0] === '[') depth += 1;
    if ((found[0] === '}' || found[0] === ']') && (depth -= 1) === 0) return token.lastIndex;
  }
  return json.length;
};

/** A number that may not keep its digits where JSON has values, or what looks like one in a text: it has a fraction, an exponent, many digits, or the sign of a zero. */
const NUMBER = /[:[,]\s*(-?\d+[.eE][\d.eE+-]*|-?\d{16,}|-0)(?=\s*[,\]}])/g;

/** Returns whether there may be a number that does not keep its digits: few texts have one, and the rest takes several times as long. */
const mayLoseDigits = (json: string): boolean => {
  for (const [, digits = ''] of json.matchAll(NUMBER)) if (String(Number(digits)) !== digits) return true;
  return false;
};

/** Returns JSON text in which each number is a text of its digits, where a number would not keep them. */
export const keepAllDigits = (json: string): string =>
  json.replace(TOKEN, (token) => (/^[-\d]/.test(token) ? inDigits(token) : token));

/**
 * Returns JSON text in which an amount is a text of its digits, where a number would not keep them, and so is each number of attributes
 * and of prices for filters. They are read from texts too.
 *
 * @param json JSON text, or what is none
 */
export const keepDigits = (json: string): string => {
  if (!mayLoseDigits(json)) return json;
  const kept = json.replace(AMOUNT, (_whole, before: string, digits: string) => before + inDigits(digits));
  let text = '';
  let done = 0;
  for (const { 0: name, index } of kept.matchAll(WHOLE)) {
    const start = index + name.length;
    if (start < done) continue;
    const end = endOf(kept, start);
    text += kept.slice(done, start) + keepAllDigits(kept.slice(start, end));
    done = end;
  }
  return text + kept.slice(done);
};
