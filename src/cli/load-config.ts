/** The configuration of a subcommand that cannot do without. */

import { type Config, readConfig } from '../config/config.ts';
import type { ProcessEnvironment } from '../config/environment.ts';
import { formatProblems } from '../config/problem.ts';

/** Writes a warning to standard error. */
export const printWarning = (warning: string): void => {
  process.stderr.write(`Warning: ${warning}\n`);
};

/**
 * Reads the configuration; when it is invalid, reports that on standard error and returns null.
 *
 * @param onWarning receives each doubt about a configuration that can be used
 */
export const loadConfig = ({ environment, file }: ProcessEnvironment, onWarning = printWarning): Config | null => {
  const { config, problems, warnings } = readConfig({ ...file, ...environment });
  for (const warning of warnings) (config === null ? printWarning : onWarning)(warning);
  if (config === null) process.stderr.write(`${formatProblems(problems)}\n`);
  return config;
};
