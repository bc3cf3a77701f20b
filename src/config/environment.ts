/** Sources of settings: the environment of the process, and under it a file `.env`. */
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Names and their texts, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a file of `NAME=value` lines; no such file is an empty one. */
export const readEnvFile = (path: string): Environment => {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
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
