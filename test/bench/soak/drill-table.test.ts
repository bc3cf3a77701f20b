import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { insertDrills } from '../../../bench/soak/drill-table.ts';
import { drills } from '../../../bench/soak/drills.ts';
import { groups } from '../../../bench/soak/groups.ts';

const text = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
const date = new Date('2026-01-02T03:04:05Z');
const rowOf = (name: string, document: string) => document.split('\n').find((line) => line.startsWith(`| ${name} |`));

describe('The table of drills in docs/operations.md', () => {
  it('names groups that exist, and each drill once', () => {
    for (const { group } of drills) expect(Object.keys(groups)).toContain(group);
    expect(new Set(drills.map(({ name }) => name)).size).toBe(drills.length);
  });

  it('shows every drill, as the soak writes it', () => {
    expect(insertDrills(text, [], date)).toBe(text);
    for (const { name } of drills) expect(rowOf(name, text)).toBeDefined();
  });

  it('takes what a group measured, and leaves the rows of others', () => {
    const [first] = drills;
    if (first === undefined) throw new Error('There are no drills.');
    const figures = [`${first.figures?.[0]}12 of 12 | answered`, 'leaks 0 in 12 replies'];
    const written = insertDrills(text, [{ name: first.group, outcome: { failures: [], figures } }], date);
    expect(rowOf(first.name, written)).toContain('| 12 of 12 \\| answered | 2026-01-02 |');
    const others = drills.filter(({ group }) => group !== first.group);
    for (const { name } of others) expect(rowOf(name, written)).toBe(rowOf(name, text));
    expect(insertDrills(written, [], date)).toBe(written);
  });

  it('says so when a promise was not kept', () => {
    const outcome = { failures: ['No.'], figures: ['1 lost'] };
    const whole = drills.find(({ figures }) => figures === undefined);
    if (whole === undefined) throw new Error('There is no such drill.');
    const written = insertDrills(text, [{ name: whole.group, outcome }], date);
    expect(rowOf(whole.name, written)).toContain('| **not as promised**: 1 lost | 2026-01-02 |');
  });
});
