/** Orders, as invoices state them. */
import { InvoiceType } from '../../contract/codes.ts';
import type { Database } from '../database/database.ts';

/** A line of an order; money is in cents. */
export interface OrderLine {
  readonly description: string;
  readonly quantity: number;
  /** Price of one, without VAT. */
  readonly unitNetCents: number;
  /** VAT of the whole line. */
  readonly vatCents: number;
  readonly totalCents: number;
}

/** The user or company that is billed. */
interface Buyer {
  readonly name: string;
  readonly company: string | null;
  readonly email: string;
  readonly vatNumber: string | null;
  readonly accountNumber: number;
}

/** An order with what its documents say. */
export interface Order {
  readonly id: number;
  /** In epoch milliseconds. */
  readonly orderedAt: number;
  readonly vatPercent: number;
  readonly totalCents: number;
  readonly buyer: Buyer;
  readonly lines: readonly OrderLine[];
}

const listLines = (database: Database, orderId: number): OrderLine[] =>
  database.list('SELECT * FROM order_lines WHERE order_id = ? ORDER BY position', [orderId], (row) => ({
    description: row.text('description'),
    quantity: row.integer('quantity'),
    unitNetCents: row.integer('unit_net_cents'),
    vatCents: row.integer('vat_cents'),
    totalCents: row.integer('total_cents'),
  }));

/**
 * Finds an order of a user for which a document exists: the invoice of what was paid, the proforma of what was offered.
 *
 * @param type a code of `InvoiceType`
 */
export const findOrder = (database: Database, userId: number, id: number, type: number): Order | undefined =>
  database.find(
    `SELECT orders.*, users.name, users.company, users.email, users.vat_number
     FROM orders JOIN users ON users.id = user_id
     WHERE orders.id = ? AND user_id = ? AND ${type === InvoiceType.Proforma ? 'has_proforma' : 'has_invoice'} = 1`,
    [id, userId],
    (row) => ({
      id,
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
