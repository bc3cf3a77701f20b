import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const ledger = readFileSync(new URL('docs/http-advisories.md', root), 'utf8');

/** A row: the advisory, and the test that shows that it does not hold. */
const rows = ledger
  .split('\n')
  .filter((line) => line.startsWith('| ['))
  .map((line) => {
    const [, id = '', source = ''] = /^\| \[([^\]]+)\]\((https:\/\/[^)]+)\)/.exec(line) ?? [];
    const [, file = '', name = ''] = /`([^`]+)`: “([^”]+)” \|$/.exec(line) ?? [];
    return { id, source, file, name };
  });

describe('docs/http-advisories.md', () => {
  it('has advisories, each once and with its source', () => {
    expect(rows.length).toBeGreaterThan(50);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    for (const { id, source } of rows) {
      expect(id).toMatch(/^(?:CVE-20\d\d-\d{4,}|GHSA(?:-[\da-z]{4}){3}|[\w-]+\/[\w-]+#\d+)$/);
      expect(source).not.toBe('');
    }
  });

  it.each(rows)('names a test of $id that is there', ({ file, name }) => {
    expect(name).not.toBe('');
    expect(readFileSync(new URL(file, root), 'utf8')).toContain(name);
  });

  it('is looked at before a release, as CONTRIBUTING.md says', () => {
    expect(readFileSync(new URL('CONTRIBUTING.md', root), 'utf8')).toContain('docs/http-advisories.md');
  });
});
