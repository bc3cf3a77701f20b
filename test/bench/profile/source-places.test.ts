import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withSourcePlaces } from '../../../bench/profile/source-places.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'source-places-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const profileOf = (functionName: string, url: string, lineNumber: number, columnNumber: number) => ({
  nodes: [{ id: 1, callFrame: { functionName, url, lineNumber, columnNumber, scriptId: '1' } }],
  startTime: 0,
  endTime: 0,
});

it('names a function of a built file by the line of its source, and leaves others as they are', async () => {
  const source = join(directory, 'greeting.ts');
  await writeFile(source, 'type Name = string;\n\nexport function greet(name: Name) {\n  return `Hello ${name}`;\n}\n');
  const { output } = await build({ input: source, output: { dir: join(directory, 'dist'), sourcemap: true } });
  const built = join(directory, 'dist', output[0].fileName);
  const lines = output[0].code.split('\n');
  const line = lines.findIndex((text) => text.includes('function greet'));
  const profile = profileOf('greet', pathToFileURL(built).href, line, lines[line]?.indexOf('(') ?? 0);

  const [node] = withSourcePlaces(profile, join(directory, 'dist')).nodes;
  expect(node?.callFrame).toMatchObject({ functionName: 'greet', url: pathToFileURL(source).href, lineNumber: 2 });

  for (const url of ['node:internal/streams/readable', '', pathToFileURL(source).href]) {
    const other = profileOf('read', url, 3, 4);
    expect(withSourcePlaces(other, join(directory, 'dist'))).toEqual(other);
  }
});
