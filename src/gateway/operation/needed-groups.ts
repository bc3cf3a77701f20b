/** Parts of the service that an operation needs, by its plan. */
import { type Endpoint, endpoints } from '../../contract/endpoints.ts';
import { type RouteGroup, routeGroupOf } from '../../rest/call/route-group.ts';
import type { Plan } from '../pricing/plan.ts';

/** Parts of the service that an operation needs. */
export interface Needs {
  /** Route groups that are called over the connections which all of them share. */
  readonly groups: ReadonlySet<RouteGroup>;
  /** True if it may be answered in part without those: a list may be available, and sign-ins and photos have connections of their own. */
  readonly hasOthers: boolean;
}

/** Returns whether a route group admits no further operations of a caller. */
export type IsGroupFull = (group: RouteGroup, caller: string | null) => boolean;

const isOther = ({ access, body }: Endpoint): boolean =>
  access === 'public' || access === 'sign-in' || body === 'photo';

/** By operation of the service; null for those that do not count. */
const groups = new Map<string, RouteGroup | null>(
  Object.values<Endpoint>(endpoints).map((endpoint) => [
    `${endpoint.method} ${endpoint.path}`,
    isOther(endpoint) ? null : routeGroupOf(endpoint.path),
  ]),
);

const known = new WeakMap<Plan, Needs>();

/** Returns the needs of an operation. */
export const needsOf = (plan: Plan): Needs => {
  const cached = known.get(plan);
  if (cached !== undefined) return cached;
  const called = new Set<RouteGroup>();
  let hasOthers = false;
  for (const { operation } of plan.entries) {
    const group = groups.get(operation) ?? null;
    if (group === null) hasOthers = true;
    else called.add(group);
  }
  const needs = { groups: called, hasOthers };
  known.set(plan, needs);
  return needs;
};

/** Finds a full group when all groups of an operation are full; null when a part of the operation can be resolved now. */
export const findFullGroup = (
  { groups: needed, hasOthers }: Needs,
  isFull: (group: RouteGroup) => boolean,
): RouteGroup | null => {
  const all = [...needed];
  return hasOthers || !all.every(isFull) ? null : (all.at(-1) ?? null);
};
