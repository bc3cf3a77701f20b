/** Reads settings out of an environment and collects what is wrong with them. */
import type { Environment } from './environment.ts';
import { onOff } from './kinds.ts';
import { type Problem, problemOf } from './problem.ts';
import { fileProblem, readSecretFiles, type SecretFile } from './secret-files.ts';
import type { DefaultValue, Setting, Situation } from './settings/setting.ts';
import { allSettings, settings } from './settings/settings.ts';

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
  /** Reads a setting. A text that is no such value is recorded as a problem, and the default is returned in its place. */
  read<Parsed, Fallback extends DefaultValue>(setting: Setting<Parsed, Fallback>): Parsed | Fallback;
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
  const remote = textIn(env, settings.listingsApiUrl) !== undefined;
  const choice = textIn(env, settings.embeddedService);
  // What is neither on nor off is one mistake, and shall not cause others.
  const embedded = onOff.parse(choice ?? '') ?? !(production || remote);
  const graphiql = textIn(env, settings.graphiql);
  const hasNoUse = textIn(env, settings.introspection) === 'off' || textIn(env, settings.trustedDocuments) === 'only';
  return {
    production,
    remote,
    embedded,
    anyPort: Number(textIn(env, settings.port)) === 0,
    graphiql: onOff.parse(graphiql ?? '') ?? ((!production || embedded) && !hasNoUse),
  };
};

/** Creates a reader. The files of secrets are read here, and not again. */
export const createReader = (env: Environment): Reader => {
  const secrets = readSecretFiles(env, allSettings);
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
      : fileProblem(setting, file, `must name a file that holds ${expected}`);
  };
  return {
    situation,
    problems,
    textOf,
    isSet: (setting) => fileOf(setting) !== undefined || textIn(env, setting) !== undefined,
    fileOf,
    read: (setting) => {
      const text = textOf(setting);
      if (text === undefined) return setting.default.in(situation);
      const value = setting.kind.parse(text);
      if (value !== undefined) return value;
      unreadable.add(setting.name);
      report(problemWith(setting, text));
      return setting.default.in(situation);
    },
    refuse: (setting, message, example) => {
      // What was no value conflicts with nothing.
      if (unreadable.has(setting.name)) return;
      const file = fileOf(setting);
      report(
        file === undefined
          ? problemOf(setting, env[setting.name], message, example)
          : fileProblem(setting, file, `names a file whose text ${message}`),
      );
    },
  };
};
