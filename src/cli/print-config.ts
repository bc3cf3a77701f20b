/** `print-config`: every setting in effect. */

import { readConfig } from '../config/config.ts';
import { formatProblems } from '../config/problem.ts';
import { settingsInEffect } from '../config/tables.ts';
import { type Run } from './command.ts';
import { printWarning } from './load-config.ts';
import { exitCodes } from './process/exit-code.ts';

/** Prints every setting, its value with secrets masked, and its source; mistakes and doubts go to standard error. */
export const runPrintConfig: Run = async ({ environment, file }) => {
  const rows = settingsInEffect(environment, file);
  const nameWidth = Math.max(...rows.map(({ name }) => name.length));
  const valueWidth = Math.max(...rows.map(({ value }) => value.length));
  const lines = rows.map(
    ({ name, value, source }) => `${name.padEnd(nameWidth)}  ${value.padEnd(valueWidth)}  ${source}\n`,
  );
  process.stdout.write(lines.join(''));
  const { problems, warnings } = readConfig({ ...file, ...environment });
  for (const warning of warnings) printWarning(warning);
  if (problems === null) return exitCodes.ok;
  process.stderr.write(`${formatProblems(problems)}\n`);
  return exitCodes.mistaken;
};
