/** Processes that a program has started. */
import { readFile } from 'node:fs/promises';

/** Finds the process ids of the children of a process, with Linux alone; none once it has ended. */
export const childrenOf = async (pid: number): Promise<readonly number[]> =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => ''))
    .split(' ')
    .filter((text) => text !== '')
    .map(Number);
