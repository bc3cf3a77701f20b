import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The scripts that documents name, and what runs each of them: a test, a step of `.ci/run`, or another script. */
const runBy: Readonly<Record<string, string>> = {
  start: 'test/scripts/start.test.ts',
  dev: 'test/scripts/start.test.ts',
  'dev --prefix examples/react-apollo': 'examples/react-apollo/test/dev.test.ts',
  test: '.ci/run',
  build: '.ci/run',
  generate: '.ci/run',
  check: '.ci/run',
  'check:floors': 'package.json',
  'check:packages': '.ci/run',
  'schema:check': '.ci/run',
  'examples:generate': '.ci/run',
  bench: '.ci/run',
  profile: '.ci/run',
  'test:soak': '.ci/run',
  'test:mutations': '.ci/run',
  'drills:record': '.ci/run',
  docs: '.ci/run',
};

const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((path) => path !== 'CHANGELOG.md');

/** The scripts in a text, with the folder where that is another, e.g. `dev --prefix examples/react-apollo`. */
const scriptsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\bnpm (?:run (?:--silent )?([a-z][\w:]*)|(start|test)\b)( --prefix [\w/-]+)?/g)].map(
    ([, script = '', short = '', folder = '']) => `${script}${short}${folder}`,
  );

describe('The scripts that documents name', () => {
  it('are those of the table', () => {
    const named = documents.flatMap((path) => scriptsIn(read(path)));
    expect([...new Set(named)].toSorted()).toEqual(Object.keys(runBy).toSorted());
  });

  it.each(Object.entries(runBy))('include %s, which %s runs', (script, place) => {
    const [name = '', folder = ''] = script.split(' --prefix examples/');
    const text = read(place);
    const started = folder === '' ? `'${name}'` : `startDevServer('${folder}')`;
    expect(place.endsWith('.test.ts') ? text.includes(started) : scriptsIn(text).includes(name)).toBe(true);
  });
});
