/** The deadline: an operation ends when its time is up, and so do its calls. `OperationScope.keepDeadline` ends them. */
import type { OperationScope } from '../operation/operation-scope.ts';
import type { Around } from './engine.ts';

/** Milliseconds an operation may take: the settings `QUERY_DEADLINE_MS` and `MUTATION_DEADLINE_MS`. */
export interface Deadlines {
  readonly queryMs: number;
  readonly mutationMs: number;
}

/** Milliseconds for what brings a file: its client has to send it first. */
export const UPLOAD_MS = 60_000;

/** Creates the step. */
export const deadline = ({ queryMs, mutationMs }: Deadlines): Around => {
  const timeOf = ({ bringsFile, operation }: OperationScope): number =>
    bringsFile ? UPLOAD_MS : operation?.isMutation === true ? mutationMs : queryMs;
  return (execute, { scope }) => {
    scope.startDeadline(timeOf(scope));
    const result = execute();
    if (!(result instanceof Promise)) return result;
    // What is done at once needs no timer.
    scope.keepDeadline();
    return result.finally(() => scope.finish());
  };
};
