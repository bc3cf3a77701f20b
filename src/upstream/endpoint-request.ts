/** Requests to the endpoints of the contract, as the transport takes them. */
import { type Endpoint, type EndpointName, endpoints, operationOf } from '../contract/endpoints.ts';
import type { CallableName } from './call.ts';
import type { AccessToken } from './credentials.ts';
import { encodeBody } from './json.ts';
import { buildQuery, fillPath, type ParameterValues } from './path.ts';
import { groupOfEndpoint } from './route-group.ts';
import type { RequestHead, TransportRequest } from './transport.ts';

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

/** Makes what every request to an endpoint has. @throws TypeError when an input is of another type than declared */
export const headFor = (name: EndpointName, inputs: EndpointInputs, token: AccessToken): RequestHead => {
  const endpoint: Endpoint = endpoints[name];
  const query = buildQuery(Object.keys(endpoint.query), inputs.query ?? {});
  const { body } = endpoint;
  return {
    operation: operationOf(name),
    group: groupOfEndpoint(name),
    method: endpoint.method,
    path: fillPath(endpoint.path, inputs.path ?? {}) + query,
    retry: endpoint.retry,
    token,
    ...(body === null || body === 'photo'
      ? {}
      : { body: { contentType: JSON_TYPE, text: encodeBody(body, inputs.body) } }),
  };
};

/** Makes the request of a call. @throws TypeError when an input is of another type than declared */
export const requestFor = (name: CallableName, inputs: EndpointInputs, token: AccessToken): TransportRequest => ({
  ...headFor(name, inputs, token),
  answer: endpoints[name].response.kind === 'empty' ? 'ignored' : 'json',
});

/** Makes the request of a grant. */
export const grantRequest = (parameters: TokenParameters, tokenParams: 'headers' | 'form'): TransportRequest => ({
  operation: operationOf('requestToken'),
  group: groupOfEndpoint('requestToken'),
  method: endpoints.requestToken.method,
  path: endpoints.requestToken.path,
  retry: endpoints.requestToken.retry,
  answer: 'json-or-refusal',
  token: null,
  // Assumption: R3.
  ...(tokenParams === 'headers'
    ? { credentials: parameters }
    : { body: { contentType: FORM_TYPE, text: new URLSearchParams(parameters).toString() } }),
});
