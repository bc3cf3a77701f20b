/** Databases with the demo data, whose passwords are hashed at little cost: filled once a process, copied for each service. */
import { randomUUID } from 'node:crypto';
import { Database } from '../../src/embedded/database/database.ts';
import { migrate } from '../../src/embedded/database/migrate.ts';
import { DEMO_PASSWORD } from '../../src/embedded/demo/demo-access.ts';
import { DEMO_INSTANT } from '../../src/embedded/demo/demo-tables.ts';
import { fillDatabase } from '../../src/embedded/demo/fill-database.ts';
import { hashPassword } from '../../src/embedded/tokens/password-hash.ts';

/** When the clocks of services in tests start; the demo data is of that instant. */
export const CLOCK_START = DEMO_INSTANT;

/** A copy of the demo data in memory, which is there until it is disposed of and no service has it open. */
export interface DemoDatabase extends Disposable {
  /** What a service opens it by. */
  readonly location: string;
}

/** Copies the database of a service that started at `CLOCK_START`, which takes a tenth of the time of filling one. */
export const copyDemoDatabase = async (): Promise<DemoDatabase> => {
  template ??= fillTemplate();
  const source = await template;
  const location = `file:${randomUUID()}?mode=memory&cache=shared`;
  const copy = new Database(location);
  source.script(`VACUUM INTO '${location}'`);
  return { location, [Symbol.dispose]: () => copy[Symbol.dispose]() };
};

let template: Promise<Database> | undefined;

const fillTemplate = async (): Promise<Database> => {
  const database = new Database(':memory:');
  migrate(database);
  fillDatabase(database, { demoData: true, startedAt: new Date(CLOCK_START) });
  // Hundreds of tests sign in, which takes ten times as long as all else that they do.
  database.run('UPDATE users SET password_hash = ?', [await hashPassword(DEMO_PASSWORD, 2)]);
  return database;
};
