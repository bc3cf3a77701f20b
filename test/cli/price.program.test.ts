import { beforeAll, describe, expect, it } from 'vitest';
import { buildProgram, runProgram } from '../support/program/program.ts';
import { runCommand } from '../support/program/run-command.ts';

beforeAll(buildProgram, 60_000);

const run = (args: readonly string[], files: Readonly<Record<string, string>>) =>
  runCommand(['price', ...args], {}, files);

const watchList = 'query Watched($n: Int) { viewer { watchedListings(first: $n) { nodes { title condition } } } }';
const details = 'query Me { viewer { name email } }';

describe('listings-gateway price', () => {
  it('prints what each operation of each file may cost, the worst for variables that nobody gives', async () => {
    const { code, stdout } = await run(['a.graphql', 'b.graphql'], { 'a.graphql': watchList, 'b.graphql': details });
    expect(code).toBe(0);
    expect(stdout.split('\n').map((line) => line.trim().split(/\s+/))).toEqual([
      ['101', 'a.graphql', 'Watched'],
      ['1', 'b.graphql', 'Me'],
      [''],
    ]);
  });

  it('takes the values of variables that are known', async () => {
    const { stdout } = await run(['--variables', '{"n": 5}', 'a.graphql'], { 'a.graphql': watchList });
    expect(stdout.trim()).toMatch(/^6 /);
  });

  it('fails when an operation costs more than it may, and says which fields cost most', async () => {
    const { code, stdout } = await run(['--max', '50', 'a.graphql', 'b.graphql'], {
      'a.graphql': watchList,
      'b.graphql': details,
    });
    expect(code).toBe(1);
    expect(stdout).toContain('over 50');
    expect(stdout).toContain('viewer.watchedListings.nodes.condition: up to 100 × GET /v1/listings/{id}');
  });

  it('prices the dearer side of a switch', async () => {
    const text =
      'query Q($all: Boolean!) { viewer { name @skip(if: $all) sections @include(if: $all) { label } } tokenInfo { username } }';
    const { stdout } = await run(['a.graphql'], { 'a.graphql': text });
    expect(stdout.trim()).toMatch(/^2 /);
  });

  it('prices the documents of manifests', async () => {
    const { code, stdout } = await run(['--variables', '{"n": 5}', 'codegen.json', 'apollo.json'], {
      'codegen.json': JSON.stringify({ a1: watchList }),
      'apollo.json': JSON.stringify({
        format: 'apollo-persisted-query-manifest',
        version: 1,
        operations: [{ id: 'b1', name: 'Me', type: 'query', body: details }],
      }),
    });
    expect(code).toBe(0);
    expect(stdout.trim().split(/\s+/)).toEqual(['6', 'codegen.json', 'Watched', '1', 'apollo.json', 'Me']);
  });

  it.each([
    ['a manifest that is none', 'a.json', '7', /a\.json {2}it has to be a JSON object/],
    ['a manifest that is no JSON', 'a.json', '{', /a\.json {2}it is no JSON/],
    ['a document that does not fit the schema', 'a.json', '{"a1":"{ nothing }"}', /a\.json {2}a1: Cannot query field/],
    ['a file that is not there', 'b.graphql', '', /cannot be read \(ENOENT\)/],
    ['a file that is no GraphQL', 'a.graphql', 'query {', /Syntax Error/],
    ['an operation that does not fit the schema', 'a.graphql', '{ nothing }', /Cannot query field/],
    ['a directory in which there is nothing to price', 'app', '', /\? {2}app {2}the directory holds no documents/],
  ])('fails for %s', async (_what, path, text, problem) => {
    const files = { 'app/package.json': '{"name": "app"}', [path.startsWith('a.') ? path : 'a.graphql']: text };
    const { code, stdout } = await run([path], files);
    expect(code).toBe(1);
    expect(stdout).toMatch(problem);
  });

  it.each([
    ['no file', [], /needs PATH/],
    ['a limit that is no number', ['--max', 'many', 'a.graphql'], /--max must be a whole number/],
    ['variables that are no object', ['--variables', '[]', 'a.graphql'], /--variables must be a JSON object/],
  ])('says what is mistaken: %s', async (_what, args, message) => {
    const { code, stderr } = await run(args, { 'a.graphql': details });
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  /** Rows as words, of which the last are the operation or what is wrong. */
  const rowsOf = (stdout: string): string[] =>
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.trim().replaceAll(/\s+/g, ' '));

  const page = 'query Page { listing(id: 7) { ...Card } }';
  const card = 'fragment Card on Listing { title ...Extra }';
  const extra = 'fragment Extra on Listing { preview { title } }';

  it('finds fragments in other files, and those that they need', async () => {
    const { code, stdout } = await run(['page.graphql', 'card.graphql', 'extra.gql'], {
      'page.graphql': page,
      'card.graphql': card,
      'extra.gql': extra,
    });
    expect(rowsOf(stdout)).toEqual([
      '2 page.graphql Page',
      '- card.graphql no operations',
      '- extra.gql no operations',
    ]);
    expect(code).toBe(0);
  });

  it('takes a fragment that stands in several files with the same text, and prices an operation wherever it stands', async () => {
    const { code, stdout } = await run(['a.graphql', 'b.graphql'], {
      'a.graphql': `${page} ${card} ${extra}`,
      'b.graphql': `${page}\n# the same\nfragment Card on Listing {\n  title\n  ...Extra\n}`,
    });
    expect(rowsOf(stdout)).toEqual(['2 a.graphql Page', '2 b.graphql Page']);
    expect(code).toBe(0);
  });

  it('fails for a fragment that another file has with another text, and names both files', async () => {
    const { code, stdout } = await run(['a.graphql', 'b.graphql'], {
      'a.graphql': 'fragment Card on Listing { title }',
      'b.graphql': 'fragment Card on Listing { url } { listing(id: 7) { ...Card } }',
    });
    expect(rowsOf(stdout)).toEqual([
      '- a.graphql no operations',
      '? b.graphql fragment Card has another text than in a.graphql',
    ]);
    expect(code).toBe(1);
  });

  it('says in which file a fragment is that does not fit, and which fragment no file has', async () => {
    const { code, stdout } = await run(['a.graphql', 'b.graphql', 'c.graphql'], {
      'a.graphql': 'query A { listing(id: 7) { ...Card } }',
      'b.graphql': 'fragment Card on Listing { colour }',
      'c.graphql': 'query C { listing(id: 7) { ...Nowhere } }',
    });
    expect(rowsOf(stdout)).toEqual([
      '? a.graphql Cannot query field "colour" on type "Listing". (in b.graphql)',
      '? b.graphql Cannot query field "colour" on type "Listing".',
      '? c.graphql Unknown fragment "Nowhere".',
    ]);
    expect(code).toBe(1);
  });

  it('takes directories, and what is below them: documents and manifests, but no packages, hidden or other files', async () => {
    const { code, stdout } = await run(['app', 'app/pages/me.graphql'], {
      'app/pages/page.graphql': page,
      'app/pages/me.graphql': details,
      'app/fragments/card.gql': `${card} ${extra}`,
      'app/manifest.json': JSON.stringify({ a1: '{ tokenInfo { username } }' }),
      'app/schema.graphql': 'type Query { nothing: Int } extend type Query { more: Int }',
      'app/package.json': '{"name": "app", "private": true}',
      'app/labels.json': '{"title": "Title", "price": "Price"}',
      'app/notes.txt': 'query {',
      'app/node_modules/other/a.graphql': 'query {',
      'app/.cache/a.graphql': 'query {',
    });
    expect(rowsOf(stdout)).toEqual([
      '- app/fragments/card.gql no operations',
      '1 app/manifest.json (no name)',
      '1 app/pages/me.graphql Me',
      '2 app/pages/page.graphql Page',
      '- app/schema.graphql no operations',
    ]);
    expect(code).toBe(0);
  });

  it('counts the worst of a variable whatever its default, since a client may send any value', async () => {
    const { stdout } = await run(['a.graphql'], { 'a.graphql': watchList.replace('$n: Int', '$n: Int = 3') });
    expect(stdout.trim()).toMatch(/^101 /);
  });

  it('prints JSON for programs', async () => {
    const { stdout } = await runProgram(['price', '--json', 'b.graphql'], {}, { 'b.graphql': details });
    expect(JSON.parse(stdout)).toEqual([{ file: 'b.graphql', operations: [{ name: 'Me', calls: 1 }] }]);
  });
});
