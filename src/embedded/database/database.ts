/**
 * The embedded SQL database behind a small adapter.
 *
 * libsql aborts the process on a bound boolean, passes a wrong number of parameters, adds `_metadata` to single rows and
 * still responds after it was closed; none of that reaches callers of this file.
 */
import { readdirSync, readFileSync } from 'node:fs';
import LibsqlDatabase from 'libsql';
import { Row } from './row.ts';

const folder = new URL('migrations/', import.meta.url);

/** Lists the files of the migrations in order. One that has been released is never changed, only followed by another. */
export const listMigrations = (): readonly URL[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => new URL(name, folder));

/** Thrown when a database file was written by a later version of the service. */
export class DatabaseTooNewError extends Error {
  override readonly name = 'DatabaseTooNewError';

  constructor(version: number, known: number) {
    super(`The database is of version ${version}, this service knows up to ${known}`);
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
    const migrations = listMigrations();
    if (version > migrations.length) throw new DatabaseTooNewError(version, migrations.length);
    if (version === migrations.length) return;
    for (const migration of migrations.slice(version)) database.script(readFileSync(migration, 'utf8'));
    database.script(`PRAGMA user_version = ${migrations.length}`);
  });

/** A value that a statement can bind. Booleans are stored as 1 and 0. */
export type SqlValue = string | number | bigint | boolean | null | Uint8Array;

/** Thrown when a closed database is used. */
export class DatabaseClosedError extends Error {
  override readonly name = 'DatabaseClosedError';

  constructor() {
    super('The database is closed');
  }
}

/** Counts the `?` of a statement; those in quotes and comments do not count. */
const countParameters = (sql: string): number =>
  sql.replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\//g, '').split('?').length - 1;

const bindable = (value: SqlValue): string | number | bigint | null | Buffer => {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
};

interface PreparedStatement {
  readonly parameterCount: number;
  readonly statement: LibsqlDatabase.Statement;
}

/** One connection to one database. Every call is synchronous. */
export class Database implements Disposable {
  readonly #connection: LibsqlDatabase.Database;
  readonly #statements = new Map<string, PreparedStatement>();
  #isOpen = true;

  /**
   * @param location path of the database file, or `:memory:`
   * @throws when the file cannot be opened
   */
  constructor(location: string) {
    this.#connection = new LibsqlDatabase(location);
    this.#connection.exec('PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON; PRAGMA synchronous = NORMAL');
    if (location !== ':memory:') this.#connection.exec('PRAGMA journal_mode = WAL');
  }

  #prepare(sql: string, parameters: readonly SqlValue[]): PreparedStatement['statement'] {
    if (!this.#isOpen) throw new DatabaseClosedError();
    let prepared = this.#statements.get(sql);
    if (prepared === undefined) {
      prepared = { parameterCount: countParameters(sql), statement: this.#connection.prepare(sql) };
      this.#statements.set(sql, prepared);
    }
    if (prepared.parameterCount !== parameters.length) {
      throw new RangeError(`The statement takes ${prepared.parameterCount} values, ${parameters.length} were given`);
    }
    return prepared.statement;
  }

  /** Runs a query and reads each row. */
  list<Result>(sql: string, parameters: readonly SqlValue[], read: (row: Row) => Result): Result[] {
    const rows = this.#prepare(sql, parameters).all(parameters.map(bindable));
    return rows.map((row) => read(new Row(row)));
  }

  /** Runs a query and reads its first row; undefined when there is none. */
  find<Result>(sql: string, parameters: readonly SqlValue[], read: (row: Row) => Result): Result | undefined {
    return this.list(sql, parameters, read)[0];
  }

  /** Runs a query that always has a row, such as a count, and reads it. */
  get<Result>(sql: string, parameters: readonly SqlValue[], read: (row: Row) => Result): Result {
    const [result] = this.list(sql, parameters, (row) => ({ value: read(row) }));
    if (result === undefined) throw new RangeError('The statement gave no row');
    return result.value;
  }

  /** Returns whether a query has a row. */
  has(sql: string, parameters: readonly SqlValue[]): boolean {
    return this.get(`SELECT EXISTS (${sql}) AS found`, parameters, (row) => row.flag('found'));
  }

  /** Runs a statement that writes. @returns how many rows it changed, and the key of the one it inserted last */
  run(sql: string, parameters: readonly SqlValue[]) {
    const { changes, lastInsertRowid } = this.#prepare(sql, parameters).run(parameters.map(bindable));
    return { changes, lastInsertId: Number(lastInsertRowid) };
  }

  /** Runs several statements without values, as migrations do. */
  script(sql: string): void {
    if (!this.#isOpen) throw new DatabaseClosedError();
    this.#connection.exec(sql);
  }

  /**
   * Runs work in one transaction that takes the write lock at once, and undoes all of it when it throws. Inside another
   * transaction the work simply joins it.
   */
  transaction<Result>(work: () => Result): Result {
    if (!this.#isOpen) throw new DatabaseClosedError();
    if (this.#connection.inTransaction) return work();
    this.#connection.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#connection.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK');
      throw error;
    }
  }

  /** Closes the connection; every later call throws DatabaseClosedError. A second close does nothing. */
  [Symbol.dispose](): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#statements.clear();
    this.#connection.close();
  }
}
