/** Sources of settings: the environment of the process, and under it a file `.env`. */
import { readFileSync } from 'node:fs';
import { EnvLineError, parseEnvFile, whyUnreadable } from './files.ts';
import { allSettings } from './settings/settings.ts';

/** Names and their texts, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Thrown when there is a file of settings that cannot be read; the message says why. */
export class UnreadableEnvFileError extends Error {
  override readonly name = 'UnreadableEnvFileError';
}

const secrets = allSettings.filter(({ kind }) => kind.isSecret).map(({ name }) => name);

/**
 * Reads a file of `NAME=value` lines; no such file is an empty one.
 *
 * Assumption: R3. What a value is cut off at, a secret may hold: where Node's own reader takes every `#` for a comment, this one does not.
 *
 * @throws UnreadableEnvFileError
 */
export const readEnvFile = (path: string): Environment => {
  try {
    return parseEnvFile(readFileSync(path), (name) => secrets.includes(name));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw new UnreadableEnvFileError(
      `The file ${path} cannot be read: ${error instanceof EnvLineError ? error.message : whyUnreadable(error)}.`,
      { cause: error },
    );
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
