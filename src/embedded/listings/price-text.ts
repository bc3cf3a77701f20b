/** Prices as they are shown and as they are written. */
import type { ListingRow } from './listing-row.ts';

/** The marketplace trades in euros; whole amounts are shown without cents. */
const euros = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'EUR',
  trailingZeroDisplay: 'stripIfInteger',
});

/** Turns cents into major units, as the wire carries money. */
export const majorUnits = <Cents extends number | null>(cents: Cents): Cents | number =>
  typeof cents === 'number' ? cents / 100 : cents;

/** The price for display, e.g. `€1,250 per month`; null when none is given. */
export const priceText = ({ priceCents, priceSuffix }: Pick<ListingRow, 'priceCents' | 'priceSuffix'>): string | null =>
  priceCents === null ? null : [euros.format(priceCents / 100), priceSuffix].filter(Boolean).join(' ');
