/** The plans of operations, kept for those that come again. */
import type { ExecutionArgs } from 'graphql';
import { LRUCache } from 'lru-cache';
import { type ResponseEstimate, nothing } from '../execution/estimate-response.ts';
import type { PreparedOperation } from '../operation/prepared-operation.ts';
import { type Plan, planOperation } from '../pricing/plan.ts';

interface PlannedOperation extends ResponseEstimate {
  /** Null when its variables do not fit. */
  readonly plan: Plan | null;
}

type PlanPrepared = (operation: PreparedOperation, execution: ExecutionArgs) => PlannedOperation;

/** Memory of all kept plans together, in bytes, as counted below. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Memory of a plan, and of each of its entries, in bytes: estimates, and rather too large. */
const PLAN_BYTES = 1_024;
const ENTRY_BYTES = 512;
/** Variables of more characters than this are replanned each time. */
const MAX_VARIABLES_LENGTH = 1_000;

/** Keys that are remembered as met, a power of two. */
const MET_KEYS = 16_384;

/** Creates what says whether a key has been met lately: it takes 64 KB, and makes no object. FNV-1a, 32 bits. */
const createMet = (): ((key: string) => boolean) => {
  const met = new Int32Array(MET_KEYS);
  return (key) => {
    let hash = 0x811c9dc5;
    for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
    const slot = hash & (MET_KEYS - 1);
    if (met[slot] === hash) return true;
    met[slot] = hash;
    return false;
  };
};

interface CachedPlan extends PlannedOperation {
  readonly plan: Plan;
}

/**
 * Creates a planner that keeps its plans, the least recently used going first. A plan is kept from the second time on: those of variables
 * that come once, such as the id of one of a million listings, would all end in the old generation (docs/performance.md).
 *
 * @param maxCalls calls from which on a plan need not go on
 * @param estimate estimates the response. What is within its limits is counted when it runs: with lists that have grown too.
 */
export const createPlanCache = (
  maxCalls: number,
  estimate: (execution: ExecutionArgs) => ResponseEstimate,
): PlanPrepared => {
  const replan = (execution: ExecutionArgs): PlannedOperation => {
    const plan = planOperation(execution, maxCalls);
    return { plan, ...(plan === null ? nothing : estimate(execution)) };
  };
  const cached = new LRUCache<string, CachedPlan>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ plan }, key) => PLAN_BYTES + 2 * key.length + ENTRY_BYTES * plan.entries.length,
  });
  const isMet = createMet();
  return (operation, execution) => {
    // A mutation may bring a file, and runs once.
    if (operation.isMutation) return replan(execution);
    const variables = JSON.stringify(operation.declaredOf(execution.variableValues ?? {}));
    if (variables.length > MAX_VARIABLES_LENGTH) return replan(execution);
    const key = variables === '{}' ? operation.key : `${operation.key} ${variables}`;
    const known = cached.get(key);
    if (known !== undefined) return known.isWhole ? known : Object.assign(known, estimate(execution));
    const planned = replan(execution);
    const { plan, exceeded } = planned;
    if (plan !== null && exceeded === null && (plan.isPublic || isMet(key))) cached.set(key, { ...planned, plan });
    return planned;
  };
};
