/** A gateway that reaches the embedded service by a detour. */
import { credentialsOf, liveApplication } from '../../support/accounts.ts';
import { type Detour, type DetourProxy, startDetour } from '../../support/detour.ts';
import { type GraphqlResponse, listAt, valueAt } from '../../support/graphql-client.ts';
import {
  captureLog,
  type GatewaySettings,
  type RunningGateway,
  startGatewayAt,
} from '../../support/running-gateway.ts';
import type { World } from '../../support/world.ts';
import type { Asked, RequestedConnection } from './asked.ts';

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
