/** Fills an empty database: lookup lists always, demo accounts and listings when they are wanted. */
import type { Database } from '../database/database.ts';
import { DEMO_PASSWORD, demoAccounts, demoApplications } from '../demo/accounts/demo-accounts.ts';
import { createDemoListings } from '../demo/listings/demo-listings.ts';
import { hashPassword } from '../tokens/password-hash.ts';
import { hashClientSecret } from '../tokens/tokens.ts';
import { seedAccounts } from './seed-accounts.ts';
import { seedListings } from './seed-listings.ts';
import { seedLookups } from './seed-lookups.ts';

/** Options for filling an empty database. */
export interface SeedOptions {
  readonly demoData: boolean;
  /** The instant that the ages of demo data count back from. */
  readonly startedAt: Date;
}

const isEmpty = (database: Database): boolean =>
  database.get('SELECT NOT EXISTS (SELECT 1 FROM sections) AS is_empty', [], (row) => row.flag('is_empty'));

/** Fills the database in one transaction, unless there is something in it already. */
export const seed = async (database: Database, { demoData, startedAt }: SeedOptions): Promise<void> => {
  if (!isEmpty(database)) return;
  // One hash serves all demo accounts: their password is public anyway, and each hash takes 40 ms.
  const passwordHash = demoData ? await hashPassword(DEMO_PASSWORD) : '';
  database.transaction(() => {
    if (!isEmpty(database)) return;
    seedLookups(database);
    if (!demoData) return;
    for (const { clientId, clientSecret, name, testMode } of demoApplications) {
      database.run('INSERT INTO applications (client_id, secret_hash, name, is_test_mode) VALUES (?, ?, ?, ?)', [
        clientId,
        hashClientSecret(clientSecret),
        name,
        testMode,
      ]);
    }
    seedAccounts(database, demoAccounts, passwordHash, startedAt.getTime());
    seedListings(database, createDemoListings(), demoAccounts, startedAt.getTime());
  });
};
