/** The limits of the price: what an operation may cost is known from its plan, before it calls anything. */
import { type ExecutionArgs, getOperationAST, Kind, type ValueNode, type GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import { type Endpoint, endpoints } from '../../contract/endpoints.ts';
import { type RouteGroup, routeGroupOf } from '../../rest/call/route-group.ts';
import { choice, wholeNumber } from '../../settings/kinds.ts';
import { settingIn, type ValuesOf } from '../../settings/setting.ts';
import { OBJECTS_PER_CALL, type RequestLimits } from '../admission/request-rates.ts';
import { coerceVariables } from '../documents/coerce-variables.ts';
import { collectFields, fragmentsOf, isSelected } from '../documents/selections.ts';
import { ASK_FOR_LESS, badUserInput, createError, overLimit, overloaded } from '../errors/graphql-errors.ts';
import { type ResponseEstimate, estimateResponse, nothing } from '../execution/estimate-response.ts';
import type { ResponseLimits } from '../execution/response-size.ts';
import { variableErrors } from '../execution/variable-errors.ts';
import type { SharedLists } from '../loaders/lookups/shared-lists.ts';
import type { OperationScope } from '../operation/operation-scope.ts';
import type { PreparedOperation } from '../operation/prepared-operation.ts';
import { type Plan, describeCosts, planOperation } from '../pricing/plan.ts';
import { IncomingPhoto } from '../uploads/incoming-photo.ts';
import type { Around } from './engine.ts';
import type { Documents } from './parse-and-validate.ts';

const usesOneOf = (names: ReadonlySet<string>, value: ValueNode): boolean => {
  if (value.kind === Kind.VARIABLE) return names.has(value.name.value);
  if (value.kind === Kind.LIST) return value.values.some((item) => usesOneOf(names, item));
  return value.kind === Kind.OBJECT && value.fields.some((field) => usesOneOf(names, field.value));
};

/**
 * Finds the fields of a mutation that are given a variable with a file, by their keys in the response.
 *
 * @param isFile tells the file among the values of variables
 */
const fieldsWithFile = (
  { schema, document, operationName, variableValues }: ExecutionArgs,
  isFile: (value: unknown) => boolean,
): readonly string[] => {
  const operation = getOperationAST(document, operationName);
  const type = schema.getMutationType();
  if (operation == null || type == null) return [];
  const given = variableValues ?? {};
  const holdsFile = (value: unknown): boolean =>
    isFile(value) || (typeof value === 'object' && value !== null && Object.values(value).some(holdsFile));
  const names = new Set(Object.keys(given).filter((name) => holdsFile(given[name])));
  const coerced = coerceVariables(schema, operation.variableDefinitions ?? [], given);
  // Variables that cannot be read run nothing.
  if (coerced === null) return [];
  const fields = collectFields([operation.selectionSet], type, { schema, fragments: fragmentsOf(document) }, (node) =>
    isSelected(node, coerced),
  );
  return [...fields].flatMap(([key, [field]]) =>
    field.arguments?.some(({ value }) => usesOneOf(names, value)) === true ? [key] : [],
  );
};

const limit = settingIn('Limits');

/** The limit of the calls that an operation may cause. */
export const callLimitSettings = {
  maxCalls: limit('MAX_UPSTREAM_CALLS', wholeNumber(1, 100_000), {
    what: 'Most calls to the service that one operation may cause, in the worst case; known before it runs.',
    default: 50,
    example: '80',
  }),
  mode: limit('UPSTREAM_CALL_LIMIT', choice('enforce', 'measure'), {
    what: '`enforce` refuses operations over that limit; `measure` runs them and only reports what they may cost.',
    default: 'enforce',
    example: 'measure',
  }),
};

type CallLimit = ValuesOf<typeof callLimitSettings>;

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
const createPlanCache = (maxCalls: number, estimate: (execution: ExecutionArgs) => ResponseEstimate): PlanPrepared => {
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

const overCallLimit = (plan: Plan, maxCalls: number): GraphQLError =>
  createError(
    'OPERATION_TOO_COMPLEX',
    `This may cause ${plan.isWhole ? 'up to' : 'more than'} ${plan.total} calls to the service, and the limit is ${maxCalls}. What costs most: ${describeCosts(plan)}. ${ASK_FOR_LESS}`,
    { limit: maxCalls, planned: plan.total, exceeded: 'upstreamCalls', http: { status: 400, spec: true } },
  );

/** Returns whether a route group admits no further operations of a caller. */
export type IsGroupFull = (group: RouteGroup, caller: string | null) => boolean;

/** A list may be available, and sign-ins and photos have connections of their own. */
const isOther = ({ access, body }: Endpoint): boolean =>
  access === 'public' || access === 'sign-in' || body === 'photo';

/** The groups that are called over the connections which all of them share, by operation of the service; null for others. */
const groups = new Map<string, RouteGroup | null>(
  Object.values<Endpoint>(endpoints).map((endpoint) => [
    `${endpoint.method} ${endpoint.path}`,
    isOther(endpoint) ? null : routeGroupOf(endpoint.path),
  ]),
);

/** Finds a full group when all groups of an operation are full; null when a part of the operation can be resolved now. */
const findFullGroup = ({ entries }: Plan, isFull: (group: RouteGroup) => boolean): RouteGroup | null => {
  let full: RouteGroup | null = null;
  for (const { operation } of entries) {
    full = groups.get(operation) ?? null;
    if (full === null || !isFull(full)) return null;
  }
  return full;
};

/** Options of the step. */
export interface PriceLimitOptions {
  readonly operationOf: Documents['operationOf'];
  /** True if errors name nothing of the schema that the caller did not. */
  readonly hidesSchema: boolean;
  readonly callLimit: CallLimit;
  readonly lists: SharedLists;
  readonly responseLimits: Pick<ResponseLimits, 'objects'>;
  readonly isGroupFull: IsGroupFull;
  readonly countCalls: RequestLimits['countCalls'];
  /** Called for each operation that is refused because all that it needs is full, with one such group. */
  readonly onGroupFull: (group: RouteGroup, caller: string | null) => void;
}

/** Creates the step. It stands around all that may put another document or other variables in the place of those of the request. */
export const priceLimit = (options: PriceLimitOptions): Around => {
  const { operationOf, hidesSchema, lists, responseLimits, isGroupFull, countCalls, onGroupFull } = options;
  const { maxCalls, mode } = options.callLimit;
  const planPrepared = createPlanCache(mode === 'enforce' ? maxCalls : Number.POSITIVE_INFINITY, (execution) =>
    estimateResponse(execution, lists, responseLimits.objects),
  );

  /** Plans an operation; gives the error that refuses it, null when it may run. */
  const checkPlan = (
    operation: PreparedOperation,
    execution: ExecutionArgs,
    scope: OperationScope,
  ): GraphQLError | null => {
    const planned = planPrepared(operation, execution);
    const { plan, exceeded } = planned;
    scope.plannedCalls = plan?.total ?? null;
    scope.plan = plan;
    scope.estimate = planned;
    if (mode === 'enforce') scope.callBudget = maxCalls;
    if (exceeded !== null) return overLimit(exceeded);
    if (plan === null) return null;
    if (mode === 'enforce' && plan.total > maxCalls) return overCallLimit(plan, maxCalls);
    // Its price is all that is asked for: nothing is called.
    if (scope.trace?.isPlanOnly === true) return null;
    const full = findFullGroup(plan, (group) => isGroupFull(group, scope.caller));
    if (full !== null) {
      onGroupFull(full, scope.caller);
      return overloaded(
        'Too many calls are waiting for the part of the service that this needs, so nothing was run. Try again in a second.',
      );
    }
    // Who is given what was made for others pays for it too: to send it takes as long.
    return countCalls(scope.client, plan.total - 1 + Math.floor(planned.objects / OBJECTS_PER_CALL));
  };

  const problemsOf = (execution: ExecutionArgs, scope: OperationScope): readonly GraphQLError[] => {
    const operation = operationOf(execution);
    scope.operation = operation;
    scope.execution = execution;
    scope.client.readToken();
    const withFile = scope.bringsFile ? fieldsWithFile(execution, (value) => value instanceof IncomingPhoto) : [];
    if (withFile.length > 1) {
      const message = `A request brings one file for one field, and this one gives it to ${withFile.join(', ')}. Send a request for each.`;
      return [badUserInput(message, { status: 400, spec: true })];
    }
    const problem = checkPlan(operation, execution, scope);
    if (problem !== null) return [problem];
    return scope.plan === null ? variableErrors(execution, hidesSchema) : [];
  };

  return (execute, { scope }, { schema, document, operationName, variableValues }) => {
    const execution = {
      schema,
      document,
      operationName: operationName ?? null,
      variableValues: variableValues ?? {},
    };
    const errors = problemsOf(execution, scope);
    if (errors.length > 0) return { errors };
    return scope.trace?.isPlanOnly === true ? { data: null } : execute();
  };
};
