/** What the caller pays: premium options of listings (`/v1/listings/{id}/premiumoptions`) and their cost, and invoices as PDF documents. */
import type { InvoiceType } from '../../contract/codes.ts';
import { PremiumCostResult, PremiumOptionsStatusResult } from '../../contract/premium-options.ts';
import type { CodeOf } from '../../contract/structure.ts';
import type { Int64 } from '../../json/int64.ts';
import type { Call } from '../call/call.ts';
import { bodyOf } from '../decoding/decode.ts';
import { readInt32 } from '../decoding/scalars.ts';
import { oneOrNotFound } from '../decoding/unwrap.ts';
import { doneOr } from '../decoding/write-result.ts';
import { readPart } from './user.ts';

/** Gets the premium options of a listing: `GET /v1/listings/{id}/premiumoptions`. */
export const getPremiumOptions = (call: Call, id: Int64) =>
  call('getPremiumOptions', { path: { id } }, oneOrNotFound(bodyOf(PremiumOptionsStatusResult)));

/**
 * Gets what a set of options would cost the caller: `GET /v1/user/premiumoptionscost`.
 *
 * @param options codes of `PremiumOption`; order and repeats are kept
 */
export const getPremiumOptionsCost = (call: Call, options: readonly number[]) =>
  call('getPremiumOptionsCost', { query: { options } }, bodyOf(PremiumCostResult));

/**
 * Buys premium options for a listing: `POST /v1/listings/{id}/premiumoptions`. It is never sent twice.
 *
 * @param options codes of `PremiumOption`; order and repeats are kept
 * @returns null when the service accepted them and does not say their states
 * @throws UpstreamFailure `rejected` when the service refused them, also inside a 2xx; `result_unreadable` when it says neither
 */
export const setPremiumOptions = (call: Call, id: Int64, options: readonly number[]) =>
  call(
    'setPremiumOptions',
    { path: { id }, body: { Options: options } },
    doneOr(bodyOf(PremiumOptionsStatusResult), ['options']),
  );

/** Key of an invoice. */
export interface InvoiceKey {
  /** 32-bit integer. */
  readonly orderId: number;
  /** Code of `invoicetype`. */
  readonly kind: CodeOf<typeof InvoiceType>;
}

/**
 * Reads an invoice.
 *
 * Assumption: R33. 204, an empty body and 404 say that there is none: null.
 *
 * @throws UpstreamFailure, `unreadable` for what is no PDF
 */
export const readInvoice = (call: Call, { orderId, kind }: InvoiceKey): Promise<Buffer | null> =>
  readPart<Buffer | null>(
    (reader) => call('getInvoice', { query: { orderid: orderId, invoicetype: kind } }, reader),
    null,
    (document) => (Buffer.isBuffer(document) ? document : null),
  );

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
  const named = parameters.flatMap(([name, value]) => (name.toLowerCase() === 'orderid' ? [value.trim()] : []));
  const [digits = '', ...others] = new Set(named);
  const order = /^\d{1,10}$/.test(digits) && others.length === 0 ? readInt32(digits) : null;
  return order === 0 ? null : order;
};
