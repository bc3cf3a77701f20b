/** Which cores a measurement uses: what is measured has its own. */
import { availableParallelism } from 'node:os';
import { findProgram } from './find-program.ts';

/** The cores of a measurement, counted from 0; null where processes run wherever the system puts them. */
export interface Cores {
  readonly target: readonly number[] | null;
  /** Of the service and the load generator. */
  readonly others: readonly number[] | null;
}

/** Gives what is measured as many cores as it has workers, and the rest to the others, where that is possible. */
export const assignCores = async (workers: number): Promise<Cores> => {
  const count = availableParallelism();
  if (count <= workers || (await findProgram('taskset', '--version')) === null) return { target: null, others: null };
  const all = Array.from({ length: count }, (_value, core) => core);
  return { target: all.slice(0, workers), others: all.slice(workers) };
};

/** A command that keeps to cores; null for any. */
export const onCores = (
  command: readonly [string, ...string[]],
  cores: readonly number[] | null,
): readonly [string, ...string[]] => (cores === null ? command : ['taskset', '-c', cores.join(','), ...command]);
