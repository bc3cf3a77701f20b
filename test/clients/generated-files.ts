/** What the generator of an example makes now. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');

const readFolder = async (folder: string): Promise<Readonly<Record<string, string>>> => {
  const names = await readdir(folder);
  const texts = await Promise.all(
    names.toSorted().map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
  );
  return Object.fromEntries(texts);
};

/** The files of `src/generated` by their names: as they are, and as `npm run generate` would leave them. */
export const generatedFilesOf = async (example: string) => {
  const directory = join(root, 'examples', example);
  const fresh = await mkdtemp(join(tmpdir(), `${example}-generated-`));
  try {
    const args = ['generate.js', join(root, 'schema.graphql'), fresh];
    await promisify(execFile)(process.execPath, args, { cwd: directory });
    return { present: await readFolder(join(directory, 'src/generated')), fresh: await readFolder(fresh) };
  } finally {
    await rm(fresh, { recursive: true });
  }
};
