/** The demo data as text: what the files of its tables hold, from a database. */
import { writeFileSync } from 'node:fs';
import { Database } from '../src/embedded/database/database.ts';
import {
  columnsOf,
  DEMO_INSTANT,
  type DemoTable,
  lookupTables,
  marketplaceTables,
} from '../src/embedded/demo/demo-tables.ts';

/** The text of a table's file: its rows in the order of its key, without what is null. */
export const writeTable = (database: Database, table: DemoTable, instant: Date): string => {
  const shiftMs = Date.parse(DEMO_INSTANT) - instant.getTime();
  const columns = columnsOf(database, table).filter(({ isDerived }) => !isDerived);
  const members = columns.map(({ name, isTime }) => {
    const time = `strftime('%Y-%m-%dT%H:%M:%SZ', (${name} + ${shiftMs} + 500) / 1000, 'unixepoch')`;
    return `'${name}', ${isTime ? time : name}`;
  });
  const keys = columns.filter(({ keyPlace }) => keyPlace > 0).toSorted((a, b) => a.keyPlace - b.keyPlace);
  const order = keys.map(({ name }) => name).join(', ');
  const sql = `SELECT json_patch('{}', json_object(${members.join(', ')})) AS line FROM ${table} ORDER BY ${order}`;
  return database.list(sql, [], (row) => `${row.text('line')}\n`).join('');
};

/** Writes the files of all tables into a folder. */
export const writeDemoData = (database: Database, folder: string, instant: Date): void => {
  const uploaded = database.list('SELECT key FROM pictures WHERE demo_picture IS NULL', [], (row) => row.text('key'));
  if (uploaded.length > 0) throw new RangeError(`Uploaded photos cannot be written: ${uploaded.join(', ')}`);
  for (const table of [...lookupTables, ...marketplaceTables]) {
    writeFileSync(`${folder}/${table}.jsonl`, writeTable(database, table, instant));
  }
};
