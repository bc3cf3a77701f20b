/** `Invoice`: an invoice of the caller, and `User.invoice`. */
import { InvoiceType } from '../../../contract/codes.ts';
import type { InvoiceKey } from '../../../upstream/endpoints/invoice.ts';
import { onePerArguments } from '../../pricing/price-helpers.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { InvoiceKindRef } from '../core/enums.ts';
import { invoicePath } from './invoice-address.ts';
import { UserRef } from './user.ts';

/** An invoice that has been read. */
interface InvoiceModel extends InvoiceKey {
  /** The whole PDF. */
  readonly content: Buffer;
}

/** `Invoice`. */
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
        'Path of the document on this gateway, e.g. `/invoices/123?kind=invoice`. Resolve it against the address of the ' +
        'gateway and send the same bearer token.',
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
  const content = await loaders.invoice.load(key);
  return content === null ? null : { ...key, content };
};

builder.objectField(UserRef, 'invoice', (t) =>
  t.field({
    type: InvoiceRef,
    description: 'An invoice as a PDF document; null if there is none.',
    extensions: priced(onePerArguments('getInvoice')),
    args: {
      orderId: t.arg.int({ required: true, description: 'Upstream `orderid`.' }),
      kind: t.arg({
        type: InvoiceKindRef,
        required: true,
        defaultValue: InvoiceType.Invoice,
        description: 'Invoice or proforma.',
      }),
    },
    resolve: (_viewer, { orderId, kind }, context) => invoiceOf({ orderId, kind }, context),
  }),
);
