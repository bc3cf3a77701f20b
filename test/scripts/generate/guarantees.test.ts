import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { guarantees, guaranteeTable } from '../../../scripts/generate/guarantees.ts';
import { problemsOf, readmePromises, readProofs } from '../../../scripts/generate/proofs.ts';
import { allSettings } from '../../../src/config/settings.ts';

it('The table of guarantees have the figures that hold in production unless something is set', () => {
  const table = guaranteeTable(allSettings);
  expect(table).toContain('A query ends after 10 s, a mutation after 20 s, an upload after 60 s');
  expect(table).toContain('requests are accepted for 5 s more');
  expect(table).toContain('fresh for 1 h and served stale for up to 24 h more');
  expect(table).toContain('JSON bodies have at most 256 KB, photos 10 MB');
  expect(table).toContain('introspection and `/schema.graphql` are off');
  expect(table).not.toMatch(/\{[A-Z_]+\}|undefined|NaN/);
});

it('The promises of docs/guarantees.md and of the README each have tests that are there, and none is proven that nobody makes', async () => {
  const sentences = readmePromises(await readFile('README.md', 'utf8'));
  expect(sentences).toHaveLength(6);
  const promises = [...guarantees.map(({ against }) => against), ...sentences];
  const report = await readFile('docs/guarantees.md', 'utf8');
  expect(problemsOf(promises, readProofs(), report)).toEqual([]);
  const [, ...others] = Object.entries(readProofs());
  const gone = { 'Slow operations': { tests: ['gone.test.ts'], faults: ['gone'], soak: ['gone'] } };
  expect(
    problemsOf(
      [...promises, 'More'],
      { ...Object.fromEntries(others), ...gone, Else: { ...gone['Slow operations'], tests: [] } },
      report,
    ),
  ).toHaveLength(7);
});
