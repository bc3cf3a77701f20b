/** Turns of operations of many calls: all at once they would wait for the same connections, each holding what it has so far. */
import { notScheduled } from '../errors/graphql-errors.ts';
import { needsOf } from '../operation/needed-groups.ts';
import {
  type OperationScheduler,
  type ScheduledOperation,
  SchedulerTimeoutError,
} from '../operation/operation-scheduler.ts';
import type { OperationScope } from '../operation/operation-scope.ts';
import { aroundExecution, type Stage } from './stage.ts';

/** When an operation runs; null for at once. A mutation does not wait behind what is only read. */
const schedule = (scheduler: OperationScheduler, { operation, plan, signal }: OperationScope) => {
  if (plan === null || operation === null || operation.isMutation) return null;
  // A plan reports the worst case: most operations do not call all parts of the service that they may call.
  const spread = operation.lastCalls ?? needsOf(plan).main;
  return scheduler.schedule({ total: operation.expectCalls(plan.total), spread }, signal);
};

const admitted = async (
  scheduled: ScheduledOperation | Promise<ScheduledOperation>,
): Promise<ScheduledOperation | null> => {
  try {
    return await scheduled;
  } catch (error) {
    if (error instanceof SchedulerTimeoutError) return null;
    throw error;
  }
};

/** Creates the stage. */
export const turns = (scheduler: OperationScheduler): Stage =>
  aroundExecution((execute, { scope }) => {
    const scheduled = schedule(scheduler, scope);
    if (scheduled === null) return execute();
    const run = async () => {
      scope.scheduled = await admitted(scheduled);
      if (scope.scheduled === null) return { errors: [notScheduled()] };
      try {
        return await execute();
      } finally {
        scope.scheduled.leave();
      }
    };
    return run();
  });
