import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { afterAll, expect, it } from 'vitest';
import { type LossyNetwork, startLossyNetwork } from '../../../test/clients/lossy-network.ts';
import { startWorld } from '../../../test/support/world.ts';
import { createIdempotentLink } from '../src/idempotent-writes.ts';

const WATCH = gql`
  mutation Watch($id: ID!) {
    watchListing(input: { id: $id }) {
      listing {
        viewerIsWatching
      }
      userErrors {
        message
      }
    }
  }
`;

const world = await startWorld();
const authorization = `Bearer ${await world.signIn('seller')}`;
afterAll(() => world[Symbol.asyncDispose]());

const clientOf = ({ url }: LossyNetwork): ApolloClient =>
  new ApolloClient({
    cache: new InMemoryCache(),
    link: ApolloLink.from([
      createIdempotentLink(),
      new HttpLink({ uri: new URL('/graphql', url).href, headers: { authorization } }),
    ]),
  });

it('Apollo Client sends a write again whose response was lost, and it is made once', async () => {
  await using network = await startLossyNetwork(world.url);
  const served = await world.servedDuring(async () => {
    const { data } = await clientOf(network).mutate({ mutation: WATCH, variables: { id: 'Listing:1514' } });
    expect(data).toMatchObject({ watchListing: { listing: { viewerIsWatching: true }, userErrors: [] } });
  });
  expect(served.filter((operation) => operation.startsWith('POST /v1/') && !operation.includes('token'))).toHaveLength(
    1,
  );
  const [first] = network.attempts;
  expect(first?.key).toMatch(/^[\da-f-]{36}$/);
  expect(network.attempts).toEqual([
    { key: first?.key, isReplayed: false },
    { key: first?.key, isReplayed: true },
  ]);
});

it('Apollo Client sends the key that a write brings, and a new one for the next', async () => {
  await using network = await startLossyNetwork(world.url);
  const client = clientOf(network);
  const idempotencyKey = '4a6f3a0e-53a9-4b8e-9d5c-0f6f4f3f9a11';
  await client.mutate({ mutation: WATCH, variables: { id: 'Listing:1514' }, context: { idempotencyKey } });
  await client.mutate({ mutation: WATCH, variables: { id: 'Listing:1514' } });
  const [first, second, next] = network.attempts;
  expect([first?.key, second?.key]).toEqual([idempotencyKey, idempotencyKey]);
  expect(next?.key).not.toBe(idempotencyKey);
});
