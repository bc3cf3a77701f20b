import { describe, expect, it } from 'vitest';
import { documents, readProjectFile, sourceDocuments } from './documents.ts';

/** The scripts that documents name, and what runs each of them: a test, a step of `.ci/run`, or another script. */
const runBy: Readonly<Record<string, string>> = {
  start: 'test/scripts/start.program.test.ts',
  dev: 'test/scripts/start.program.test.ts',
  'dev --prefix examples/react-apollo': 'examples/react-apollo/test/dev.program.test.ts',
  test: '.ci/run',
  'test:programs': '.ci/run',
  build: '.ci/run',
  generate: '.ci/run',
  check: '.ci/run',
  'check:packages': '.ci/run',
  'schema:check': '.ci/run',
  'examples:generate': '.ci/run',
  bench: '.ci/run',
  profile: '.ci/run',
  'test:soak': '.ci/run',
  'demo:write': '.ci/run',
  'test:mutations': '.ci/run',
  docs: '.ci/run',
};

/** The scripts in a text, with the folder where that is another, e.g. `dev --prefix examples/react-apollo`. */
const scriptsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\bnpm (?:run (?:--silent )?([a-z][\w:]*)|(start|test)\b)( --prefix [\w/-]+)?/g)].map(
    ([, script = '', short = '', folder = '']) => `${script}${short}${folder}`,
  );

describe('The scripts that documents name', () => {
  it('are those of the table', () => {
    const current = [...documents, ...sourceDocuments].filter((path) => path !== 'CHANGELOG.md');
    const named = current.flatMap((path) => scriptsIn(readProjectFile(path)));
    expect([...new Set(named)].toSorted()).toEqual(Object.keys(runBy).toSorted());
  });

  it.each(Object.entries(runBy))('include %s, which %s runs', (script, place) => {
    const [name = '', folder = ''] = script.split(' --prefix examples/');
    const text = readProjectFile(place);
    const started = folder === '' ? `'${name}'` : `startDevServer('${folder}')`;
    expect(place.endsWith('.test.ts') ? text.includes(started) : scriptsIn(text).includes(name)).toBe(true);
  });
});
