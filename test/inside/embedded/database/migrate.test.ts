import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Database, DatabaseTooNewError, listMigrations, migrate } from '../../../../src/embedded/database/database.ts';
import { readDemoPicture } from '../../../../src/embedded/photos/pictures.ts';

const tableNames = (database: Database): string[] =>
  database.list("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name", [], (row) => row.text('name'));

/** Runs some of the migrations, without a look at the version. */
const runMigrations = (database: Database, from: number, to: number): void => {
  for (const migration of listMigrations().slice(from, to)) database.script(readFileSync(migration, 'utf8'));
};

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

it('the migration of main photos puts the photo first that was the main one, and leaves the others in their order', () => {
  using database = new Database(':memory:');
  runMigrations(database, 0, 4);
  database.script('PRAGMA foreign_keys = OFF');
  const photos = [
    [1, 0, 0, 'a'],
    [1, 1, 0, 'b'],
    [1, 2, 1, 'main of 1'],
    [2, 0, 1, 'main of 2'],
    [2, 3, 0, 'c'],
    [3, 5, 0, 'd'],
    [3, 7, 1, 'main of 3'],
  ];
  for (const photo of photos) {
    database.run('INSERT INTO photos (listing_id, position, is_main, picture_key) VALUES (?, ?, ?, ?)', photo);
  }
  database.script('PRAGMA user_version = 4');
  migrate(database);
  const keysOf = (listing: number) =>
    database.list('SELECT picture_key FROM photos WHERE listing_id = ? ORDER BY position, id', [listing], (row) =>
      row.text('picture_key'),
    );
  expect([1, 2, 3].map(keysOf)).toEqual([
    ['main of 1', 'a', 'b'],
    ['main of 2', 'c'],
    ['main of 3', 'd'],
  ]);
});

it('the migration of demo pictures names the file of each picture that was drawn, and leaves photos alone', async () => {
  using database = new Database(':memory:');
  runMigrations(database, 0, 2);
  const drawn = [
    { subject: 'hatchback', seed: 71_204, view: 3, paint: 'red' },
    { subject: 'bedroom', seed: 71_204, view: 4, paint: null },
    { subject: 'avatar', seed: 27, view: 0, paint: null },
    { subject: 'company-logo', seed: 3, view: 0, paint: 'teal' },
  ];
  for (const spec of drawn) {
    database.run('INSERT INTO pictures (key, illustration) VALUES (?, ?)', [spec.subject, JSON.stringify(spec)]);
  }
  const bytes = new Uint8Array([1]);
  database.run('INSERT INTO pictures (key, large, thumb) VALUES (?, ?, ?)', ['photo', bytes, bytes]);
  runMigrations(database, 5, 6);
  const names = database.list('SELECT demo_picture FROM pictures ORDER BY rowid', [], (row) =>
    row.optionalText('demo_picture'),
  );
  expect(names).toEqual(['hatchback/red/2', 'bedroom/1/1', 'avatar/27/1', 'company-logo/teal/1', null]);
  const files = names.filter((name) => name !== null).map((name) => readDemoPicture(name, 'large'));
  await expect(Promise.all(files)).resolves.toHaveLength(4);
});
