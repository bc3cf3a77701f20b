import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFindSource, createSourceStack } from '../../../src/log/source-places.ts';

const SOURCE = `type Name = string;

export function greet(name: Name) {
  throw new Error(\`Hello \${name}\`);
}
`;

let directory: string;
let folder: URL;
/** The built file, and where it throws: line and column counted from 1. */
let built: { readonly url: string; readonly line: number; readonly column: number };

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'source-places-'));
  folder = pathToFileURL(join(directory, 'dist/'));
  await writeFile(join(directory, 'greeting.ts'), SOURCE);
  const { output } = await build({
    input: join(directory, 'greeting.ts'),
    output: { dir: join(directory, 'dist'), sourcemap: true },
  });
  const lines = output[0].code.split('\n');
  const line = lines.findIndex((text) => text.includes('throw new Error'));
  const url = new URL(output[0].fileName, folder).href;
  built = { url, line: line + 1, column: (lines[line]?.indexOf('throw') ?? 0) + 1 };
});
afterAll(() => rm(directory, { recursive: true, force: true }));

describe('A place in a built file', () => {
  it('is found in its source', () => {
    const source = pathToFileURL(join(directory, 'greeting.ts')).href;
    expect(createFindSource(folder)(built)).toEqual({ url: source, line: 4, column: 3 });
  });

  it('is shown in a stack by its source, and others as they are', () => {
    const stack = (place: string) =>
      `    at greet (${place})\n    at node:internal/main:1:2\n    at file:///elsewhere.js:3:4`;
    const written = createSourceStack(folder)(stack(`${built.url}:${built.line}:${built.column}`));
    expect(written).toBe(stack('greeting.ts:4:3'));
  });

  it.each([
    ['is elsewhere', () => pathToFileURL(join(directory, 'greeting.ts')).href],
    ['leads elsewhere', () => `${folder.href}../greeting.ts`],
    ['has no map', () => new URL('none.js', folder).href],
    ['is no file', () => 'node:internal/streams/readable'],
    ['is nothing', () => ''],
  ])('stays as it is when the file %s', (_what, url) => {
    const place = { url: url(), line: 4, column: 3 };
    expect(createFindSource(folder)(place)).toBe(place);
  });

  it('stays as it is when the map cannot be read', async () => {
    await writeFile(join(directory, 'dist/broken.js.map'), '{');
    const stack = `    at run (${new URL('broken.js', folder).href}:1:1)`;
    expect(createSourceStack(folder)(stack)).toBe(stack);
  });
});
