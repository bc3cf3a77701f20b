/** The documents of the project: those for users and contributors, and those beside the sources. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = new URL('../../', import.meta.url);

/** Paths of the documents for users and contributors. */
export const documents: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...['docs', 'deploy', 'examples'].flatMap(documentsIn),
].toSorted();

/** Paths of the documents that describe folders of the sources. */
export const sourceDocuments: readonly string[] = documentsIn('src');

/** Reads a file of the project. */
export function readProjectFile(path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}

function documentsIn(folder: string): readonly string[] {
  return readdirSync(new URL(folder, root), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : documentsIn(path);
    return path.endsWith('.md') ? [path] : [];
  });
}
