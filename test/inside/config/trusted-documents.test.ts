import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { formatProblems } from '../../../src/config/problem.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'manifests-'));
  const files = {
    'a.json': { a1: '{ __typename }' },
    'b.json': [['b1', '{ b: __typename }']],
    'bad.json': { a1: '{ other: __typename }', b2: 7, c3: '' },
  };
  for (const [name, json] of Object.entries(files)) writeFileSync(join(directory, name), JSON.stringify(json));
  writeFileSync(join(directory, 'broken.json'), '{');
  writeFileSync(join(directory, 'notes.txt'), 'not read');
});
afterAll(() => {
  rmSync(directory, { recursive: true });
});

const at = (...names: readonly string[]): string => names.map((name) => join(directory, name)).join(', ');
const read = (env: Readonly<Record<string, string>>) => readConfig({ TRUSTED_DOCUMENTS: 'prefer', ...env });
const problemsOf = (env: Readonly<Record<string, string>>) =>
  (read(env).problems ?? []).map(({ name, message }) => `${name} ${message}`.replaceAll(directory, ''));

describe('TRUSTED_DOCUMENTS_FILE', () => {
  it('names one manifest or several', () => {
    expect(read({ TRUSTED_DOCUMENTS_FILE: at('a.json', 'b.json') }).config?.trustedDocuments).toEqual({
      mode: 'prefer',
      entries: [
        { id: 'a1', text: '{ __typename }' },
        { id: 'b1', text: '{ b: __typename }' },
      ],
    });
  });

  it('names a manifest that is compressed, by itself or in a directory', () => {
    const zipped = join(directory, 'zipped');
    mkdirSync(zipped);
    writeFileSync(join(zipped, 'a.json.gz'), gzipSync('{ "a1": "{ __typename }" }'));
    for (const path of [zipped, join(zipped, 'a.json.gz')]) {
      expect(read({ TRUSTED_DOCUMENTS_FILE: path }).config?.trustedDocuments.entries).toEqual([
        { id: 'a1', text: '{ __typename }' },
      ]);
    }
    writeFileSync(join(zipped, 'cut.json.gz'), gzipSync('{ "a1": "{ __typename }" }').subarray(0, 20));
    expect(problemsOf({ TRUSTED_DOCUMENTS_FILE: zipped })).toEqual([
      'TRUSTED_DOCUMENTS_FILE must name manifests that can be read (/zipped/cut.json.gz: it is no whole gzip file)',
    ]);
  });

  it('names a directory, whose JSON files are read', () => {
    expect(problemsOf({ TRUSTED_DOCUMENTS_FILE: directory })).toEqual([
      'TRUSTED_DOCUMENTS_FILE must name manifests that can be read (/bad.json: "b2": its document has to be a text that is not empty)',
      'TRUSTED_DOCUMENTS_FILE must name manifests that can be read (/bad.json: "c3": its document has to be a text that is not empty)',
      'TRUSTED_DOCUMENTS_FILE must name manifests that can be read (/broken.json: it is no JSON)',
      'TRUSTED_DOCUMENTS_FILE must name manifests that can be read ("a1": another document has the same id)',
    ]);
  });

  it('is needed where documents are trusted, and doubtful where not', () => {
    expect(problemsOf({})).toEqual(['TRUSTED_DOCUMENTS_FILE must be set, because TRUSTED_DOCUMENTS is prefer']);
    const { problems, warnings } = readConfig({ TRUSTED_DOCUMENTS_FILE: at('gone.json') });
    expect(problems).toBeNull();
    expect(warnings).toEqual(['TRUSTED_DOCUMENTS_FILE is set and not read, because TRUSTED_DOCUMENTS is off']);
  });

  it('reports a file that is not there, with what to set', () => {
    const { problems } = read({ TRUSTED_DOCUMENTS_FILE: at('gone.json') });
    expect(formatProblems(problems ?? [])).toContain('gone.json: there is no such file).\n');
  });
});

describe('INTROSPECTION and GRAPHIQL', () => {
  const remote = { LISTINGS_API_URL: 'https://listings.example.com/api' };
  const production = { ...remote, NODE_ENV: 'production' };
  const both = (env: Readonly<Record<string, string>>) => {
    const { config } = readConfig(env);
    return [config?.introspection, config?.server.graphiql];
  };

  it.each<readonly [string, Readonly<Record<string, string>>, boolean, boolean]>([
    ['on in development', {}, true, true],
    ['off in production', production, false, false],
    ['on with GraphiQL in production', { ...production, GRAPHIQL: 'on' }, true, true],
    ['on in production alone', { ...production, INTROSPECTION: 'on' }, true, false],
    ['off in development, and GraphiQL with it', { INTROSPECTION: 'off' }, false, false],
    ['on in a production demo', { NODE_ENV: 'production', EMBEDDED_SERVICE: 'on' }, true, true],
  ])('are %s', (_what, env, introspection, graphiql) => {
    expect(both(env)).toEqual([introspection, graphiql]);
  });

  it('leave GraphiQL off where only trusted documents run', () => {
    expect(both({ TRUSTED_DOCUMENTS: 'only', TRUSTED_DOCUMENTS_FILE: at('a.json') })).toEqual([true, false]);
  });

  it('are not set against each other', () => {
    expect(problemsOf({ TRUSTED_DOCUMENTS: 'off', INTROSPECTION: 'off', GRAPHIQL: 'on' })).toEqual([
      'INTROSPECTION cannot be off while GRAPHIQL=on, which shows the schema',
    ]);
    expect(problemsOf({ TRUSTED_DOCUMENTS: 'only', TRUSTED_DOCUMENTS_FILE: at('a.json'), GRAPHIQL: 'on' })).toEqual([
      expect.stringContaining('GRAPHIQL cannot be on while TRUSTED_DOCUMENTS=only'),
    ]);
  });
});
