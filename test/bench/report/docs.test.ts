import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { replaceSection, sectionOf } from '../../../bench/report/docs.ts';

const page = 'before\n<!-- measured:soak -->\nold\n<!-- /measured -->\nafter\n';

describe('replaceSection', () => {
  it('replaces what is between the markers, and nothing else', () => {
    expect(replaceSection(page, 'soak', 'new')).toBe(page.replace('old', 'new'));
  });

  it('fails when the page has no such section', () => {
    expect(() => replaceSection(page, 'growth', 'new')).toThrow('no section "growth"');
  });

  it.each([
    sectionOf('rounds', 20),
    sectionOf('rounds', 24),
    sectionOf('growth'),
    sectionOf('soak'),
    sectionOf('traces'),
    sectionOf('phones'),
    sectionOf('sessions'),
  ])('finds the section "%s" of docs/performance.md', async (name) => {
    const path = join(resolve(import.meta.dirname, '../../..'), 'docs/performance.md');
    expect(replaceSection(await readFile(path, 'utf8'), name, 'measured')).toContain('measured');
  });
});
