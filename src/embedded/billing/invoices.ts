/** Orders, as invoices state them, and the invoices of the caller: GET /v1/user/invoice. */
import { InvoiceType } from '../../contract/codes.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { BASE_PATH } from '../core/written-values.ts';
import type { Database } from '../database/database.ts';
import type { Handler, Service } from '../service/service.ts';

/** Money is in cents. */
const listLines = (database: Database, orderId: number) =>
  database.list('SELECT * FROM order_lines WHERE order_id = ? ORDER BY position', [orderId], (row) => ({
    description: row.text('description'),
    quantity: row.integer('quantity'),
    /** Price of one, without VAT. */
    unitNetCents: row.integer('unit_net_cents'),
    /** VAT of the whole line. */
    vatCents: row.integer('vat_cents'),
    totalCents: row.integer('total_cents'),
  }));

/**
 * Finds an order of a user for which a document exists: the invoice of what was paid, the proforma of what was offered.
 *
 * @param type a code of `InvoiceType`
 */
const findOrder = (database: Database, userId: number, id: number, type: number) =>
  database.find(
    `SELECT orders.*, users.name, users.company, users.email, users.vat_number
     FROM orders JOIN users ON users.id = user_id
     WHERE orders.id = ? AND user_id = ? AND ${type === InvoiceType.Proforma ? 'has_proforma' : 'has_invoice'} = 1`,
    [id, userId],
    (row) => ({
      id,
      /** In epoch milliseconds. */
      orderedAt: row.integer('ordered_at'),
      vatPercent: row.real('vat_percent'),
      totalCents: row.integer('total_cents'),
      buyer: {
        name: row.text('name'),
        company: row.optionalText('company'),
        email: row.text('email'),
        vatNumber: row.optionalText('vat_number'),
        accountNumber: userId,
      },
      lines: listLines(database, id),
    }),
  );

/** An order with what its documents say. */
export type Order = NonNullable<ReturnType<typeof findOrder>>;

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
