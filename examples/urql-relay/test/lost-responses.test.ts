import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LossyNetwork, startLossyNetwork } from '../../../test/clients/lossy-network.ts';
import { type World, startWorld } from '../../../test/support/world.ts';
import { createRelayFetch } from '../src/relay.ts';
import type { TokenStore } from '../src/renewing-fetch.ts';
import { createUrqlClient } from '../src/urql.ts';

const CREATE = /* GraphQL */ `
  mutation Create($input: CreateListingInput!) {
    createListing(input: $input) {
      listing {
        id
        title
      }
      userErrors {
        message
      }
    }
  }
`;

const title = 'City bicycle with basket';
const listing = {
  sectionId: '1',
  categoryId: '108',
  localityId: '558',
  title,
  description: 'Ridden on Sundays only.',
  price: 150,
  condition: 'USED',
  contactTelephone: '+356 2123 4567',
};
const variables = { input: { listing } };

const KEY = '4a6f3a0e-53a9-4b8e-9d5c-0f6f4f3f9a11';

let world: World;
let store: TokenStore;
beforeAll(async () => {
  world = await startWorld();
  store = { tokens: { accessToken: await world.signIn('seller'), refreshToken: null } };
});
afterAll(() => world[Symbol.asyncDispose]());

const endpointOf = ({ url }: LossyNetwork): string => new URL('/graphql', url).href;

/** Every client of the recipes as a function that creates a listing, with a key if one is given. */
const clients: readonly (readonly [string, (network: LossyNetwork, key?: string) => Promise<unknown>])[] = [
  [
    'urql',
    async (network, idempotencyKey) => {
      const client = createUrqlClient(endpointOf(network), store);
      const context = idempotencyKey === undefined ? {} : { idempotencyKey };
      return (await client.mutation(CREATE, variables, context).toPromise()).data;
    },
  ],
  [
    'the network layer for Relay',
    async (network, idempotencyKey) => {
      const send = createRelayFetch(endpointOf(network), store);
      const request = { name: 'Create', operationKind: 'mutation', text: CREATE, id: null };
      const config = idempotencyKey === undefined ? {} : { metadata: { idempotencyKey } };
      return (await send(request, variables, config)).data;
    },
  ],
];

it.each(clients)('%s sends a write again whose response was lost, and it is made once', async (_who, create) => {
  await using network = await startLossyNetwork(world.url);
  const served = await world.servedDuring(async () => {
    expect(await create(network)).toMatchObject({ createListing: { listing: { title }, userErrors: [] } });
  });
  expect(served.filter((operation) => operation === 'POST /v1/listings')).toHaveLength(1);
  const [first, second] = network.attempts;
  expect(network.attempts).toEqual([
    { key: first?.key, isReplayed: false },
    { key: first?.key, isReplayed: true },
  ]);
  expect(second?.key).toMatch(/^[\da-f-]{36}$/);
});

it.each(clients)('%s sends the key that a write brings, and a new one for the next', async (who, create) => {
  await using network = await startLossyNetwork(world.url);
  const key = `${KEY}-${who.length}`;
  await create(network, key);
  await create(network);
  const [first, second, next] = network.attempts;
  expect([first?.key, second?.key]).toEqual([key, key]);
  expect(next?.key).not.toBe(key);
});
