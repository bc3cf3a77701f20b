import { readFileSync } from 'node:fs';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountPassword } from '../../../test/support/accounts.ts';
import { textAt } from '../../../test/support/graphql-client.ts';
import { type World, startWorld } from '../../../test/support/world.ts';
import { createRelayFetch } from '../src/relay.ts';
import { createRenewingFetch, type TokenStore, type Tokens } from '../src/renewing-fetch.ts';
import { createUrqlClient } from '../src/urql.ts';

const screen = readFileSync(new URL('../../../test/screens/home.graphql', import.meta.url), 'utf8');

const SIGN_IN = /* GraphQL */ `
  mutation ($username: String!, $password: String!) {
    signIn(input: { username: $username, password: $password }) {
      session {
        accessToken
        refreshToken
      }
    }
  }
`;

/** What the screen has to show for anybody to say that it came. */
const shown = { viewer: { name: 'Marija Cassar', watchedListings: { nodes: { length: 4 } } } };

const TOKEN_ENDPOINT = 'POST /v1/token';

describe('A screen of an app, sent by', () => {
  let world: World;
  let endpoint: string;
  let store: TokenStore;
  let renewals: number;
  beforeAll(async () => {
    world = await startWorld();
    endpoint = new URL('/graphql', world.url).href;
  });
  beforeEach(async () => {
    const answer = await world.query(SIGN_IN, { variables: { username: 'seller', password: accountPassword } });
    let tokens: Tokens | null = {
      accessToken: textAt(answer, 'signIn.session.accessToken'),
      refreshToken: textAt(answer, 'signIn.session.refreshToken'),
    };
    renewals = 0;
    store = {
      get tokens() {
        return tokens;
      },
      set tokens(renewed) {
        tokens = renewed;
        renewals += 1;
      },
    };
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** Every client of the recipes as a function that runs the screen. */
  const clients: readonly (readonly [string, () => () => Promise<unknown>])[] = [
    [
      'urql',
      () => {
        const client = createUrqlClient(endpoint, store);
        return async () => (await client.query(screen, {}, { requestPolicy: 'network-only' }).toPromise()).data;
      },
    ],
    [
      'Apollo Client',
      () => {
        const link = new HttpLink({ uri: endpoint, fetch: createRenewingFetch(endpoint, store) });
        const client = new ApolloClient({ cache: new InMemoryCache(), link });
        return async () => (await client.query({ query: gql(screen), fetchPolicy: 'network-only' })).data;
      },
    ],
    [
      'the network layer for Relay',
      () => {
        const send = createRelayFetch(endpoint, store);
        return async () => (await send({ name: 'Home', operationKind: 'query', text: screen, id: null }, {})).data;
      },
    ],
  ];

  it.each(clients)(
    '%s comes, and comes again with a new session when the old one has expired',
    async (_who, create) => {
      const run = create();
      expect(await run()).toMatchObject(shown);
      world.clock.advance(3_600_001);
      for (const data of await Promise.all([run(), run()])) expect(data).toMatchObject(shown);
      expect(renewals).toBe(1);
    },
  );

  it.each(clients)(
    '%s does not come when the session cannot be renewed, and nothing is asked for twice',
    async (_who, create) => {
      store.tokens = { accessToken: 'not-a-token', refreshToken: 'not-a-token' };
      const served = await world.servedDuring(async () => {
        await create()().catch(() => undefined);
      });
      expect(served.filter((operation) => operation === TOKEN_ENDPOINT)).toHaveLength(1);
      expect(served.filter((operation) => operation === 'GET /v1/user/details')).toHaveLength(1);
      expect(store.tokens).toBeNull();
    },
  );
});
