/** Check of what an operation may cause, before it runs: calls, objects, capacity at the service, and what its caller may ask for. */
import type { ExecutionArgs, GraphQLError } from 'graphql';
import type { RouteGroup } from '../../upstream/call/route-group.ts';
import type { RequestLimits } from '../admission/request-rates.ts';
import { groupFull, overLimit, tooComplex } from '../errors/graphql-errors.ts';
import type { SharedLists } from '../loaders/lookups/shared-lists.ts';
import { findFullGroup, type IsGroupFull, needsOf } from '../operation/needed-groups.ts';
import type { OperationScope } from '../operation/operation-scope.ts';
import type { PreparedOperation } from '../operation/prepared-operation.ts';
import { describeCosts, type Plan } from '../pricing/plan.ts';
import type { ResponseLimits } from './compiler/response-size.ts';
import { estimateResponse } from './estimate-response.ts';
import type { CallLimit } from './execution-limits.ts';
import { createPlanCache } from './plan-cache.ts';

/** Options of the check. */
export interface PlanCheckOptions {
  readonly callLimit: CallLimit;
  /** The lists whose lengths are known. */
  readonly lists: SharedLists;
  readonly responseLimits: Pick<ResponseLimits, 'objects'>;
  readonly isGroupFull: IsGroupFull;
  readonly countCalls: RequestLimits['countCalls'];
  /** Called for each operation that is refused because all that it needs is full, with one such group. */
  readonly onGroupFull: (group: RouteGroup, caller: string | null) => void;
}

/** Plans an operation; gives the error that refuses it, null when it may run. */
type CheckPlan = (operation: PreparedOperation, execution: ExecutionArgs, scope: OperationScope) => GraphQLError | null;

/** Creates the check. */
export const createPlanCheck = ({
  callLimit,
  lists,
  responseLimits,
  isGroupFull,
  countCalls,
  onGroupFull,
}: PlanCheckOptions): CheckPlan => {
  const { maxCalls, mode } = callLimit;
  const planPrepared = createPlanCache(mode === 'enforce' ? maxCalls : Number.POSITIVE_INFINITY, (execution) =>
    estimateResponse(execution, lists, responseLimits.objects),
  );
  return (operation, execution, scope) => {
    const { plan, objects, exceeded } = planPrepared(operation, execution);
    scope.plannedCalls = plan?.total ?? null;
    scope.plan = plan;
    scope.plannedObjects = objects;
    if (mode === 'enforce') scope.callBudget = maxCalls;
    if (exceeded !== null) return overLimit(exceeded);
    if (plan === null) return null;
    if (mode === 'enforce' && plan.total > maxCalls) return overCallLimit(plan, maxCalls);
    // Its price is all that is asked for: nothing is called.
    if (scope.trace?.isPlanOnly === true) return null;
    const full = findFullGroup(needsOf(plan), (group) => isGroupFull(group, scope.client.caller));
    if (full !== null) {
      onGroupFull(full, scope.client.caller);
      return groupFull();
    }
    return countCalls(scope.client, plan.total - 1);
  };
};

const overCallLimit = (plan: Plan, maxCalls: number): GraphQLError =>
  tooComplex(
    `This may cause ${plan.isWhole ? 'up to' : 'more than'} ${plan.total} calls to the service, and the limit is ${maxCalls}. What costs most: ${describeCosts(plan)}. Request fewer entries, or fewer fields of each.`,
    { limit: maxCalls, planned: plan.total },
  );
