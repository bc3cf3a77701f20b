/** Inserting a row by its columns. */
import type { Database, SqlValue } from './database.ts';

/**
 * Inserts one row.
 *
 * @param columns values by column; the names are part of the statement and never come from a caller
 * @returns key of the new row
 */
export const insertRow = (database: Database, table: string, columns: Readonly<Record<string, SqlValue>>): number => {
  const names = Object.keys(columns);
  const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  return database.run(sql, Object.values(columns)).lastInsertId;
};
