/** Rows: reading their columns, inserting and updating them. */
import type { Database, SqlValue } from './database.ts';

/** A column does not hold what the reader asks for: a fault of a query, never of a caller. */
const wrongColumn = (column: string, expected: string, value: unknown): Error =>
  new TypeError(`Column ${column} should hold ${expected} but holds ${value === null ? 'null' : typeof value}`);

/** Reads the columns of one row; each reader throws TypeError when the column holds something else. */
export class Row {
  readonly #columns: ReadonlyMap<string, unknown>;

  /** @param columns the row as the driver gives it: an object with a property a column */
  constructor(columns: unknown) {
    this.#columns = new Map(Object.entries(columns ?? {}));
  }

  /** A whole number within 2^53. */
  integer(column: string): number {
    const value = this.#columns.get(column);
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
    throw wrongColumn(column, 'a whole number', value);
  }

  optionalInteger(column: string): number | null {
    return this.#columns.get(column) === null ? null : this.integer(column);
  }

  real(column: string): number {
    const value = this.#columns.get(column);
    if (typeof value === 'number') return value;
    throw wrongColumn(column, 'a number', value);
  }

  text(column: string): string {
    const value = this.#columns.get(column);
    if (typeof value === 'string') return value;
    throw wrongColumn(column, 'a text', value);
  }

  optionalText(column: string): string | null {
    return this.#columns.get(column) === null ? null : this.text(column);
  }

  /** A yes-or-no, kept as 1 or 0. */
  flag(column: string): boolean {
    const value = this.#columns.get(column);
    if (value === 1 || value === 0) return value === 1;
    throw wrongColumn(column, '1 or 0', value);
  }

  optionalBytes(column: string): Uint8Array<ArrayBuffer> | null {
    const value = this.#columns.get(column);
    if (value === null) return null;
    if (value instanceof ArrayBuffer) return new Uint8Array(value);
    throw wrongColumn(column, 'bytes', value);
  }

  /** A time, kept in epoch milliseconds, as ISO 8601 in UTC. */
  instant(column: string): string {
    return new Date(this.integer(column)).toISOString();
  }

  optionalInstant(column: string): string | null {
    return this.#columns.get(column) === null ? null : this.instant(column);
  }

  code<const Codes extends Readonly<Record<string, number>>>(column: string, codes: Codes): Codes[keyof Codes] {
    const value = this.#columns.get(column);
    const isCode = (code: unknown): code is Codes[keyof Codes] => Object.values(codes).some((known) => known === code);
    if (isCode(value)) return value;
    throw wrongColumn(column, `one of ${Object.keys(codes).join(', ')}`, value);
  }
}

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

/** Updates columns of the row with an id, if there are any; names likewise. */
export const updateRow = (
  database: Database,
  table: string,
  id: number,
  columns: Readonly<Record<string, SqlValue>>,
): void => {
  const assignments = Object.keys(columns).map((name) => `${name} = ?`);
  if (assignments.length === 0) return;
  database.run(`UPDATE ${table} SET ${assignments.join(', ')} WHERE id = ?`, [...Object.values(columns), id]);
};
