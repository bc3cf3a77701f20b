/** `start`: runs the gateway until it is stopped. */
import { fitToOpenFiles, readOpenFileLimit } from '../app/open-files.ts';
import { type Run } from './command.ts';
import { loadConfig } from './load-config.ts';
import { exitCodes } from './process/process-end.ts';
import { createProcessLog } from './process/process-log.ts';

/** Starts the gateway, in this process or in several, and stops it gracefully when the process is asked to end. */
export const runStart: Run = async (given) => {
  const doubts: string[] = [];
  const loaded = loadConfig(given, (doubt) => doubts.push(doubt));
  if (loaded === null) return exitCodes.mistaken;
  const { config, warning } = fitToOpenFiles(loaded, readOpenFileLimit());
  const log = createProcessLog(config);
  for (const doubt of doubts) log.warn(doubt);
  if (warning !== null) log.warn(warning);
  // A supervisor does not wait for, or hold, what only those that serve need.
  const { run } = config.workers === 1 ? await import('./serve.ts') : await import('./supervise.ts');
  return run(config, log);
};
