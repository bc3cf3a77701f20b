import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readProjectFile } from './documents.ts';

const MOST_FILES = 20;

const sources = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(?:ts|js)$/.test(entry.name))
  .map(({ parentPath, name }) => join(parentPath, name));

/** The folders of a table of docs/architecture.md, in their order. */
const foldersOf = (heading: string): readonly string[] => {
  const [, table = ''] = readProjectFile('docs/architecture.md').split(`| ${heading} |`);
  const [rows = ''] = table.split('\n\n');
  return [...rows.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
};

/** The folder below another that a file is in; an empty text for a file of that folder itself, or outside. */
const folderOf = (file: string, root: string): string => {
  const [first = '', ...rest] = relative(root, file).split('/');
  return first === '..' || rest.length === 0 ? '' : first;
};

const importsOf = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)(?: |\()'(\.[^']+)'/g)].map(([, path = '']) =>
    join(dirname(file), path),
  );

describe('docs/architecture.md', () => {
  it.each([
    ['src', 'Folder of `src/`'],
    ['src/gateway', 'Folder of `src/gateway/`'],
  ])('has each folder of %s, and one imports only folders above it', (root, heading) => {
    const folders = foldersOf(heading);
    const inRoot = sources.filter((file) => folderOf(file, root) !== '');
    expect(folders.toSorted()).toEqual([...new Set(inRoot.map((file) => folderOf(file, root)))].toSorted());
    const placeOf = (file: string): number => folders.indexOf(folderOf(file, root));
    const upwards = inRoot.flatMap((file) =>
      importsOf(file)
        .filter((imported) => imported.startsWith(`${root}/`))
        .filter((imported) => placeOf(imported) === -1 || placeOf(imported) > placeOf(file))
        .map((imported) => `${file} imports ${imported}`),
    );
    expect(upwards).toEqual([]);
  });

  it('says how many files of code a folder has at most', () => {
    const folders = new Set(sources.map(dirname));
    const sizeOf = (folder: string): number => sources.filter((file) => dirname(file) === folder).length;
    expect([...folders].filter((folder) => sizeOf(folder) > MOST_FILES)).toEqual([]);
    expect(readProjectFile('docs/architecture.md')).toContain(`at most ${MOST_FILES} files`);
  });
});
