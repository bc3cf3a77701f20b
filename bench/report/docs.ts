/** The pages of docs/ that measurements write into. */
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { NODE_MAJOR } from '../machine/machine.ts';
import type { BenchOptions } from '../options.ts';

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

/** The section of a measurement. Rounds have one for each major version of Node, since their ratios differ. */
export const sectionOf = (mode: BenchOptions['mode'], nodeMajor = NODE_MAJOR): string =>
  mode === 'rounds' ? `rounds-node-${nodeMajor}` : mode;

/**
 * Writes a section of docs/performance.md.
 *
 * @throws when the page has no section for the running version of Node
 */
export const writeSection = async (mode: BenchOptions['mode'], text: string): Promise<void> => {
  const path = join(docsDirectory, 'performance.md');
  await writeFile(path, replaceSection(await readFile(path, 'utf8'), sectionOf(mode), text));
};
