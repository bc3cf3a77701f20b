/** The configuration of a subcommand that cannot do without. */

import { type Config, readConfig } from '../config/config.ts';
import type { ProcessEnvironment } from '../config/environment.ts';
import { formatProblems } from '../config/problem.ts';

/** A configuration that can be used, and what is doubtful about it. */
export interface LoadedConfig {
  readonly config: Config;
  readonly warnings: readonly string[];
}

/** Reads the configuration; when it is mistaken, says so on standard error and gives null. */
export const loadConfig = ({ environment, file }: ProcessEnvironment): LoadedConfig | null => {
  const { config, problems, warnings } = readConfig({ ...file, ...environment });
  if (config !== null) return { config, warnings };
  process.stderr.write(
    `${[...warnings.map((warning) => `Warning: ${warning}`), formatProblems(problems)].join('\n')}\n`,
  );
  return null;
};
