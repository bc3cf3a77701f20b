/** Groups of endpoints that stand or fall together: behind one address there are many parts that can fail alone. */
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';

/** Every route group, in the order in which they are listed. */
export const routeGroups = [
  'tokens',
  'listings',
  'photos',
  'premium-options',
  'watching',
  'lookups',
  'sections',
  'documents',
  'user',
] as const;

/** Name of a route group; also a label of metrics. */
export type RouteGroup = (typeof routeGroups)[number];

/** Paths that belong to a group; the first that fits counts. */
const prefixes: readonly (readonly [RegExp, RouteGroup])[] = [
  [/^\/v1\/token\b/, 'tokens'],
  [/^\/v1\/listings\/(?:\{id\}\/photos\b|photospecs$)/, 'photos'],
  [/^\/v1\/(?:listings\/\{id\}\/premiumoptions$|user\/premiumoptionscost$)/, 'premium-options'],
  [/^\/v1\/(?:listings\/(?:\{id\}\/)?(?:un)?watch|user\/watchedlisting)/, 'watching'],
  [/^\/v1\/(?:listings\b|user\/listings$)/, 'listings'],
  [/^\/v1\/properties\b/, 'lookups'],
  [/^\/v1\/sections\b/, 'sections'],
  [/^\/v1\/user\/invoice$/, 'documents'],
  [/^\/v1\/user\b/, 'user'],
];

/** Returns the route group of a path of the contract, e.g. `/v1/listings/{id}/watch`. */
export const routeGroupOf = (path: string): RouteGroup => {
  const [, group] = prefixes.find(([prefix]) => prefix.test(path)) ?? [];
  if (group === undefined) throw new Error(`No route group has ${path}.`);
  return group;
};

const groups = new Map<string, RouteGroup>(
  Object.entries(endpoints).map(([name, { path }]) => [name, routeGroupOf(path)]),
);

/** Returns the route group of an endpoint. */
export const groupOfEndpoint = (name: EndpointName): RouteGroup => groups.get(name) ?? 'user';

/** Makes something for each route group. */
export const mapRouteGroups = <Value>(make: (group: RouteGroup) => Value): Readonly<Record<RouteGroup, Value>> => ({
  tokens: make('tokens'),
  listings: make('listings'),
  photos: make('photos'),
  'premium-options': make('premium-options'),
  watching: make('watching'),
  lookups: make('lookups'),
  sections: make('sections'),
  documents: make('documents'),
  user: make('user'),
});
