import type { OperationScope } from '../operation/operation-scope.ts';
/** The deadline: an operation ends when its time is up, and so do its calls. */
import { type Deadlines, UPLOAD_MS } from './price-limit.ts';
import type { Around } from './stage.ts';

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
