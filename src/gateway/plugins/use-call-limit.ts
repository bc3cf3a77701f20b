/** Plans every operation before it runs, and refuses one that may cause too many calls to the service. */
import type { Plugin } from 'graphql-yoga';
import { tooComplex } from '../errors.ts';
import { describeCosts } from '../pricing/plan.ts';
import { type PlanFacts, planOperation } from '../pricing/plan-operation.ts';
import type { ServerContext } from '../server-context.ts';

/** How many calls an operation may cause. */
export interface CallLimit {
  /** Most calls that an operation may cause, in the worst case. */
  readonly maxCalls: number;
  /** `enforce` refuses operations over the limit, `measure` only reports what they may cost. */
  readonly mode: 'enforce' | 'measure';
}

/** Plans every operation and keeps to the limit. */
export const useCallLimit = (
  { maxCalls, mode }: CallLimit,
  readFacts: () => PlanFacts,
): Plugin<ServerContext, ServerContext> => ({
  onExecute: ({ args, setResultAndStopExecution }) => {
    const plan = planOperation(args, readFacts());
    const { scope } = args.contextValue;
    scope.plannedCalls = plan?.total ?? null;
    if (mode === 'measure') return;
    scope.callBudget = maxCalls;
    if (plan === null || plan.total <= maxCalls) return;
    setResultAndStopExecution({
      errors: [
        tooComplex(
          `This may cause up to ${plan.total} calls to the service, and the limit is ${maxCalls}. What costs most: ${describeCosts(plan)}. Ask for fewer entries, or for less of each.`,
          { limit: maxCalls, planned: plan.total },
        ),
      ],
    });
  },
});
