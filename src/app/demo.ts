/** The demo account of the embedded service: its token, and what GraphiQL shows of it. */
import type { Config } from '../config/config.ts';
import { demoUsers, demoCredentials } from '../embedded/seed/demo-access.ts';
import type { GraphiqlDemo } from '../gateway/graphiql/page.ts';
import { type CachedToken, createCachedToken } from '../gateway/loaders/cached-token.ts';
import { type ClientCredentials, Secret } from '../upstream/call/credentials.ts';
import type { ServiceClient } from '../upstream/client.ts';
import { type GrantedToken, requestToken } from '../upstream/endpoints/tokens.ts';

/** Creates the token of the demo account, which is renewed when it is needed. */
export const createDemoToken = (service: ServiceClient, application: ClientCredentials): CachedToken =>
  createCachedToken(() => requestDemoToken(service, application), Date.now);

/** Demo data that GraphiQL shows to users who open it under a name of this machine. */
export const graphiqlDemo = (token: CachedToken, config: Config): GraphiqlDemo => ({
  hosts: hostsOf(config),
  users: demoUsers,
  password: demoCredentials.password,
  session: async () => {
    const accessToken = (await token.get()).reveal();
    const expiresAt = token.expiresAt();
    return {
      username: demoCredentials.username,
      accessToken,
      expiresInS: expiresAt === null ? null : Math.floor((expiresAt - Date.now()) / 1000),
    };
  },
});

const requestDemoToken = async (service: ServiceClient, client: ClientCredentials): Promise<GrantedToken> => {
  const { username, password } = demoCredentials;
  const result = await requestToken(service, { grant: 'password', client, username, password: new Secret(password) });
  if (result.kind === 'granted') return result.token;
  throw new Error('The embedded service refuses its demo account: is LISTINGS_CLIENT_ID one of its applications?');
};

/** Names under which users open the gateway that they have started. */
const hostsOf = ({ server, service }: Config): readonly string[] => [
  server.host,
  ...(service.kind === 'embedded' && service.publicOrigin !== null ? [service.publicOrigin.hostname] : []),
];
