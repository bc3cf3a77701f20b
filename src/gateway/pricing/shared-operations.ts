/** Operations of the service whose responses are the same for all callers: no change makes them untrue. */
import { type EndpointName, endpoints, operationOf } from '../../contract/endpoints.ts';

const isEndpointName = (name: string): name is EndpointName => Object.hasOwn(endpoints, name);

const sharedOperations: ReadonlySet<string> = new Set(
  Object.keys(endpoints)
    .filter(isEndpointName)
    .filter((name) => endpoints[name].access === 'public')
    .map(operationOf),
);

/** Returns whether the response to an operation, e.g. `GET /v1/sections`, is the same for all callers. */
export const isShared = (operation: string): boolean => sharedOperations.has(operation);
