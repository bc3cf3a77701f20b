/**
 * Writes the demo data from a database, such as that of an embedded service with `EMBEDDED_DATA=<database>`, which may be running.
 *
 *     npm run demo:write -- [database [instant]]
 *
 * Times move so that `instant`, which is now unless given, becomes the instant of the demo data. Without a database the files are written as they
 * were read, which puts rows and columns that were edited by hand in order.
 */
import { Database, migrate } from '../src/embedded/database/database.ts';
import { DEMO_INSTANT, fillDatabase } from '../src/embedded/demo/demo-tables.ts';
import { writeDemoData } from './demo-data.ts';

const [location, instant] = process.argv.slice(2);
using database = new Database(location ?? ':memory:');
const startedAt = new Date(DEMO_INSTANT);
if (location === undefined) {
  migrate(database);
  fillDatabase(database, true, startedAt);
}
const now = instant === undefined ? new Date() : new Date(instant);
writeDemoData(database, 'src/embedded/demo/data', location === undefined ? startedAt : now);
