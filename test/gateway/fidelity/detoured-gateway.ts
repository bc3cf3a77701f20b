/** A gateway that reaches the embedded service by a detour. */
import type { EndpointName } from '../../../src/contract/endpoints.ts';
import { credentialsOf, liveApplication } from '../../support/accounts.ts';
import { type Detour, type DetourProxy, type PassingResponse, startDetour } from '../../support/detour.ts';
import { type GraphqlResponse, listAt, valueAt } from '../../support/graphql-client.ts';
import {
  captureLog,
  type GatewaySettings,
  type RunningGateway,
  startGatewayAt,
} from '../../support/running-gateway.ts';
import type { World } from '../../support/world.ts';
import { FORM_TYPE, formOf, operationParts } from '../uploads/photo-gateway.ts';
import type { Asked, RequestedConnection } from './asked.ts';
import { documentOf, type RequestedMutation } from './mutations.ts';

/** A gateway and the proxy that it takes for the service. */
export interface DetouredGateway extends RunningGateway {
  readonly proxy: DetourProxy;
  /** Asks for an account of the world. */
  ask(asked: Omit<Asked, 'name'>): Promise<GraphqlResponse>;
}

/** Starts a gateway in front of the service of a world; its own application is `demo-app` unless given. */
export const startDetouredGateway = async (
  world: World,
  detour: Detour,
  settings: GatewaySettings = {},
): Promise<DetouredGateway> => {
  const proxy = await startDetour(world.service.baseUrl, detour);
  const gateway = await startGatewayAt(
    proxy.baseUrl,
    { application: credentialsOf(liveApplication), ...settings },
    world.clock,
    captureLog(),
  );
  return {
    ...gateway,
    proxy,
    ask: async ({ text, variables = {}, account }) =>
      gateway.query(text, { variables, token: await world.signIn(account) }),
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await proxy[Symbol.asyncDispose]();
    },
  };
};

/** A service that responds so to one endpoint. */
export const respondingAt =
  (endpoint: EndpointName, response: PassingResponse): Detour =>
  async (request, forward) =>
    request.endpoint === endpoint ? response : forward(request);

/** How often an endpoint was asked. */
export const sentTo = ({ proxy }: DetouredGateway, endpoint: EndpointName): number =>
  proxy.requests.filter((request) => request.endpoint === endpoint).length;

/** What came of a mutation, and how often its endpoint was asked. */
export interface SentMutation {
  readonly answer: GraphqlResponse;
  readonly sent: number;
}

/** Sends a mutation of the seller, to which the service responds so. */
export const sendAnswered = async (
  world: World,
  mutation: RequestedMutation,
  response: PassingResponse,
): Promise<SentMutation> => {
  await using gateway = await startDetouredGateway(world, respondingAt(mutation.endpoint, response));
  const variables = { input: mutation.input };
  const answer = await gateway.ask({ text: documentOf(mutation), variables, account: 'seller' });
  return { answer, sent: sentTo(gateway, mutation.endpoint) };
};

/** Uploads a photo of a listing, and gives the body of the response. */
export const uploadPhoto = async (gateway: DetouredGateway, token: string, id: string, photo: Buffer) => {
  const response = await gateway.fetch('/graphql', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': FORM_TYPE, 'graphql-require-preflight': '1' },
    body: new Uint8Array(formOf(operationParts(photo, id))),
  });
  const body: unknown = await response.json();
  return body;
};

/** More pages than any connection has. */
const MAX_PAGES = 200;

/**
 * Reads a connection to its end.
 *
 * @throws Error when a page has errors, or there is no end
 */
export const readToEnd = async (
  gateway: DetouredGateway,
  { name, text, path, account }: RequestedConnection,
  size: number | null,
): Promise<readonly unknown[]> => {
  const nodes: unknown[] = [];
  let after: unknown = null;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const response = await gateway.ask({ text, variables: { size, after }, account });
    if (response.errors.length > 0) throw new Error(`${name}: ${response.text.slice(0, 500)}`);
    nodes.push(...listAt(response, `${path}.nodes`));
    if (valueAt(response, `${path}.pageInfo.hasNextPage`) !== true) return nodes;
    // An empty page may follow what was the last one; it has no end to go on from.
    after = valueAt(response, `${path}.pageInfo.endCursor`) ?? after;
  }
  throw new Error(`${name} has no end.`);
};
