/** Builds requests to the endpoints of the contract from their inputs. */
import { type Endpoint, type EndpointName, endpoints, operationOf } from '../../contract/endpoints.ts';
import type { CallableName } from '../call/call.ts';
import type { AccessToken } from '../call/credentials.ts';
import { encodeBody } from '../call/encode-body.ts';
import { groupOfEndpoint, type RouteGroup } from '../call/route-group.ts';
import type { JsonRequest, ServiceRequest } from '../call/service-request.ts';
import { buildQuery, createPathFiller, type FillPath, type ParameterValues } from './path.ts';

/** Parameters of the token endpoint by name, in the order in which they are sent. */
export type TokenParameters = Readonly<Record<string, string>>;

/** Inputs of any endpoint. */
export interface EndpointInputs {
  readonly path?: ParameterValues;
  readonly query?: ParameterValues;
  readonly body?: unknown;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Parts that all requests to an endpoint share. */
interface EndpointRoute {
  readonly operation: string;
  readonly group: RouteGroup;
  readonly fillPath: FillPath;
  /** Names of the query parameters, in their order. */
  readonly queryNames: readonly string[];
}

const routes = new Map<EndpointName, EndpointRoute>();

/** The route of an endpoint, made with its first request. */
const routeOf = (name: EndpointName, { path, query }: Endpoint): EndpointRoute => {
  const known = routes.get(name);
  if (known !== undefined) return known;
  const route = {
    operation: operationOf(name),
    group: groupOfEndpoint(name),
    fillPath: createPathFiller(path),
    queryNames: Object.keys(query),
  };
  routes.set(name, route);
  return route;
};

/** Builds what every request to an endpoint has. @throws TypeError when an input is of another type than declared */
export const buildRequest = (name: EndpointName, inputs: EndpointInputs, token: AccessToken): ServiceRequest => {
  const endpoint: Endpoint = endpoints[name];
  const { operation, group, fillPath, queryNames } = routeOf(name, endpoint);
  const { method, retry, body } = endpoint;
  const query = inputs.query === undefined ? '' : buildQuery(queryNames, inputs.query);
  return {
    operation,
    group,
    method,
    path: fillPath(inputs.path ?? {}) + query,
    retry,
    token,
    body:
      body === null || body === 'photo'
        ? undefined
        : { contentType: JSON_TYPE, content: encodeBody(body, inputs.body) },
  };
};

/** Forms of responses that their declaration does not tell. */
const otherForms: Partial<Record<CallableName, JsonRequest['expects']>> = {
  // Assumption: R37. What should be empty may say what became of each listing.
  watchListings: 'json',
  unwatchListings: 'json',
};

/** Builds a request whose response is JSON or empty. @throws TypeError when an input is of another type than declared */
export const buildJsonRequest = (name: CallableName, inputs: EndpointInputs, token: AccessToken): JsonRequest => {
  // Written out: V8 takes many times as long to copy an object with optional parts.
  const { operation, group, method, path, retry, body } = buildRequest(name, inputs, token);
  const expects = otherForms[name] ?? (endpoints[name].response.kind === 'empty' ? 'done' : 'json');
  return { operation, group, method, path, retry, token, body, expects };
};

/** Builds the request for a token. */
export const buildTokenRequest = (parameters: TokenParameters, tokenParams: 'headers' | 'form'): JsonRequest => ({
  operation: operationOf('requestToken'),
  group: groupOfEndpoint('requestToken'),
  isRefresh: parameters['grant_type'] === 'refresh_token',
  method: endpoints.requestToken.method,
  path: endpoints.requestToken.path,
  retry: endpoints.requestToken.retry,
  expects: 'json-or-refusal',
  token: null,
  // Assumption: R3.
  ...(tokenParams === 'headers'
    ? { credentials: parameters }
    : { body: { contentType: FORM_TYPE, content: new URLSearchParams(parameters).toString() } }),
});
