/** Which endpoint of the service a request is for. */
import { type EndpointName, endpointNames, endpoints } from '../../src/contract/endpoints.ts';

const isParameter = (segment: string): boolean => segment.startsWith('{');

const rows = endpointNames
  .map((name) => ({ name, method: endpoints[name].method, segments: endpoints[name].path.split('/') }))
  // A path that says more literally goes first: `/listings/photospecs` is no listing.
  .toSorted((one, other) => one.segments.filter(isParameter).length - other.segments.filter(isParameter).length);

/** Finds it by the path without the base path, e.g. `/v1/listings/7`; null where there is none. */
export const endpointOf = (method: string, path: string): EndpointName | null => {
  const segments = path.split('/');
  const row = rows.find(
    (each) =>
      each.method === method &&
      each.segments.length === segments.length &&
      each.segments.every((segment, at) => isParameter(segment) || segment === segments[at]),
  );
  return row?.name ?? null;
};
