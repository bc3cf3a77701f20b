/** The deadline: an operation ends when its time is up, and so do its calls. `OperationScope.keepDeadline` ends them. */
import { milliseconds } from '../../settings/kinds.ts';
import { settingIn, type ValuesOf } from '../../settings/setting.ts';
import type { OperationScope } from '../operation/operation-scope.ts';
import type { Around } from './engine.ts';

const timeLimit = settingIn('Time limits');

/** How long an operation may take. */
export const deadlineSettings = {
  queryMs: timeLimit('QUERY_DEADLINE_MS', milliseconds(1), {
    what: 'Time for a query; the response holds what is ready by then.',
    default: 10_000,
    example: '5000',
  }),
  mutationMs: timeLimit('MUTATION_DEADLINE_MS', milliseconds(1), {
    what: 'Time for a mutation.',
    default: 20_000,
    example: '30000',
  }),
};

/** Milliseconds an operation may take. */
export type Deadlines = ValuesOf<typeof deadlineSettings>;

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
