/** The order that a receipt is for. */

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
