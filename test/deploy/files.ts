/** The files of deploy/ as what they hold. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { allSettings } from '../../src/config/settings.ts';
import { fileVariableOf } from '../../src/settings/setting.ts';

/** The root of the project. */
export const projectRoot = resolve(import.meta.dirname, '../..');

/** The text of a file, whose path is absolute or from the root of the project. */
export const textOf = (path: string): string => readFileSync(resolve(projectRoot, path), 'utf8');

/** Whether the project has a file or directory. */
export const isThere = (path: string): boolean => existsSync(join(projectRoot, path));

/** The files below a directory of the project that end so, from the root of the project. */
export const listFiles = (directory: string, ending: string): readonly string[] =>
  readdirSync(join(projectRoot, directory), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => `${directory}/${path}`)
    .sort();

/**
 * Reads a YAML file.
 *
 * @throws Error with every mistake and warning, e.g. for a key that is there twice
 */
export const readDocuments = (path: string): readonly unknown[] =>
  parseAllDocuments(textOf(path)).map((document) => {
    const problems = [...document.errors, ...document.warnings];
    if (problems.length > 0) throw new Error(`${path}: ${problems.map(({ message }) => message).join('; ')}`);
    const content: unknown = document.toJS();
    return content;
  });

/** Names that are no settings of the program. */
export const unknownSettings = (names: Iterable<string>): readonly string[] => {
  const known = new Set(allSettings.flatMap((setting) => [setting.name, fileVariableOf(setting)]));
  return [...names].filter((name) => !known.has(name));
};

/** What is wrong with values of settings as a file gives them. */
export const refusedValues = (values: Readonly<Record<string, string>>): readonly string[] =>
  allSettings.flatMap(({ name, kind }) => {
    const value = values[name];
    const isAccepted = value === undefined || value === '' || kind.leftOut?.(value) || kind.parse(value) !== undefined;
    return isAccepted ? [] : [`${name}=${value} must be ${kind.expected}`];
  });
