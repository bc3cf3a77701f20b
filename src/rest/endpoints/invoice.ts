/** Invoices of the caller as PDF documents: `GET /v1/user/invoice`, and the orders that they are for. */
import type { InvoiceType } from '../../contract/codes.ts';
import type { Call } from '../call/call.ts';
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
export const readInvoice = async (call: Call, { orderId, kind }: InvoiceKey): Promise<Buffer | null> => {
  try {
    return await call('getInvoice', { query: { orderid: orderId, invoicetype: kind } }, (document) =>
      Buffer.isBuffer(document) ? document : null,
    );
  } catch (error) {
    if (kindOf(error) === 'not_found') return null;
    throw error;
  }
};

const PARAMETER = 'orderid';

const MAX_INT32 = 2_147_483_647;

/** Receipts may be relative addresses; of this one nothing is read. */
const BASE = 'http://service.invalid';

/**
 * Reads the order from the address of a receipt, e.g. `/v1/user/invoice?orderid=80025`, absolute or not. The name of the
 * parameter may be in any letter case.
 *
 * @returns null when the address names no order, or several
 */
export const orderOfReceipt = (receiptUrl: string | null): number | null => {
  if (receiptUrl === null || !URL.canParse(receiptUrl, BASE)) return null;
  const parameters = [...new URL(receiptUrl, BASE).searchParams];
  const named = parameters.flatMap(([name, value]) => (name.toLowerCase() === PARAMETER ? [value.trim()] : []));
  const [digits = '', ...others] = new Set(named);
  const order = /^\d{1,10}$/.test(digits) && others.length === 0 ? Number(digits) : 0;
  return order > 0 && order <= MAX_INT32 ? order : null;
};
