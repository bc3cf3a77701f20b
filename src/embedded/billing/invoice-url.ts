/** Addresses of the receipts of an account. */
import { endpoints } from '../../contract/endpoints.ts';
import { BASE_PATH } from '../core/absolute-url.ts';
import type { Service } from '../service/service.ts';

/** URL of the invoice of an order. It takes the token of the account's user, as every call does. */
export const invoiceUrl = ({ origin }: Service, orderId: number): string =>
  `${origin}${BASE_PATH}${endpoints.getInvoice.path}?orderid=${orderId}`;
