/** Where this gateway serves invoices: `GET /invoices/{orderId}?kind=`. */
import { InvoiceType } from '../../../contract/codes.ts';
import type { InvoiceKey } from '../../../upstream/endpoints/invoice.ts';

/** The path of the route. */
export const INVOICE_PATH = '/invoices/{orderId}';

const MAX_ORDER_ID = 2_147_483_647;

/** Names of the kinds, as in URLs and file names. */
export const invoiceKindNames = { [InvoiceType.Invoice]: 'invoice', [InvoiceType.Proforma]: 'proforma' } as const;

/**
 * Where an invoice is, as a path: an origin could only come from the request's `Host`, which whoever sends it makes up, and
 * which a proxy in front of the gateway may have changed. It resolves against the address that the client asks.
 */
export const invoicePath = ({ orderId, kind }: InvoiceKey): string =>
  `/invoices/${orderId}?kind=${invoiceKindNames[kind]}`;

const kinds: ReadonlyMap<string, InvoiceKey['kind']> = new Map([
  [invoiceKindNames[InvoiceType.Invoice], InvoiceType.Invoice],
  [invoiceKindNames[InvoiceType.Proforma], InvoiceType.Proforma],
]);

/**
 * Reads what a URL names.
 *
 * @param digits the order in the path
 * @returns what would be acceptable, as text, when it is not
 */
export const readInvoiceAddress = (digits: string, query: URLSearchParams): InvoiceKey | string => {
  const orderId = Number(digits);
  if (orderId > MAX_ORDER_ID) return `The order id has to be a whole number from 0 to ${MAX_ORDER_ID}.`;
  const [name = 'invoice', ...others] = query.getAll('kind');
  const kind = kinds.get(name.toLowerCase());
  return kind === undefined || others.length > 0
    ? 'The parameter "kind" has to be "invoice" or "proforma", once; without it, it is "invoice".'
    : { orderId, kind };
};
