/** `print-config`: every setting in effect. */

import { readConfig } from '../config/config.ts';
import { formatProblems } from '../config/problem.ts';
import { type SettingInEffect, settingsInEffect } from '../config/tables.ts';
import { type Run } from './command.ts';
import { printWarning } from './load-config.ts';
import { exitCodes } from './process/process-end.ts';

/**
 * Prints every setting, or with `--changed` those that are set: the value with secrets masked, and the source. Mistakes and doubts
 * go to standard error.
 */
export const runPrintConfig: Run = async ({ environment, file }, options) => {
  const all = settingsInEffect(environment, file);
  const rows = options.has('changed') ? all.filter(({ source }) => source !== 'default') : all;
  process.stdout.write(options.has('json') ? `${JSON.stringify(rows, null, 2)}\n` : tableOf(rows));
  const { problems, warnings } = readConfig({ ...file, ...environment });
  for (const warning of warnings) printWarning(warning);
  if (problems === null) return exitCodes.ok;
  process.stderr.write(`${formatProblems(problems)}\n`);
  return exitCodes.mistaken;
};

const tableOf = (rows: readonly SettingInEffect[]): string => {
  if (rows.length === 0) return 'Every setting has its default.\n';
  const nameWidth = Math.max(...rows.map(({ name }) => name.length));
  const valueWidth = Math.max(...rows.map(({ value }) => value.length));
  return rows
    .map(({ section, name, value, source }, at) => {
      const heading = section === rows[at - 1]?.section ? '' : `${at === 0 ? '' : '\n'}# ${section}\n`;
      return `${heading}${name.padEnd(nameWidth)}  ${value.padEnd(valueWidth)}  ${source}\n`;
    })
    .join('');
};
