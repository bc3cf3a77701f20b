/** The limits of the price: what an operation may cost is known from its plan, before it calls anything. */
import type { ExecutionArgs, GraphQLError } from 'graphql';
import { type Endpoint, endpoints } from '../../contract/endpoints.ts';
import { type RouteGroup, routeGroupOf } from '../../rest/call/route-group.ts';
import { choice, wholeNumber } from '../../settings/kinds.ts';
import { settingIn, type ValuesOf } from '../../settings/setting.ts';
import { OBJECTS_PER_CALL, type RequestLimits } from '../admission/request-rates.ts';
import { fieldsWithFile } from '../documents/fields-with-file.ts';
import { ASK_FOR_LESS, badUserInput, createError, overLimit, overloaded } from '../errors/graphql-errors.ts';
import { estimateResponse } from '../execution/estimate-response.ts';
import type { ResponseLimits } from '../execution/response-size.ts';
import { variableErrors } from '../execution/variable-errors.ts';
import type { SharedLists } from '../loaders/lookups/shared-lists.ts';
import type { OperationScope } from '../operation/operation-scope.ts';
import type { PreparedOperation } from '../operation/prepared-operation.ts';
import { type Plan, describeCosts } from '../pricing/plan.ts';
import { IncomingPhoto } from '../uploads/incoming-photo.ts';
import type { Around } from './engine.ts';
import type { Documents } from './parse-and-validate.ts';
import { createPlanCache } from './plan-cache.ts';

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
    if (exceeded !== null) {
      countCalls(scope.client, Math.floor(responseLimits.objects / OBJECTS_PER_CALL));
      return overLimit(exceeded);
    }
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
