import { describe, expect, it } from 'vitest';
import { Database, DatabaseClosedError } from '../../../../src/embedded/database/database.ts';
import { ColumnError, type Row } from '../../../../src/embedded/database/row.ts';

const openTable = (): Database => {
  const database = new Database(':memory:');
  database.script('CREATE TABLE things (id INTEGER PRIMARY KEY, flag INTEGER, name TEXT, bytes BLOB) STRICT');
  return database;
};

const countThings = (database: Database): number =>
  database.get('SELECT count(*) AS count FROM things', [], (row) => row.integer('count'));

describe('Database', () => {
  it('keeps booleans, texts, bytes and null, and gives them back by type', () => {
    using database = openTable();
    const { changes, lastInsertId } = database.run('INSERT INTO things (flag, name, bytes) VALUES (?, ?, ?)', [
      true,
      'Ħal Għaxaq',
      new Uint8Array([1, 2, 3]).subarray(1),
    ]);
    const read = (row: Row) => [row.flag('flag'), row.text('name'), row.optionalBytes('bytes')];
    expect(changes).toBe(1);
    expect(database.find('SELECT * FROM things WHERE id = ?', [lastInsertId], read)).toEqual([
      true,
      'Ħal Għaxaq',
      new Uint8Array([2, 3]),
    ]);
  });

  it('refuses a wrong number of values, not counting question marks in texts and comments', () => {
    using database = openTable();
    const sql = "SELECT '?' AS mark FROM things -- ?\nWHERE id = ?";
    expect(() => database.list(sql, [], () => null)).toThrow('takes 1 values, 0 were given');
    expect(() => database.list(sql, [1, 2], () => null)).toThrow('takes 1 values, 2 were given');
    expect(database.list(sql, [1], () => null)).toEqual([]);
  });

  it('finds nothing as undefined and fails where a row must be', () => {
    using database = openTable();
    const sql = 'SELECT * FROM things';
    expect(database.find(sql, [], (row) => row.text('name'))).toBeUndefined();
    expect(() => database.get(sql, [], (row) => row.text('name'))).toThrow('gave no row');
  });

  it('names the column that holds something else than was asked for', () => {
    using database = openTable();
    database.run('INSERT INTO things (flag) VALUES (?)', [7]);
    expect(() => database.find('SELECT flag FROM things', [], (row) => row.flag('flag'))).toThrow(ColumnError);
    expect(() => database.find('SELECT name FROM things', [], (row) => row.text('name'))).toThrow('Column name');
    expect(() => database.find('SELECT name FROM things', [], (row) => row.text('nom'))).toThrow('Column nom');
  });

  it('undoes all of a transaction that throws, also what a nested one did', () => {
    using database = openTable();
    const insert = () => database.run('INSERT INTO things (id) VALUES (?)', [null]);
    expect(() =>
      database.transaction(() => {
        insert();
        database.transaction(insert);
        throw new Error('changed my mind');
      }),
    ).toThrow('changed my mind');
    expect(countThings(database)).toBe(0);
    database.transaction(insert);
    expect(countThings(database)).toBe(1);
  });

  it('takes further transactions after a statement in one broke a constraint', () => {
    using database = openTable();
    const insertSame = () => database.run('INSERT INTO things (id) VALUES (?)', [1]);
    database.transaction(insertSame);
    expect(() => database.transaction(insertSame)).toThrow('UNIQUE');
    database.transaction(() => database.run('INSERT INTO things (id) VALUES (?)', [2]));
    expect(countThings(database)).toBe(2);
  });

  it('returns nothing once it is closed', () => {
    const database = openTable();
    database[Symbol.dispose]();
    database[Symbol.dispose]();
    expect(() => countThings(database)).toThrow(DatabaseClosedError);
    expect(() => database.script('SELECT 1')).toThrow(DatabaseClosedError);
    expect(() => database.transaction(() => 1)).toThrow(DatabaseClosedError);
  });
});
