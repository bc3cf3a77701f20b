import { type Config, readConfig } from '../../src/config/config.ts';
import { formatProblems } from '../../src/config/problem.ts';

/** Reads settings. @throws when there is a mistake in them */
export const configOf = (env: Readonly<Record<string, string>> = {}): Config => {
  const { config, problems } = readConfig(env);
  if (config === null) throw new Error(formatProblems(problems));
  return config;
};
