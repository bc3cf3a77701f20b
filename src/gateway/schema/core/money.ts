/** Amounts of money. */
import { type NamesOf, writtenIn } from '../../../rest/decoding/decode.ts';
import { badUserInput } from '../../errors/graphql-errors.ts';
import { builder } from './builder.ts';

interface MoneyModel {
  readonly amount: number;
  /** Its digits as the service wrote them. */
  readonly decimal: string;
}

/** An amount of a view; null where it has none that can be read. */
export const moneyIn = <View extends object>(view: View, name: NamesOf<View, number>): MoneyModel | null => {
  const { [name]: amount } = view;
  return typeof amount === 'number' ? { amount, decimal: writtenIn(view, name) ?? String(amount) } : null;
};

export const MoneyRef = builder.objectRef<MoneyModel>('Money').implement({
  description: 'An amount of money. Upstream gives a double without currency.',
  fields: (t) => ({
    amount: t.exposeFloat('amount', {
      nullable: false,
      description: 'Major units. Use `formatted` for display, `decimal` for arithmetic and forms.',
    }),
    decimal: t.exposeString('decimal', {
      nullable: false,
      description: 'The digits of the amount as upstream wrote them, e.g. `1250.00`.',
    }),
    currencyCode: t.string({
      description: "ISO 4217 code from the gateway's configuration; null if not configured.",
      resolve: (_amount, _args, context) => context.currency,
    }),
    formatted: t.string({
      nullable: false,
      description: 'The amount as text, e.g. `€1,250.00`.',
      args: { locale: t.arg.string({ description: 'BCP 47 tag, e.g. `en-GB`.' }) },
      resolve: ({ amount, decimal }, { locale }, context) =>
        numberFormat(locale ?? 'en-GB', context.currency).format(isNumeral(decimal) ? decimal : amount),
    }),
  }),
});

/** Formatters take the digits of a number, which keep more than the number. */
const isNumeral = (text: string): text is Intl.StringNumericLiteral => /^-?\d/.test(text);

/** Making a formatter costs far more than using it; the number of locales a process meets is small and bounded here. */
const formats = new Map<string, Intl.NumberFormat>();
const MAX_FORMATS = 100;

const numberFormat = (locale: string, currency: string | null): Intl.NumberFormat => {
  const key = `${locale} ${currency}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const style =
    currency === null
      ? { minimumFractionDigits: 2, maximumFractionDigits: 2 }
      : { style: 'currency' as const, currency };
  try {
    const format = new Intl.NumberFormat(locale, { ...style, signDisplay: 'negative' });
    if (formats.size < MAX_FORMATS) formats.set(key, format);
    return format;
  } catch {
    throw badUserInput(`"locale" takes a language tag like "en-GB", and got "${locale.slice(0, 40)}".`);
  }
};
