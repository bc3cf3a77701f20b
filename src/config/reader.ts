import { anyText, onOff, shown } from '../settings/kinds.ts';
import {
  fileVariableOf,
  isSetting,
  type Setting,
  type SettingTree,
  type Situation,
  type ValuesOf,
} from '../settings/setting.ts';
/**
 * Reads settings out of an environment and collects what is wrong with them. Secrets may stand in files of their own, as container platforms
 * and service managers hand them out: settings `…_FILE`.
 */
import type { Environment } from './environment.ts';
import { readRegularFile, UnusableFileError, whyUnreadable } from './files.ts';
import { fileProblem, type Problem, problemOf } from './problem.ts';
import { allSettings, settings } from './settings.ts';

/** Largest file that is read, in bytes. */
const MAX_BYTES = 65_536;

/** A secret whose setting names a file. */
interface SecretFile {
  /** Content of the file, without one line end at its end; null when it cannot be used. */
  readonly text: string | null;
  /** The path as it may be shown. */
  readonly path: string;
}

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

/** The files that an environment names, by the names of their settings, and what is wrong with them. */
interface SecretFiles {
  readonly files: ReadonlyMap<string, SecretFile>;
  readonly problems: readonly Problem[];
}

const readSecretFile = (path: string): SecretFile & { readonly fault: string | null } => {
  try {
    return { text: readSecret(path), path: shown(anyText, path), fault: null };
  } catch (error) {
    const fault = whyUnreadable(error);
    return { text: null, path: shown(anyText, maskPath(path)), fault };
  }
};

/** Reads the files of secrets that an environment names. */
const readSecretFiles = (env: Environment): SecretFiles => {
  const files = new Map<string, SecretFile>();
  const problems: Problem[] = [];
  for (const setting of allSettings) {
    const variable = fileVariableOf(setting);
    const path = variable === null ? undefined : env[variable];
    if (path === undefined || path === '') continue;
    const { fault, ...file } = readSecretFile(path);
    const isSetToo = (env[setting.name] ?? '') !== '';
    files.set(setting.name, isSetToo ? { ...file, text: null } : file);
    if (isSetToo)
      problems.push(fileProblem(setting, file.path, `cannot be set while ${setting.name} is: drop one of them`));
    if (fault !== null)
      problems.push(fileProblem(setting, file.path, `must name a file with the value in it (${fault})`));
  }
  return { files, problems };
};

/** The reader of one environment. */
export interface Reader {
  /** The situation that defaults depend on. */
  readonly situation: Situation;
  /** Mistakes so far. */
  readonly problems: readonly Problem[];
  /** Gives a setting's text; undefined when it is unset, empty, says that the default is wanted, or is in a file that cannot be used. */
  textOf(setting: Setting): string | undefined;
  /** Returns whether a setting has a text, or a file that should have it. */
  isSet(setting: Setting): boolean;
  /** Gives the file that a secret is read from; undefined when it is in none. */
  fileOf(setting: Setting): SecretFile | undefined;
  /** Reads settings. A text that is no such value is recorded as a problem, and the default is returned in its place. */
  readAll<Tree extends SettingTree>(tree: Tree): ValuesOf<Tree>;
  /** Records that a setting conflicts with the others; `example` is given where the setting's own would not help. */
  refuse(setting: Setting, message: string, example?: string): void;
}

const textIn = (env: Environment, { name, kind }: Setting): string | undefined => {
  const text = env[name];
  return text === undefined || text === '' || kind.leftOut?.(text) ? undefined : text;
};

/** Finds the facts about an environment that defaults depend on. */
const situationOf = (env: Environment): Situation => {
  const production = textIn(env, settings.nodeEnv) === 'production';
  const remote = textIn(env, settings.remote.url) !== undefined;
  const choice = textIn(env, settings.embedded.isOn);
  // What is neither on nor off is one mistake, and shall not cause others.
  const embedded = onOff.parse(choice ?? '') ?? !(production || remote);
  const graphiql = textIn(env, settings.server.graphiql);
  const hasNoUse =
    textIn(env, settings.introspection) === 'off' || textIn(env, settings.trustedDocuments.mode) === 'only';
  return {
    production,
    remote,
    embedded,
    anyPort: Number(textIn(env, settings.server.port)) === 0,
    graphiql: onOff.parse(graphiql ?? '') ?? ((!production || embedded) && !hasNoUse),
  };
};

/** Creates a reader. The files of secrets are read here, and not again. */
export const createReader = (env: Environment): Reader => {
  const secrets = readSecretFiles(env);
  const problems: Problem[] = [...secrets.problems];
  const unreadable = new Set<string>();
  const report = (problem: Problem): void => {
    const isKnown = problems.some(({ name, message }) => name === problem.name && message === problem.message);
    if (!isKnown) problems.push(problem);
  };
  const situation = situationOf(env);
  const fileOf = ({ name }: Setting): SecretFile | undefined => secrets.files.get(name);
  const textOf = (setting: Setting): string | undefined => {
    const file = fileOf(setting);
    return file === undefined ? textIn(env, setting) : (file.text ?? undefined);
  };
  const problemWith = (setting: Setting, text: string): Problem => {
    const { expected } = setting.kind;
    const file = fileOf(setting);
    return file === undefined
      ? problemOf(setting, text, `must be ${expected}`)
      : fileProblem(setting, file.path, `must name a file that holds ${expected}`);
  };
  const read = (setting: Setting): unknown => {
    const text = textOf(setting);
    const value = text === undefined ? undefined : setting.kind.parse(text);
    if (value !== undefined) return value;
    if (text !== undefined) {
      unreadable.add(setting.name);
      report(problemWith(setting, text));
    }
    const fallback = setting.default.in(situation);
    return fallback === null ? null : setting.kind.parse(fallback);
  };
  const readTree = (tree: SettingTree): object =>
    Object.fromEntries(
      Object.entries(tree).map(([name, node]) => [name, isSetting(node) ? read(node) : readTree(node)]),
    );
  return {
    situation,
    problems,
    textOf,
    isSet: (setting) => fileOf(setting) !== undefined || textIn(env, setting) !== undefined,
    fileOf,
    // Each value is what its kind makes of a text, and of the same name as its setting.
    readAll: <Tree extends SettingTree>(tree: Tree) => readTree(tree) as ValuesOf<Tree>,
    refuse: (setting, message, example) => {
      // What was no value conflicts with nothing.
      if (unreadable.has(setting.name)) return;
      const file = fileOf(setting);
      report(
        file === undefined
          ? problemOf(setting, env[setting.name], message, example)
          : fileProblem(setting, file.path, `names a file whose text ${message}`),
      );
    },
  };
};
