/** The tax in prices. */

/** The rate in per cent at which everything on the marketplace is taxed. */
export const VAT_PERCENT = 18;

/** The net part of a price in cents that includes VAT, rounded to the cent. */
export const netOfCents = (grossCents: number): number => Math.round((grossCents * 100) / (100 + VAT_PERCENT));
