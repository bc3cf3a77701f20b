import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeDemoData } from '../../scripts/demo-data.ts';
import { Database } from '../../src/embedded/database/database.ts';
import { migrate } from '../../src/embedded/database/migrate.ts';
import { fillDatabase } from '../../src/embedded/demo/fill-database.ts';

const filesIn = (folder: string) =>
  readdirSync(folder)
    .toSorted()
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]);

it.each(['2025-06-15T12:00:00Z', '2031-01-02T03:04:05Z'])(
  'writes the demo data of a service that started at %s as it was read',
  (start) => {
    const folder = mkdtempSync(join(tmpdir(), 'demo-data-'));
    try {
      using database = new Database(':memory:');
      migrate(database);
      fillDatabase(database, { demoData: true, startedAt: new Date(start) });
      writeDemoData(database, folder, new Date(start));
      expect(filesIn(folder)).toEqual(filesIn('src/embedded/demo/data'));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
