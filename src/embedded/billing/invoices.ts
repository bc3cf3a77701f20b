/** Invoices of the caller: GET /v1/user/invoice. */
import { InvoiceType } from '../../contract/codes.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { BASE_PATH } from '../core/absolute-url.ts';
import type { Handler } from '../service/endpoint-handler.ts';
import type { Service } from '../service/service.ts';
import { findOrder } from './orders.ts';

/** URL of the invoice of an order. It takes the token of the account's user, as every call does. */
export const invoiceUrl = ({ origin }: Service, orderId: number): string =>
  `${origin}${BASE_PATH}${endpoints.getInvoice.path}?orderid=${orderId}`;

/**
 * GET /v1/user/invoice: the invoice of one of the caller's orders, or its proforma, as PDF. 204 when the order has no such
 * document, does not exist or is somebody else's.
 */
export const getInvoice: Handler<'getInvoice'> = async ({ query, caller }, { database }) => {
  const type = query.invoicetype ?? InvoiceType.Invoice;
  const order = findOrder(database, caller.userId, query.orderid, type);
  if (order === undefined) return null;
  // Loaded with the first invoice: most runs never write one.
  const { writeInvoice } = await import('./invoice-document.ts');
  return writeInvoice(order, type);
};
