/** The account: its movements, and what is charged to it. */
import { readPage } from '../core/field-rules.ts';
import { type Refusal, badRequest } from '../core/refusal.ts';
import { majorUnits } from '../core/written-values.ts';
import { insertRow } from '../database/row.ts';
import type { Handler, Service } from '../service/service.ts';
import { invoiceUrl } from './invoices.ts';

/** Something that is sold. */
export interface ChargeLine {
  readonly description: string;
  readonly quantity: number;
  /** Price of one in cents, VAT included. */
  readonly unitCents: number;
}

/** The balance of an account in cents: that after its last movement, 0 without any. */
export const balanceCents = ({ database }: Service, userId: number): number =>
  database.find(
    'SELECT balance_cents FROM account_entries WHERE user_id = ? ORDER BY recorded_at DESC, id DESC LIMIT 1',
    [userId],
    (row) => row.integer('balance_cents'),
  ) ?? 0;

const euros = (cents: number): string => `EUR ${(cents / 100).toFixed(2)}`;

/** 400: an account cannot pay for what was asked. The message states both figures. */
export const notEnoughBalance = (costCents: number, balance: number): Refusal =>
  badRequest(`The balance of the account is ${euros(balance)}, but this costs ${euros(costCents)}.`);

/** A movement never lies before the one it follows, even when the clock was put back: the balance runs in their order. */
const nextEntryTime = (service: Service, userId: number): number =>
  service.database.get(
    'SELECT max(coalesce(max(recorded_at), 0), ?) AS time FROM account_entries WHERE user_id = ?',
    [service.now(), userId],
    (row) => row.integer('time'),
  );

/** The rate in per cent at which everything on the marketplace is taxed. */
const VAT_PERCENT = 18;

/** The net part of a price in cents that includes VAT, rounded to the cent. */
const netOfCents = (grossCents: number): number => Math.round((grossCents * 100) / (100 + VAT_PERCENT));

const saveOrder = (service: Service, userId: number, orderedAt: number, lines: readonly ChargeLine[]): number => {
  const orderId = insertRow(service.database, 'orders', {
    user_id: userId,
    ordered_at: orderedAt,
    vat_percent: VAT_PERCENT,
    total_cents: lines.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0),
    has_invoice: true,
    has_proforma: false,
  });
  for (const [position, { description, quantity, unitCents }] of lines.entries()) {
    const unitNetCents = netOfCents(unitCents);
    insertRow(service.database, 'order_lines', {
      order_id: orderId,
      position,
      description,
      quantity,
      unit_net_cents: unitNetCents,
      vat_cents: quantity * (unitCents - unitNetCents),
      total_cents: quantity * unitCents,
    });
  }
  return orderId;
};

/**
 * Pays for something from the balance of an account. The movement has an order with an invoice as its receipt. Nothing to
 * pay makes no movement. Call it in the transaction that also writes what was bought.
 *
 * @param description what the movement says, e.g. `Relisting of 3 listings`
 * @throws Refusal 400 when the balance is too low
 */
export const chargeAccount = (
  service: Service,
  userId: number,
  description: string,
  lines: readonly ChargeLine[],
): void => {
  const costCents = lines.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0);
  if (costCents === 0) return;
  service.database.transaction(() => {
    const balance = balanceCents(service, userId);
    if (balance < costCents) throw notEnoughBalance(costCents, balance);
    const recordedAt = nextEntryTime(service, userId);
    insertRow(service.database, 'account_entries', {
      user_id: userId,
      recorded_at: recordedAt,
      amount_cents: -costCents,
      balance_cents: balance - costCents,
      description,
      order_id: saveOrder(service, userId, recordedAt, lines),
    });
  });
};

/** GET /v1/user/account: newest first, each with the balance after it. */
export const listAccountEntries: Handler<'listAccountEntries'> = ({ query, caller }, service) => {
  // Assumption: R23: `first` counts from 0 here.
  const { limit, offset } = readPage(query.count, query.first, 0);
  const entries = service.database.list(
    `SELECT account_entries.*, orders.has_invoice FROM account_entries LEFT JOIN orders ON orders.id = order_id
     WHERE account_entries.user_id = ? ORDER BY recorded_at DESC, account_entries.id DESC LIMIT ? OFFSET ?`,
    [caller.userId, limit, offset],
    (row) => {
      const orderId = row.optionalInteger('order_id');
      return {
        Amount: majorUnits(row.integer('amount_cents')),
        Balance: majorUnits(row.integer('balance_cents')),
        Description: row.text('description'),
        ReceiptUrl: orderId !== null && row.flag('has_invoice') ? invoiceUrl(service, orderId) : null,
        TimeStamp: row.instant('recorded_at'),
      };
    },
  );
  return { AccountEntries: entries, Balance: majorUnits(balanceCents(service, caller.userId)) };
};
