/** Amounts of money. */

import { badUserInput } from '../../errors/graphql-errors.ts';
import { builder } from './builder.ts';

/** `Money`: its model is the amount in major units, as the service sends it. */
export const MoneyRef = builder.objectRef<number>('Money').implement({
  description: 'An amount of money. Upstream gives a double without currency.',
  fields: (t) => ({
    amount: t.float({
      nullable: false,
      description: 'Major units. Use `formatted` for display, this for arithmetic and forms.',
      resolve: (amount) => amount,
    }),
    currencyCode: t.string({
      description: "ISO 4217 code from the gateway's configuration; null if not configured.",
      resolve: (_amount, _args, context) => context.currency,
    }),
    formatted: t.string({
      nullable: false,
      description: 'The amount as text, e.g. `€1,250.00`.',
      args: { locale: t.arg.string({ description: 'BCP 47 tag, e.g. `en-GB`.' }) },
      resolve: (amount, { locale }, context) => numberFormat(locale ?? 'en-GB', context.currency).format(amount),
    }),
  }),
});

/** Making a formatter costs far more than using it; the number of locales a process meets is small and bounded here. */
const formats = new Map<string, Intl.NumberFormat>();
const MAX_FORMATS = 100;

const numberFormat = (locale: string, currency: string | null): Intl.NumberFormat => {
  const key = `${locale} ${currency}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const format = createNumberFormat(locale, currency);
  if (formats.size < MAX_FORMATS) formats.set(key, format);
  return format;
};

const createNumberFormat = (locale: string, currency: string | null): Intl.NumberFormat => {
  try {
    return new Intl.NumberFormat(
      locale,
      currency === null ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { style: 'currency', currency },
    );
  } catch {
    throw badUserInput(`"locale" takes a language tag like "en-GB", and got "${locale.slice(0, 40)}".`);
  }
};
