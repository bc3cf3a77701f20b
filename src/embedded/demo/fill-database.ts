/** Fills an empty database: lookup lists always, demo accounts and listings when they are wanted. */
import { readFileSync } from 'node:fs';
import type { Database } from '../database/database.ts';
import { foldText, searchTextOf } from '../listings/listing-store.ts';
import { columnsOf, DEMO_INSTANT, type DemoTable, demoFile, lookupTables, marketplaceTables } from './demo-tables.ts';

/** Options for filling an empty database. */
interface FillOptions {
  readonly demoData: boolean;
  /** When the demo data is as fresh as on the day it was written. */
  readonly startedAt: Date;
}

const isEmpty = (database: Database): boolean =>
  database.get('SELECT NOT EXISTS (SELECT 1 FROM sections) AS is_empty', [], (row) => row.flag('is_empty'));

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

/** Fills the database in one transaction, unless there is something in it already. */
export const fillDatabase = (database: Database, { demoData, startedAt }: FillOptions): void =>
  database.transaction(() => {
    if (!isEmpty(database)) return;
    const shiftMs = startedAt.getTime() - Date.parse(DEMO_INSTANT);
    const tables = demoData ? [...lookupTables, ...marketplaceTables] : lookupTables;
    for (const table of tables) loadTable(database, table, shiftMs);
    if (demoData) indexListings(database);
  });
