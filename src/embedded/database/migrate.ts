/** Brings a database to the shape this version of the service works on. */
import type { Database } from './database.ts';
import { lookupsMigration } from './migrations/001-lookups.ts';
import { accountsMigration } from './migrations/002-accounts.ts';
import { tokensMigration } from './migrations/003-tokens.ts';
import { listingsMigration } from './migrations/004-listings.ts';
import { mainPhotosMigration } from './migrations/005-main-photos.ts';
import { demoPicturesMigration } from './migrations/006-demo-pictures.ts';

/** In order; a migration that has been released is never changed, only followed by another. */
const migrations: readonly string[] = [
  lookupsMigration,
  accountsMigration,
  tokensMigration,
  listingsMigration,
  mainPhotosMigration,
  demoPicturesMigration,
];

/** Thrown when a database file was written by a later version of the service. */
export class DatabaseTooNewError extends Error {
  override readonly name = 'DatabaseTooNewError';

  constructor(version: number) {
    super(`The database is of version ${version}, this service knows up to ${migrations.length}`);
  }
}

/**
 * Runs the migrations that the database has not seen, all in one transaction.
 *
 * @throws DatabaseTooNewError
 */
export const migrate = (database: Database): void =>
  database.transaction(() => {
    const version = database.get('PRAGMA user_version', [], (row) => row.integer('user_version'));
    if (version > migrations.length) throw new DatabaseTooNewError(version);
    if (version === migrations.length) return;
    for (const migration of migrations.slice(version)) database.script(migration);
    database.script(`PRAGMA user_version = ${migrations.length}`);
  });
