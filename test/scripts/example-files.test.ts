import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { makeExampleFiles } from '../../scripts/example-files.ts';

const files = await makeExampleFiles(await readFile('schema.graphql', 'utf8'));

describe('npm run examples:generate', () => {
  it.each(files)('has nothing to do for $path', async ({ path, text }) => {
    expect((await readFile(path, 'utf8')) === text, `${path} is out of date`).toBe(true);
  });
});
