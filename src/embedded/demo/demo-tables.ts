/** The demo data as files: `data/<table>.jsonl`, a row of the table a line, as `npm run demo:write` writes them. */
import type { Database } from '../database/database.ts';

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

/** A column of a table of the demo data. */
interface DemoColumn {
  readonly name: string;
  /** Times are ISO 8601 in the files, to the second. */
  readonly isTime: boolean;
  /** What follows from other columns is in no file. */
  readonly isDerived: boolean;
  /** Its place in the primary key, counted from 1; 0 for one that is not in it. */
  readonly keyPlace: number;
}

/** The file of a table. */
export const demoFile = (table: DemoTable): URL => new URL(`data/${table}.jsonl`, import.meta.url);

/** Reads the columns of a table. */
export const columnsOf = (database: Database, table: DemoTable): readonly DemoColumn[] =>
  database.list('SELECT name, pk FROM pragma_table_info(?)', [table], (row) => {
    const name = row.text('name');
    return {
      name,
      isTime: /_(?:at|until)$/.test(name),
      isDerived: name === 'title_key' || name === 'search_text',
      keyPlace: row.integer('pk'),
    };
  });
