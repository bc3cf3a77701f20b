import { premiumOffers, RELISTING_PRICE_CENTS } from '../lookups/premium-prices.ts';
import type { DemoAccountEntry, DemoOrder, DemoOrderLine } from '../model/demo-account-types.ts';
import type { PremiumOptionCode } from '../model/demo-listing-types.ts';

const VAT_PERCENT = 18;

/** Something that moves an account's balance; `amountCents` is positive for money in. */
export interface LedgerEvent {
  readonly daysAgo: number;
  readonly amountCents: number;
  readonly description: string;
  readonly orderId: number | null;
}

/** Describes a line of an order by its net price; VAT is rounded to the cent on the whole line. */
export function orderLine(description: string, quantity: number, unitNetCents: number): DemoOrderLine {
  const netCents = quantity * unitNetCents;
  const vatCents = Math.round((netCents * VAT_PERCENT) / 100);
  return { description, quantity, unitNetCents, vatCents, totalCents: netCents + vatCents };
}

/** Documents of an order: an unpaid one has a proforma only, a cancelled one has neither. */
export type OrderDocuments = 'invoice' | 'proforma' | 'both' | 'neither';

/** Describes an order of some lines. */
export function order(
  id: number,
  daysAgo: number,
  documents: OrderDocuments,
  lines: readonly DemoOrderLine[],
): DemoOrder {
  return {
    id,
    daysAgo,
    vatPercent: VAT_PERCENT,
    lines,
    totalCents: lines.reduce((sum, line) => sum + line.totalCents, 0),
    hasInvoice: documents === 'invoice' || documents === 'both',
    hasProforma: documents === 'proforma' || documents === 'both',
  };
}

/** A payment for an order, received minutes after it was made. */
export function payment({ id, daysAgo, totalCents }: DemoOrder, means = 'Card payment'): LedgerEvent {
  return { daysAgo: daysAgo - 0.005, amountCents: totalCents, description: `${means}, order ${id}`, orderId: id };
}

/** Money spent. */
export function charge(daysAgo: number, amountCents: number, description: string): LedgerEvent {
  return { daysAgo, amountCents: -amountCents, description, orderId: null };
}

const listings = (count: number): string => (count === 1 ? '1 listing' : `${count} listings`);

/** A premium option bought for a number of listings. */
export function premiumCharge(daysAgo: number, option: PremiumOptionCode, listingCount = 1): LedgerEvent {
  const { name, priceCents } = premiumOffers[option];
  return charge(daysAgo, priceCents * listingCount, `${name}, ${listings(listingCount)}`);
}

/** The price of relisting a number of expired listings. */
export function relistingCharge(daysAgo: number, listingCount: number): LedgerEvent {
  return charge(daysAgo, RELISTING_PRICE_CENTS * listingCount, `Relisting of ${listings(listingCount)}`);
}

/** Money given back or given as a present. */
export function credit(daysAgo: number, amountCents: number, description: string): LedgerEvent {
  return { daysAgo, amountCents, description, orderId: null };
}

/** Sorts events from the oldest to the newest and works out the balance after each. */
export function createLedger(events: readonly LedgerEvent[]): DemoAccountEntry[] {
  let balanceCents = 0;
  return events
    .toSorted((a, b) => b.daysAgo - a.daysAgo)
    .map((event) => {
      balanceCents += event.amountCents;
      return { ...event, balanceCents };
    });
}
