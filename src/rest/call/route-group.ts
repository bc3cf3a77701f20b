/** Groups of endpoints that stand or fall together: behind one address there are many parts that can fail alone. */
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';

/** Every route group with the paths that belong to it; of those that fit the first counts. */
const groups = [
  ['tokens', /^\/v1\/token\b/],
  ['photos', /^\/v1\/listings\/(?:\{id\}\/photos\b|photospecs$)/],
  ['premium-options', /^\/v1\/(?:listings\/\{id\}\/premiumoptions$|user\/premiumoptionscost$)/],
  ['watching', /^\/v1\/(?:listings\/(?:\{id\}\/)?(?:un)?watch|user\/watchedlisting)/],
  ['listings', /^\/v1\/(?:listings\b|user\/listings$)/],
  ['lookups', /^\/v1\/properties\b/],
  ['sections', /^\/v1\/sections\b/],
  ['documents', /^\/v1\/user\/invoice$/],
  ['user', /^\/v1\/user\b/],
] as const;

/** Name of a route group; also a label of metrics. */
export type RouteGroup = (typeof groups)[number][0];

/** Every route group. */
export const routeGroups: readonly RouteGroup[] = groups.map(([group]) => group);

/** Returns the route group of a path of the contract, e.g. `/v1/listings/{id}/watch`. */
export const routeGroupOf = (path: string): RouteGroup => {
  const [group] = groups.find(([, paths]) => paths.test(path)) ?? [];
  if (group === undefined) throw new Error(`No route group has ${path}.`);
  return group;
};

/** Returns the route group of an endpoint. */
export const groupOfEndpoint = (name: EndpointName): RouteGroup => routeGroupOf(endpoints[name].path);
