/** The files of a directory that may hold the operations of an app. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const EXTENSIONS = /\.(?:graphql|gql|json)$/;

/** Installed packages, and what tools keep beside the sources. */
const isIgnored = (name: string): boolean => name === 'node_modules' || name.startsWith('.');

const listFiles = async (directory: string): Promise<readonly string[]> => {
  const entries = await readdir(directory, { withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter(({ name }) => !isIgnored(name))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .map(async (entry) => {
        const path = join(directory, entry.name);
        if (entry.isDirectory()) return listFiles(path);
        return EXTENSIONS.test(entry.name) ? [path] : [];
      }),
  );
  return found.flat();
};

/**
 * Lists the files of a directory and of those in it that end in `.graphql`, `.gql` or `.json`, in order. `node_modules` and names that
 * start with a dot are left out.
 *
 * @returns null for a path that is no directory
 * @throws the error of the file system when there is nothing at the path, or it may not be read
 */
export const listDocumentFiles = async (path: string): Promise<readonly string[] | null> =>
  (await stat(path)).isDirectory() ? listFiles(path) : null;
