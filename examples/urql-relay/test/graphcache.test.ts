import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { expect, it } from 'vitest';
import { typesWithoutId } from '../../../scripts/generate/cache-types.ts';
import { schema } from '../../../src/gateway/schema/schema.ts';
import { startWorld } from '../../../test/support/world.ts';

const screen = /* GraphQL */ `
  query Watched {
    viewer {
      id
      name
      watchedListings(first: 2) {
        totalCount
        nodes {
          id
          title
          price {
            formatted
          }
          section {
            id
            label
          }
        }
      }
    }
  }
`;

/** Runs a screen with graphcache, and again from its cache alone. */
const runTwice = async (keys: Readonly<Record<string, () => null>>) => {
  await using world = await startWorld();
  const token = await world.signIn('seller');
  const warnings: string[] = [];
  const client = new Client({
    url: new URL('/graphql', world.url).href,
    preferGetMethod: false,
    fetchOptions: { headers: { authorization: `Bearer ${token}` } },
    exchanges: [
      cacheExchange({ keys, logger: (severity, message) => void (severity === 'debug' || warnings.push(message)) }),
      fetchExchange,
    ],
  });
  const first = await client.query(screen, {}).toPromise();
  const again = await client.query(screen, {}, { requestPolicy: 'cache-only' }).toPromise();
  return { first, again, warnings };
};

it('graphcache caches a screen without a warning, with the keys that docs/clients.md gives', async () => {
  const { first, again, warnings } = await runTwice(
    Object.fromEntries(typesWithoutId(schema).map((name) => [name, () => null])),
  );
  expect(first.error).toBeUndefined();
  expect(again.data).toEqual(first.data);
  expect(warnings).toEqual([]);
});

it('graphcache warns without them', async () => {
  expect((await runTwice({})).warnings).toContainEqual(expect.stringContaining('no key could be generated'));
});
