/** Invoices of the caller as PDF documents: `GET /v1/user/invoice`. */
import type { InvoiceType } from '../../contract/codes.ts';
import type { DocumentCall } from '../call/call.ts';
import { kindOf } from '../call/failure.ts';

/** Key of an invoice. */
export interface InvoiceKey {
  /** 32-bit integer. */
  readonly orderId: number;
  /** Code of `invoicetype`. */
  readonly kind: (typeof InvoiceType)[keyof typeof InvoiceType];
}

/**
 * Reads an invoice.
 *
 * Assumption: R33. 204, an empty body and 404 say that there is none: null.
 *
 * @throws UpstreamFailure, `unreadable` for what is no PDF
 */
export const readInvoice = async (call: DocumentCall, { orderId, kind }: InvoiceKey): Promise<Buffer | null> => {
  try {
    return await call('getInvoice', { query: { orderid: orderId, invoicetype: kind } });
  } catch (error) {
    if (kindOf(error) === 'not_found') return null;
    throw error;
  }
};
