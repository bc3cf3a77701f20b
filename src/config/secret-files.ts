/** Secrets that stand in files of their own, as container platforms and service managers hand them out: settings `…_FILE`. */
import type { Environment } from './environment.ts';
import { UnusableFileError, readRegularFile, whyUnreadable } from './files.ts';
import { shown } from './kinds.ts';
import type { Problem } from './problem.ts';
import type { Setting } from './settings/setting.ts';

/** Largest file that is read, in bytes. */
const MAX_BYTES = 65_536;

/** A secret whose setting names a file. */
export interface SecretFile {
  /** Content of the file, without one line end at its end; null when it cannot be used. */
  readonly text: string | null;
  /** The path as it may be shown. */
  readonly path: string;
}

/** Name of the variable with the path of a secret's file; null for a setting that is no secret. */
export const fileVariableOf = ({ name, kind }: Setting): string | null => (kind.isSecret ? `${name}_FILE` : null);

/** A path to show as an example. */
export const examplePath = ({ name }: Setting): string => `/run/secrets/${name.toLowerCase()}`;

const decode = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnusableFileError('it is no UTF-8 text');
  }
};

const readSecret = (path: string): string => {
  const text = decode(readRegularFile(path, MAX_BYTES)).replace(/\r?\n$/, '');
  if (text === '') throw new UnusableFileError('it is empty');
  if (text.includes('\0')) throw new UnusableFileError('it holds a NUL character');
  return text;
};

/** Whoever takes the variable for that of the secret itself must not find it in a log. */
const maskPath = (path: string): string => (/^(?:\.{0,2}\/|\.{0,2}\\|[a-z]:[\\/])/i.test(path) ? path : '[redacted]');

/** The problem of the file that a setting names; the message goes on after the name of its variable. */
export const fileProblem = (setting: Setting, { path }: SecretFile, message: string): Problem => ({
  name: `${setting.name}_FILE`,
  seen: path,
  message,
  hint: null,
  example: examplePath(setting),
});

/** The files that an environment names, by the names of their settings, and what is wrong with them. */
interface SecretFiles {
  readonly files: ReadonlyMap<string, SecretFile>;
  readonly problems: readonly Problem[];
}

const read = (path: string): SecretFile & { readonly fault: string | null } => {
  const shownPath = (text: string): string => shown({ expected: '', parse: () => '' }, text);
  try {
    return { text: readSecret(path), path: shownPath(path), fault: null };
  } catch (error) {
    const fault = whyUnreadable(error);
    return { text: null, path: shownPath(maskPath(path)), fault };
  }
};

/** Reads the files of secrets that an environment names. */
export const readSecretFiles = (env: Environment, settings: readonly Setting[]): SecretFiles => {
  const files = new Map<string, SecretFile>();
  const problems: Problem[] = [];
  for (const setting of settings) {
    const variable = fileVariableOf(setting);
    const path = variable === null ? undefined : env[variable];
    if (path === undefined || path === '') continue;
    const { fault, ...file } = read(path);
    const isSetToo = (env[setting.name] ?? '') !== '';
    files.set(setting.name, isSetToo ? { ...file, text: null } : file);
    if (isSetToo) problems.push(fileProblem(setting, file, `cannot be set while ${setting.name} is: drop one of them`));
    if (fault !== null) problems.push(fileProblem(setting, file, `must name a file with the value in it (${fault})`));
  }
  return { files, problems };
};
