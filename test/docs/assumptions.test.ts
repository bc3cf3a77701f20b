import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shownByChanges } from '../../src/cli/probe/report.ts';

const root = new URL('../../', import.meta.url);

/** The files of a folder of `src` in one text. */
const sourcesOf = (folder: string): string =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(new URL(join(folder, path), root), 'utf8'))
    .join('\n');

const numbersIn = (text: string): readonly string[] => text.match(/\bR\d+\b/g) ?? [];

const rows = readFileSync(new URL('docs/assumptions.md', root), 'utf8')
  .split('\n')
  .filter((line) => /^\| R\d+ \|/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, assumption = '', question = '', decision = '', reason = '', toldBy = '']) => ({
    assumption,
    texts: [question, decision, reason, toldBy],
    toldBy,
  }));
const assumptions = rows.map(({ assumption }) => assumption);

const source = sourcesOf('src');
/** Assumptions that code carries. A comment may name several, and be broken anywhere. */
const carried = new Set(
  [...source.matchAll(/Assumption: (R\d+(?:,?(?: and)?\s+(?:\*\s+|\/\/\s+)?R\d+)*)/g)].flatMap(([, text = '']) =>
    numbersIn(text),
  ),
);
/** Assumptions that the comments of code refer to. */
const referred = [...source.matchAll(/\(assumptions? ([^)]*)\)/g)].flatMap(([, text = '']) => numbersIn(text));
/** Assumptions of which `probe` has findings. */
const probed = new Set([...sourcesOf('src/cli/probe').matchAll(/'(R\d+)'/g)].map(([, assumption = '']) => assumption));

describe('docs/assumptions.md', () => {
  it('has each assumption once, in order, with what is open, what was decided, why, and what tells', () => {
    expect(assumptions).toEqual(Array.from({ length: rows.length }, (_, at) => `R${at + 1}`));
    expect(rows.filter(({ texts }) => texts.includes('')).map(({ assumption }) => assumption)).toEqual([]);
  });

  it('has every assumption that the code names', () => {
    expect([...carried, ...referred].filter((assumption) => !assumptions.includes(assumption))).toEqual([]);
  });

  it('has no assumption that no code carries, unless it says so', () => {
    const uncarried = rows.filter(({ assumption }) => !carried.has(assumption));
    expect(uncarried.filter(({ toldBy }) => toldBy !== 'no code').map(({ assumption }) => assumption)).toEqual([]);
  });

  it('names `probe` for the assumptions of which it has findings, and for no other', () => {
    const named = rows.filter(({ toldBy }) => toldBy.includes('`probe`')).map(({ assumption }) => assumption);
    expect(named.toSorted()).toEqual([...probed].toSorted());
  });

  it('names what only a change tells as the report of `probe` does', () => {
    const told = rows.filter(({ toldBy }) => !/`probe`|^no c/.test(toldBy) && toldBy !== 'a listing of somebody else');
    expect(shownByChanges).toEqual(told.map(({ assumption }) => assumption));
  });
});
