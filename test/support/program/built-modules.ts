/** Single modules of the program, for tests that need them in a process of their own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';

const sources = resolve(import.meta.dirname, '../../../src');

/** Built modules. Disposing of them removes their files. */
export interface BuiltModules extends AsyncDisposable {
  /** What to import a module from, by its path below `src`. */
  urlOf(path: string): string;
}

/** Builds the modules at these paths below `src`, each with what it imports. */
export const buildModules = async (...paths: readonly string[]): Promise<BuiltModules> => {
  const directory = await mkdtemp(join(tmpdir(), 'built-modules-'));
  await build({
    input: paths.map((path) => join(sources, path)),
    platform: 'node',
    output: { dir: directory, entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
  });
  return {
    urlOf: (path) => pathToFileURL(join(directory, `${basename(path, '.ts')}.mjs`)).href,
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  };
};
