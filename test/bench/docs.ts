/** The pages of docs/ that measurements write into. */
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Where plots and pages are. */
export const docsDirectory = resolve(import.meta.dirname, '../../../docs');

/**
 * Puts a text between the markers of a section, `<!-- measured:name -->` and `<!-- /measured -->`.
 *
 * @throws when the page has no such section
 */
export const replaceSection = (page: string, name: string, text: string): string => {
  const start = `<!-- measured:${name} -->`;
  const end = '<!-- /measured -->';
  const from = page.indexOf(start);
  const to = page.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`The page has no section "${name}".`);
  return `${page.slice(0, from + start.length)}\n${text}\n${page.slice(to)}`;
};

/** Writes a section of docs/performance.md. */
export const writeSection = async (name: 'rounds' | 'growth' | 'soak', text: string): Promise<void> => {
  const path = join(docsDirectory, 'performance.md');
  await writeFile(path, replaceSection(await readFile(path, 'utf8'), name, text));
};
