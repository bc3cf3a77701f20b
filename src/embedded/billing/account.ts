/** Movements of the caller's account: GET /v1/user/account. */

import { readPage } from '../core/paging.ts';
import { majorUnits } from '../listings/price-text.ts';
import type { Handler } from '../service/endpoint-handler.ts';
import { balanceCents } from './account-charges.ts';
import { invoiceUrl } from './invoice-url.ts';

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
        TimeStamp: new Date(row.integer('recorded_at')).toISOString(),
      };
    },
  );
  return { AccountEntries: entries, Balance: majorUnits(balanceCents(service, caller.userId)) };
};
