import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { floors } from '../../scripts/floors/floors.ts';

const MOST_FILES = 20;
const root = resolve(import.meta.dirname, '../..');
const sources = join(root, 'src');

/** Lists the files below a folder, installed packages excepted. */
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesBelow(path);
    return entry.isFile() ? [path] : [];
  });

const files = filesBelow(sources).map((path) => relative(sources, path));

const folderOf = (file: string): string => (dirname(file) === '.' ? '' : dirname(file));

interface Import {
  readonly from: string;
  readonly to: string;
}

/** `import('./a.ts')`, of a module or of a type. */
const INLINE_IMPORT = /\bimport\(\s*'(\.[^']+)'/g;

/** Every import of a file of ours, of types and at run time alike. */
const importsOf = (from: string): Import[] => {
  const text = readFileSync(join(sources, from), 'utf8');
  const { staticImports, staticExports } = parseSync(from, text).module;
  const requests = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    ...[...text.matchAll(INLINE_IMPORT)].flatMap(([, request]) => request ?? []),
  ];
  return requests
    .filter((request) => request.startsWith('.'))
    .map((request) => ({ from, to: normalize(join(dirname(from), request)) }))
    .filter(({ to }) => files.includes(to));
};

const imports = files.filter((file) => /\.[jt]s$/.test(file)).flatMap(importsOf);

/** Follows imports from a file back to it; null when none leads there. */
const circleFrom = (start: string, byFile: ReadonlyMap<string, readonly string[]>): string[] | null => {
  const seen = new Set<string>();
  const follow = (file: string, path: string[]): string[] | null => {
    for (const next of byFile.get(file) ?? []) {
      if (next === start) return [...path, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const circle = follow(next, [...path, next]);
      if (circle !== null) return circle;
    }
    return null;
  };
  return follow(start, [start]);
};

describe('the folders of src', () => {
  const places = new Map(floors.map(({ folder }, place) => [folder, place]));

  it('are all in the list of floors, each once', () => {
    const named = floors.map(({ folder }) => folder);
    const withCode = new Set(files.filter((file) => /\.[jt]s$/.test(file)).map(folderOf));
    expect(named.toSorted()).toEqual([...withCode].toSorted());
  });

  it('import only those before them', () => {
    expect(imports.length).toBeGreaterThan(2000);
    const wrong = imports.filter(({ from, to }) => {
      const [own, other] = [folderOf(from), folderOf(to)];
      return own !== other && (places.get(other) ?? Number.POSITIVE_INFINITY) >= (places.get(own) ?? -1);
    });
    expect(wrong).toEqual([]);
  });

  it('have no circles of files', () => {
    const targets = new Map<string, string[]>();
    for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
    const circle = [...targets.keys()].map((file) => circleFrom(file, targets)).find((found) => found !== null);
    expect(circle).toBeUndefined();
  });
});

describe('every folder', () => {
  it.each(['src', 'test', 'bench', 'scripts'])(`of %s has at most ${MOST_FILES} files`, (name) => {
    const counts = new Map<string, number>();
    for (const path of filesBelow(join(root, name))) {
      const folder = relative(root, dirname(path));
      if (!/README\.md$|\.jsonl$/.test(path)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([]);
  });
});
