import { readFile, stat } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type Mutation, mutate } from '../../../scripts/mutations/mutation.ts';
import { mutations } from '../../../scripts/mutations/mutations.ts';
import { caughtBy, insertReport, reportOf } from '../../../scripts/mutations/report.ts';

describe('The list of mutations', () => {
  it.each(mutations.map((mutation) => [mutation.name, mutation] as const))(
    '%s applies to the code as it is',
    async (_name, mutation) => {
      const text = await readFile(mutation.file, 'utf8');
      expect(mutate(text, mutation)).not.toBe(text);
      expect(mutation.tests).not.toEqual([]);
      for (const path of mutation.tests) {
        expect(path).toMatch(/^test\/.+\.test\.ts$/);
        expect((await stat(path)).isFile()).toBe(true);
      }
    },
  );

  it('has a name of its own for each', () => {
    expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length);
  });
});

describe('mutate', () => {
  const mutation: Mutation = {
    name: 'limit',
    protection: 'There is a limit.',
    change: 'there is none',
    file: 'src/limit.ts',
    from: 'size > limit',
    to: "size > '$&'",
    tests: [],
  };

  it('replaces the text by exactly what is given', () => {
    expect(mutate('if (size > limit) refuse();', mutation)).toBe("if (size > '$&') refuse();");
  });

  it.each(['if (bytes > limit) refuse();', 'size > limit; size > limit'])(
    'refuses a file without exactly one: %s',
    (text) => {
      expect(() => mutate(text, mutation)).toThrow(/^limit: src\/limit\.ts has the text to replace [02] times\.$/);
    },
  );

  it('refuses to change nothing', () => {
    expect(() => mutate('size > limit', { ...mutation, to: mutation.from })).toThrow('nothing would change');
  });
});

describe('caughtBy', () => {
  const results = (status: string) => ({
    testResults: [
      { assertionResults: [{ fullName: 'A size is fine', status: 'passed' }] },
      { assertionResults: [{ fullName: 'A size is bounded', status }] },
    ],
  });

  it('names the tests that failed, and none when all passed', () => {
    expect(caughtBy(results('failed'))).toEqual(['A size is bounded']);
    expect(caughtBy(results('passed'))).toEqual([]);
  });

  it('is null when no test ran: a file that cannot be loaded has caught nothing', () => {
    expect(caughtBy({ testResults: [{ assertionResults: [] }] })).toBeNull();
    expect(caughtBy({ testResults: [{ assertionResults: [{ fullName: 'A size', status: 'skipped' }] }] })).toBeNull();
    expect(caughtBy('Error: Cannot find module')).toBeNull();
  });
});

describe('reportOf', () => {
  const [first] = mutations;
  const run = { command: 'npm run test:mutations', date: new Date(0), seconds: 12.4 };

  it('has a row for each mutation, in which no text ends a cell', () => {
    const report = reportOf({
      ...run,
      outcomes:
        first === undefined
          ? []
          : [{ mutation: first, caughtBy: [`A body | of\n  bytes${'x'.repeat(500)}`, 'Another'], problem: null }],
    });
    expect(report).toContain('`npm run test:mutations` on 1970-01-01');
    expect(report).toContain('1 mutation, 1 caught');
    expect(report).toMatch(/\| A body \\\| of bytesx{100,150}…, and 1 other \|$/);
  });

  it('is put between its markers, and nowhere else', () => {
    const page = 'Before\n<!-- generated:mutations -->\nold\n<!-- /generated:mutations -->\nAfter\n';
    expect(insertReport(page, 'new')).toBe(page.replace('old', 'new'));
    expect(() => insertReport('Before', 'new')).toThrow('has no');
  });
});
