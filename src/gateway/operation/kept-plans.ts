/** Keeps the plans of queries: the same query with the same variables has the same plan, whoever asks. */
import type { ExecutionArgs } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Plan } from '../pricing/plan.ts';
import { type PlanFacts, planOperation } from '../pricing/plan-operation.ts';
import type { PreparedOperation } from './prepared-operation.ts';

/** Plans an operation with its variables; null when they do not fit. */
export type PlanPrepared = (operation: PreparedOperation, execution: ExecutionArgs, facts: PlanFacts) => Plan | null;

/** Entries of all kept plans together: some 6 MB. */
const MAX_ENTRIES = 30_000;
/** Variables of more characters than this are planned anew each time. */
const MAX_VARIABLES_LENGTH = 1_000;

/** A plan, and what it was made with. */
interface KeptPlan {
  readonly plan: Plan;
  readonly sectionCount: number | null;
}

/**
 * Creates a planner that keeps its plans, the least recently used going first.
 *
 * @param maxCalls calls from which on a plan need not go on
 */
export const createKeptPlans = (maxCalls: number): PlanPrepared => {
  const kept = new LRUCache<string, KeptPlan>({
    maxSize: MAX_ENTRIES,
    sizeCalculation: ({ plan }) => plan.entries.length + 1,
  });
  return (operation, execution, facts) => {
    // A mutation may bring a file, and runs once.
    if (operation.isMutation) return planOperation(execution, facts, maxCalls);
    const variables = JSON.stringify(execution.variableValues ?? {});
    if (variables.length > MAX_VARIABLES_LENGTH) return planOperation(execution, facts, maxCalls);
    const key = variables === '{}' ? operation.key : `${operation.key} ${variables}`;
    const { sectionCount } = facts;
    const known = kept.get(key);
    if (known?.sectionCount === sectionCount) return known.plan;
    const plan = planOperation(execution, facts, maxCalls);
    if (plan !== null) kept.set(key, { plan, sectionCount });
    return plan;
  };
};
