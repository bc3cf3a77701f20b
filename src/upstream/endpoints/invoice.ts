/** Invoices of the caller as PDF documents: `GET /v1/user/invoice`. */
import type { InvoiceType } from '../../contract/codes.ts';
import type { DocumentCall } from '../call/call.ts';
import { kindOf } from '../call/failure.ts';
import type { OpenDocument } from '../call/open-document.ts';

/** Key of an invoice. */
export interface InvoiceKey {
  /** 32-bit integer. */
  readonly orderId: number;
  /** Code of `invoicetype`. */
  readonly kind: (typeof InvoiceType)[keyof typeof InvoiceType];
}

/**
 * Opens an invoice: its start is there and is a PDF's. Whoever opens it reads or destroys it.
 *
 * Assumption: R33. 204, an empty body and 404 say that there is none: null.
 *
 * @throws UpstreamFailure, `unreadable` for what is no PDF
 */
export const openInvoice = async (call: DocumentCall, { orderId, kind }: InvoiceKey): Promise<OpenDocument | null> => {
  try {
    return await call('getInvoice', { query: { orderid: orderId, invoicetype: kind } });
  } catch (error) {
    if (kindOf(error) === 'not_found') return null;
    throw error;
  }
};

/**
 * Reads a whole invoice; null when there is none.
 *
 * @throws UpstreamFailure, `unreadable` for what is no PDF
 */
export const readInvoice = async (call: DocumentCall, key: InvoiceKey): Promise<Buffer | null> => {
  const document = await openInvoice(call, key);
  if (document === null) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of document.body) chunks.push(chunk);
  return Buffer.concat(chunks);
};
