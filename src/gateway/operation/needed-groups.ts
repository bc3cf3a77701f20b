/** Parts of the service that an operation needs, by its plan. */
import { type Endpoint, endpoints } from '../../contract/endpoints.ts';
import { type RouteGroup, routeGroupOf } from '../../upstream/call/route-group.ts';
import type { Plan } from '../pricing/plan.ts';

/** Parts of the service that an operation needs. */
export interface Needs {
  /** Calls of each route group that go over the connections which all of them share. */
  readonly calls: ReadonlyMap<RouteGroup, number>;
  /** The group with the most calls, and the number of all calls; empty when there are none. */
  readonly main: ReadonlyMap<RouteGroup, number>;
  /** True if it may be answered in part without those: a list may be available, and sign-ins and photos have connections of their own. */
  readonly hasOthers: boolean;
}

/** Returns whether a route group admits no further calls. */
export type IsGroupFull = (group: RouteGroup) => boolean;

const isOther = ({ access, body }: Endpoint): boolean =>
  access === 'public' || access === 'sign-in' || body === 'photo';

/** By operation of the service; null for those that do not count. */
const groups = new Map<string, RouteGroup | null>(
  Object.values<Endpoint>(endpoints).map((endpoint) => [
    `${endpoint.method} ${endpoint.path}`,
    isOther(endpoint) ? null : routeGroupOf(endpoint.path),
  ]),
);

const mainOf = (calls: ReadonlyMap<RouteGroup, number>): ReadonlyMap<RouteGroup, number> => {
  let total = 0;
  let main: readonly [RouteGroup, number] | null = null;
  for (const entry of calls) {
    total += entry[1];
    if (main === null || entry[1] > main[1]) main = entry;
  }
  return new Map(main === null ? [] : [[main[0], total]]);
};

const known = new WeakMap<Plan, Needs>();

/** Returns the needs of an operation. */
export const needsOf = (plan: Plan): Needs => {
  const cached = known.get(plan);
  if (cached !== undefined) return cached;
  const calls = new Map<RouteGroup, number>();
  let hasOthers = false;
  for (const { operation, count } of plan.entries) {
    const group = groups.get(operation) ?? null;
    if (group === null) hasOthers = true;
    else calls.set(group, (calls.get(group) ?? 0) + count);
  }
  const needs = { calls, main: mainOf(calls), hasOthers };
  known.set(plan, needs);
  return needs;
};

/** Finds a full group when all groups of an operation are full; null when a part of the operation can be resolved now. */
export const findFullGroup = ({ calls, hasOthers }: Needs, isFull: IsGroupFull): RouteGroup | null => {
  if (hasOthers) return null;
  let full: RouteGroup | null = null;
  for (const group of calls.keys()) {
    if (!isFull(group)) return null;
    full = group;
  }
  return full;
};
