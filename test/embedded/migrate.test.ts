import { describe, expect, it } from 'vitest';
import { Database } from '../../src/embedded/database.ts';
import { DatabaseTooNewError, migrate } from '../../src/embedded/migrate.ts';

const tableNames = (database: Database): string[] =>
  database.list("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name", [], (row) => row.text('name'));

describe('migrate', () => {
  it('makes the tables once, however often it runs', () => {
    using database = new Database(':memory:');
    migrate(database);
    const tables = tableNames(database);
    expect(tables).toContain('listings');
    migrate(database);
    expect(tableNames(database)).toEqual(tables);
  });

  it('leaves a database alone that a later version wrote', () => {
    using database = new Database(':memory:');
    database.script('PRAGMA user_version = 1000');
    expect(() => migrate(database)).toThrow(DatabaseTooNewError);
    expect(tableNames(database)).toEqual([]);
  });

  it('leaves nothing behind when a migration fails', () => {
    using database = new Database(':memory:');
    database.script('CREATE TABLE messages (id INTEGER)');
    expect(() => migrate(database)).toThrow('messages');
    expect(tableNames(database)).toEqual(['messages']);
  });
});
