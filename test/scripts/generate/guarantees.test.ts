import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { guarantees, guaranteeTable } from '../../../scripts/generate/guarantees.ts';
import { problemsOf, readmePromises, readProofs } from '../../../scripts/generate/proofs.ts';
import { allSettings, settings } from '../../../src/config/settings.ts';
import { errorCodes } from '../../../src/gateway/errors/error-codes.ts';
import { fileVariableOf } from '../../../src/settings/setting.ts';

describe('The table of guarantees', () => {
  it('have the figures that hold in production unless something is set', () => {
    const table = guaranteeTable(allSettings);
    expect(table).toContain('A query ends after 10 s, a mutation after 20 s, an upload after 60 s');
    expect(table).toContain('requests are accepted for 5 s more');
    expect(table).toContain('fresh for 1 h and served stale for up to 24 h more');
    expect(table).toContain('JSON bodies have at most 256 KB, photos 10 MB');
    expect(table).toContain('introspection and `/schema.graphql` are off');
    expect(table).not.toMatch(/\{[A-Z_]+\}|undefined|NaN/);
  });

  it('follow a setting whose default changes', () => {
    const changed = allSettings.map((each) =>
      each === settings.callLimit.maxCalls
        ? { ...settings.callLimit.maxCalls, default: { text: '80', in: () => '80' } }
        : each,
    );
    expect(guaranteeTable(changed)).toContain('At most 80 upstream calls');
  });

  it('lead to SECURITY.md, which names the settings that matter as they are called', async () => {
    const text = await readFile(new URL('../../../SECURITY.md', import.meta.url), 'utf8');
    const files = allSettings.map(fileVariableOf);
    const names = new Set([...allSettings.map(({ name }) => name), ...files, ...Object.keys(errorCodes)]);
    const named = [...text.matchAll(/`([A-Z][A-Z]*(?:_[A-Z]+)+)(?:=[^`]*)?`/g)].map(([, name = '']) => name);
    expect(named).not.toEqual([]);
    expect(named.filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('The promises of docs/guarantees.md and of the README', () => {
  it('each have tests that are there, and none is proven that nobody makes', async () => {
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
});
