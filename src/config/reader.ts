/** Reads settings out of an environment and collects what is wrong with them. */
import type { Environment } from './environment.ts';
import { type Problem, problemOf } from './problem.ts';
import type { DefaultValue, Setting, Situation } from './setting.ts';
import { settings } from './settings.ts';

/** The reader of one environment. */
export interface Reader {
  /** What the defaults of this environment depend on. */
  readonly situation: Situation;
  /** Mistakes so far. */
  readonly problems: readonly Problem[];
  /** Gives a setting's text; undefined when it is unset, empty, or says that the default is wanted. */
  textOf(setting: Setting): string | undefined;
  /** Reads a setting. A text that is no such value is noted as a problem, and the default is given in its place. */
  read<Parsed, Fallback extends DefaultValue>(setting: Setting<Parsed, Fallback>): Parsed | Fallback;
  /** Notes that a setting does not go with the others; `example` is given where the setting's own would not help. */
  refuse(setting: Setting, message: string, example?: string): void;
}

const textIn = (env: Environment, { name, kind }: Setting): string | undefined => {
  const text = env[name];
  return text === undefined || text === '' || kind.leftOut?.(text) ? undefined : text;
};

/** Tells what the defaults of an environment depend on. */
const situationOf = (env: Environment): Situation => {
  const production = textIn(env, settings.nodeEnv) === 'production';
  const remote = textIn(env, settings.listingsApiUrl) !== undefined;
  const choice = textIn(env, settings.embeddedService);
  const embedded = choice === undefined ? !(production || remote) : choice === 'on';
  const graphiql = textIn(env, settings.graphiql);
  const hasNoUse = textIn(env, settings.introspection) === 'off' || textIn(env, settings.trustedDocuments) === 'only';
  return {
    production,
    remote,
    embedded,
    anyPort: Number(textIn(env, settings.port)) === 0,
    graphiql: graphiql === undefined ? (!production || embedded) && !hasNoUse : graphiql === 'on',
  };
};

/** Creates a reader. */
export const createReader = (env: Environment): Reader => {
  const problems: Problem[] = [];
  const situation = situationOf(env);
  return {
    situation,
    problems,
    textOf: (setting) => textIn(env, setting),
    read: (setting) => {
      const text = textIn(env, setting);
      if (text === undefined) return setting.default.in(situation);
      const value = setting.kind.parse(text);
      if (value !== undefined) return value;
      problems.push(problemOf(setting, text, `must be ${setting.kind.expected}`));
      return setting.default.in(situation);
    },
    refuse: (setting, message, example) => {
      problems.push(problemOf(setting, env[setting.name], message, example));
    },
  };
};
