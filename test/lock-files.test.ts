import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageFolders from '../scripts/package-folders.json' with { type: 'json' };

const root = resolve(import.meta.dirname, '..');

interface LockedPackage {
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  readonly os?: readonly string[];
  readonly libc?: readonly string[];
}

const readPackages = (folder: string): readonly (readonly [string, LockedPackage])[] => {
  const { packages } = JSON.parse(readFileSync(join(root, folder, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  return Object.entries(packages).filter(([path]) => path !== '');
};

describe.each(['.', ...packageFolders])('package-lock.json in %s', (folder) => {
  const packages = readPackages(folder);
  const namesOf = (isWanted: (locked: LockedPackage, path: string) => boolean): readonly string[] =>
    packages.filter(([path, locked]) => isWanted(locked, path)).map(([path]) => path);

  it('names no host to download from', () => {
    expect(namesOf(({ resolved }) => resolved !== undefined)).toEqual([]);
  });

  it('has no package that runs a script at installation', () => {
    expect(namesOf(({ hasInstallScript }) => hasInstallScript === true)).toEqual([]);
  });

  it('says of programs for Linux which C library they are for, so that only those of one are installed', () => {
    const isForOne = (path: string): boolean => /(?:musl|gnu)(?:eabi(?:hf)?)?$/.test(path);
    expect(
      namesOf(({ os, libc }, path) => os?.includes('linux') === true && isForOne(path) && libc === undefined),
    ).toEqual([]);
  });
});
