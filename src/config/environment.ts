/** Sources of settings: the environment of the process, and under it a file `.env`. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { UnusableFileError, whyUnreadable } from './files.ts';
import { allSettings } from './settings.ts';

/** Names and their texts, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Thrown when there is a file of settings that cannot be read; the message says why. */
export class UnreadableEnvFileError extends Error {
  override readonly name = 'UnreadableEnvFileError';
}

/** Decodes a file: what editors on Windows write begins with a mark that says how. */
const textOf = (bytes: Buffer): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
};

/** A name, and the value up to the end of the line, or in quotes up to their end and then to that of the line. */
const LINE =
  /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=(?:[ \t]*(?:'([^']*)'|"([^"]*)"|`([^`]*)`)([^\r\n]*)|([^\r\n]*))/gm;
/** The name that a line begins with which sets nothing, as in YAML or in the way of another shell. */
const NAME = /^[ \t]*(?:(?:setx?[ \t]|\$env:)[ \t]*)?["']?(\w+)/gim;
/** `#` begins a comment where a space is before it, and belongs to the value elsewhere. */
const COMMENT = /[ \t]+#[^]*$/;
const SPACES_AROUND = /^[ \t]+|[ \t]+$/g;
const QUOTE = /^["'`]/;

const withoutComment = (written: string): string => written.replace(COMMENT, '').replace(SPACES_AROUND, '');

/**
 * Reads `NAME=value` lines. Other lines are ignored, unless they begin with the name of a setting.
 *
 * @throws UnusableFileError when such a line sets nothing, when a value begins in quotes and does not end with them, and when a comment may
 *   be the rest of a secret
 */
const parseEnvFile = (bytes: Buffer): Readonly<Record<string, string>> => {
  const text = textOf(bytes);
  const lineAt = (index: number): number => text.slice(0, index).split(/\r\n|\r|\n/).length;
  const values = new Map<string, string>();
  for (const match of text.matchAll(LINE)) {
    const [whole, name = '', single, double, back, rest = '', bare = ''] = match;
    const value = single ?? double?.replaceAll('\\n', '\n') ?? back ?? withoutComment(bare);
    if (!/^[ \t]*$|^[ \t]+#/.test(rest) || QUOTE.test(withoutComment(bare))) {
      const line = lineAt(match.index + whole.length);
      throw new UnusableFileError(
        `the value of ${name}, up to line ${line}, has to end with the quote that it begins with`,
      );
    }
    if (secrets.has(name) && value !== '' && COMMENT.test(bare)) {
      const line = lineAt(match.index + whole.length);
      throw new UnusableFileError(
        `the value of ${name} in line ${line} has a "#" after a space: put quotes around all of it`,
      );
    }
    values.set(name, value);
  }
  for (const { 1: name = '', index } of text.replaceAll(LINE, (line) => ' '.repeat(line.length)).matchAll(NAME)) {
    if (names.has(name)) throw new UnusableFileError(`line ${lineAt(index)} sets nothing: write ${name}=value`);
  }
  return Object.fromEntries(values);
};

const names = new Set(allSettings.map(({ name }) => name));
const secrets = new Set(allSettings.filter(({ kind }) => kind.isSecret).map(({ name }) => name));

/**
 * Reads a file of `NAME=value` lines; no such file is an empty one.
 *
 * Assumption: R3. What a value is cut off at, a secret may hold: where Node's own reader takes every `#` for a comment, this one does not.
 *
 * @throws UnreadableEnvFileError
 */
export const readEnvFile = (path: string): Environment => {
  try {
    return parseEnvFile(readFileSync(path));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw new UnreadableEnvFileError(`The file ${path} cannot be read: ${whyUnreadable(error)}.`, { cause: error });
  }
};

/** The environment that this process was given, and the file `.env` of the working directory, over which that wins. */
export interface ProcessEnvironment {
  readonly environment: Environment;
  readonly file: Environment;
}

/** Reads what this process was given. */
export const readProcessEnvironment = (): ProcessEnvironment => ({
  environment: process.env,
  file: readEnvFile('.env'),
});

/**
 * Gives the settings with which a program that is restarted often keeps its demo data and the sessions of its users: a database in place of the memory, and a key of browser sessions, each where
 * none is set. With them a token and a signed-in browser outlive a restart.
 *
 * @param database path of a file that lives as long as the restarts go on
 */
export const keptEnvironment = ({ environment, file }: ProcessEnvironment, database: string): Environment => {
  const isUnset = (...names: readonly string[]): boolean =>
    names.every((name) => (environment[name] ?? file[name] ?? '') === '');
  return {
    ...(isUnset('EMBEDDED_DATA') ? { EMBEDDED_DATA: database } : {}),
    ...(isUnset('SESSION_KEYS', 'SESSION_KEYS_FILE') ? { SESSION_KEYS: randomBytes(32).toString('hex') } : {}),
  };
};
