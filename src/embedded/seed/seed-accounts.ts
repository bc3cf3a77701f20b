/** Puts demo accounts into a database. */
import { picturePath } from '../core/absolute-url.ts';
import type { Database } from '../database/database.ts';
import { insertRow } from '../database/insert-row.ts';
import type { DemoAccount } from '../demo/model/demo-account-types.ts';
import { saveDemoPicture } from '../photos/picture-store.ts';
import { timeOf } from './demo-time.ts';

const pictureUrl = (database: Database, picture: string | null): string | null =>
  picture === null ? null : picturePath(saveDemoPicture(database, picture), 'large');

const seedUser = (database: Database, account: DemoAccount, passwordHash: string, startedAtMs: number): void => {
  insertRow(database, 'users', {
    id: account.id,
    username: account.username,
    password_hash: passwordHash,
    name: account.name,
    email: account.email,
    company: account.company,
    account_type: account.accountType,
    picture_url: pictureUrl(database, account.profilePicture),
    telephone: account.telephone,
    telephone_verified_at: timeOf(startedAtMs, account.telephoneVerifiedDaysAgo),
    is_telephone_restricted: account.isTelephoneRestricted,
    telephone_restricted_until: timeOf(startedAtMs, account.telephoneRestrictedUntilDaysAgo),
    vat_number: account.vatNumber,
    property_seller_type: account.propertySellerType,
    is_property_seller_type_locked: account.isPropertySellerTypeLocked,
    registered_at: timeOf(startedAtMs, account.registeredDaysAgo),
  });
  for (const { id, name, companyType, logo } of account.companies) {
    const columns = { id, owner_id: account.id, name, company_type: companyType };
    insertRow(database, 'companies', { ...columns, logo_url: pictureUrl(database, logo) });
  }
};

const seedShares = (database: Database, account: DemoAccount, userIds: ReadonlyMap<string, number>): void => {
  for (const { id, isGroup, name, username, members } of account.sharedUsers) {
    const columns = { owner_id: account.id, shared_id: id, is_group: isGroup, name, username };
    insertRow(database, 'shared_users', columns);
    for (const member of members) {
      insertRow(database, 'group_members', { group_id: id, user_id: userIds.get(member) ?? null });
    }
  }
};

const seedLedger = (database: Database, account: DemoAccount, startedAtMs: number): void => {
  for (const order of account.orders) {
    insertRow(database, 'orders', {
      id: order.id,
      user_id: account.id,
      ordered_at: timeOf(startedAtMs, order.daysAgo),
      vat_percent: order.vatPercent,
      total_cents: order.totalCents,
      has_invoice: order.hasInvoice,
      has_proforma: order.hasProforma,
    });
    for (const [position, line] of order.lines.entries()) {
      insertRow(database, 'order_lines', {
        order_id: order.id,
        position,
        description: line.description,
        quantity: line.quantity,
        unit_net_cents: line.unitNetCents,
        vat_cents: line.vatCents,
        total_cents: line.totalCents,
      });
    }
  }
  for (const entry of account.entries) {
    insertRow(database, 'account_entries', {
      user_id: account.id,
      recorded_at: timeOf(startedAtMs, entry.daysAgo),
      amount_cents: entry.amountCents,
      balance_cents: entry.balanceCents,
      description: entry.description,
      order_id: entry.orderId,
    });
  }
};

/** Stores accounts with their companies, shares, orders and movements. */
export const seedAccounts = (
  database: Database,
  accounts: readonly DemoAccount[],
  passwordHash: string,
  startedAtMs: number,
): void => {
  const userIds = new Map(accounts.map(({ username, id }) => [username, id]));
  for (const account of accounts) seedUser(database, account, passwordHash, startedAtMs);
  for (const account of accounts) {
    seedShares(database, account, userIds);
    seedLedger(database, account, startedAtMs);
  }
};
