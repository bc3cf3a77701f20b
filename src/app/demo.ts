/** The demo account of the embedded service: its token, and what GraphiQL shows of it. */
import type { Config } from '../config/config.ts';
import { demoUsers, demoCredentials } from '../embedded/demo/demo-access.ts';
import type { GraphiqlDemo } from '../gateway/graphiql/page.ts';
import { type ClientCredentials, Secret } from '../rest/call/credentials.ts';
import type { ServiceClient } from '../rest/client.ts';
import { requestToken } from '../rest/endpoints/tokens.ts';

/** Demo data that GraphiQL shows to users who open it under a name of this machine. */
export const graphiqlDemo = (config: Config): GraphiqlDemo => ({
  hosts: hostsOf(config),
  users: demoUsers,
  password: demoCredentials.password,
});

/** Requests a token of the demo account, to try things with. */
export const requestDemoToken = async (service: ServiceClient, client: ClientCredentials): Promise<string> => {
  const { username, password } = demoCredentials;
  const result = await requestToken(service, { grant: 'password', client, username, password: new Secret(password) });
  if (result.kind === 'granted') return result.token.Access_token.reveal();
  throw new Error('The embedded service refuses its demo account: is LISTINGS_CLIENT_ID one of its applications?');
};

/** Names under which users open the gateway that they have started. */
const hostsOf = ({ server, service }: Config): readonly string[] => [
  server.host,
  ...(service.kind === 'embedded' && service.publicOrigin !== null ? [service.publicOrigin.hostname] : []),
];
