/** The demo data as files: `data/<table>.jsonl`, a row of the table a line, as `npm run demo:write` writes them; and filling an empty database with it. */
import { readFileSync } from 'node:fs';
import type { Database } from '../database/database.ts';
import { foldText, searchTextOf } from '../listings/listing-store.ts';

/** The instant at which the times in the files were the present. */
export const DEMO_INSTANT = '2025-06-15T12:00:00Z';

/** Tables that every database has filled: the lists that listings refer to. Each comes after those that it refers to. */
export const lookupTables = [
  'sections',
  'categories',
  'lookup_values',
  'filter_prices',
  'regions',
  'localities',
  'vehicle_makes',
  'vehicle_models',
] as const;

/** Tables of the demo marketplace. Each comes after those that it refers to. */
export const marketplaceTables = [
  'applications',
  'pictures',
  'users',
  'companies',
  'shared_users',
  'group_members',
  'orders',
  'order_lines',
  'account_entries',
  'listings',
  'photos',
  'watches',
  'premium_options',
  'threads',
  'messages',
] as const;

/** A table of the demo data. */
export type DemoTable = (typeof lookupTables)[number] | (typeof marketplaceTables)[number];

/** The file of a table. */
export const demoFile = (table: DemoTable): URL => new URL(`data/${table}.jsonl`, import.meta.url);

/** Reads the columns of a table. */
export const columnsOf = (database: Database, table: DemoTable) =>
  database.list('SELECT name, pk FROM pragma_table_info(?)', [table], (row) => {
    const name = row.text('name');
    return {
      name,
      /** Times are ISO 8601 in the files, to the second. */
      isTime: /_(?:at|until)$/.test(name),
      /** What follows from other columns is in no file. */
      isDerived: name === 'title_key' || name === 'search_text',
      /** Its place in the primary key, counted from 1; 0 for one that is not in it. */
      keyPlace: row.integer('pk'),
    };
  });

/** Loads the file of a table in one statement; `shiftMs` is added to its times. */
const loadTable = (database: Database, table: DemoTable, shiftMs: number): void => {
  const columns = columnsOf(database, table);
  const values = columns.map(({ name, isTime, isDerived }) => {
    if (isDerived) return "''";
    return isTime ? `unixepoch(value ->> '${name}') * 1000 + ${shiftMs}` : `value ->> '${name}'`;
  });
  const lines = readFileSync(demoFile(table), 'utf8').trimEnd().split('\n');
  database.run(
    `INSERT INTO ${table} (${columns.map(({ name }) => name).join(', ')}) SELECT ${values.join(', ')} FROM json_each(?)`,
    [`[${lines.join(',')}]`],
  );
};

const indexListings = (database: Database): void => {
  const listings = database.list('SELECT id, title, description, user_ref FROM listings', [], (row) => ({
    id: row.integer('id'),
    title: row.text('title'),
    searchText: searchTextOf(row.text('title'), row.text('description'), row.optionalText('user_ref')),
  }));
  for (const { id, title, searchText } of listings) {
    const derived = [foldText(title), searchText, id];
    database.run('UPDATE listings SET title_key = ?, search_text = ? WHERE id = ?', derived);
  }
};

/**
 * Fills the database in one transaction, unless there is something in it already.
 *
 * @param startedAt when the demo data is as fresh as on the day it was written
 */
export const fillDatabase = (database: Database, demoData: boolean, startedAt: Date): void =>
  database.transaction(() => {
    if (database.has('SELECT 1 FROM sections', [])) return;
    const shiftMs = startedAt.getTime() - Date.parse(DEMO_INSTANT);
    const tables = demoData ? [...lookupTables, ...marketplaceTables] : lookupTables;
    for (const table of tables) loadTable(database, table, shiftMs);
    if (demoData) indexListings(database);
  });
