/** `Invoice`: an invoice of the caller, and where this gateway serves it (`GET /invoices/{orderId}?kind=`). */
import { InvoiceType } from '../../../contract/codes.ts';
import type { InvoiceKey } from '../../../rest/endpoints/payments.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { InvoiceKindRef } from '../core/enums.ts';

/** The path of the route. */
export const INVOICE_PATH = '/invoices/{orderId}';

const MAX_ORDER_ID = 2_147_483_647;

/** Names of the kinds, as in URLs and file names. */
export const invoiceKindNames = { [InvoiceType.Invoice]: 'invoice', [InvoiceType.Proforma]: 'proforma' } as const;

/**
 * Where an invoice is, as a path: an origin could only come from the request's `Host`, which whoever sends it makes up, and
 * which a proxy in front of the gateway may have changed. It resolves against the address that the client asks.
 */
const invoicePath = ({ orderId, kind }: InvoiceKey): string => `/invoices/${orderId}?kind=${invoiceKindNames[kind]}`;

/** Reads what a URL names, with its order by digits; what would be acceptable, as text, when it is not. */
export const readInvoiceAddress = (digits: string, query: URLSearchParams): InvoiceKey | string => {
  const orderId = Number(digits);
  if (orderId > MAX_ORDER_ID) return `The order id has to be a whole number from 0 to ${MAX_ORDER_ID}.`;
  const [name = 'invoice', ...others] = query.getAll('kind');
  const kind = Object.values(InvoiceType).find((each) => invoiceKindNames[each] === name.toLowerCase());
  return kind === undefined || others.length > 0
    ? 'The parameter "kind" has to be "invoice" or "proforma", once; without it, it is "invoice".'
    : { orderId, kind };
};

interface InvoiceModel extends InvoiceKey {
  readonly content: Buffer;
}

export const InvoiceRef = builder.objectRef<InvoiceModel>('Invoice').implement({
  description: 'An invoice document.',
  fields: (t) => ({
    orderId: t.exposeInt('orderId', { nullable: false, description: 'The order it is for.' }),
    kind: t.expose('kind', { type: InvoiceKindRef, nullable: false, description: 'Invoice or proforma.' }),
    contentType: t.string({
      nullable: false,
      description: 'Always `application/pdf`.',
      resolve: () => 'application/pdf',
    }),
    size: t.int({ nullable: false, description: 'Bytes.', resolve: ({ content }) => content.length }),
    downloadUrl: t.string({
      nullable: false,
      description:
        'Path of the document on this gateway, e.g. `/invoices/123?kind=invoice`. Resolve it against the address of the gateway and send the same bearer token.',
      resolve: invoicePath,
    }),
    contentBase64: t.string({
      nullable: false,
      description: 'The document in base64. Prefer `downloadUrl`.',
      resolve: ({ content }) => content.toString('base64'),
    }),
  }),
});

/** Reads an invoice; null when there is none. One call an operation for each. `GET /v1/user/invoice` */
export const invoiceOf = async (key: InvoiceKey, { loaders }: GatewayContext): Promise<InvoiceModel | null> => {
  const content = await loaders.load('invoice', key);
  return content === null ? null : { ...key, content };
};
