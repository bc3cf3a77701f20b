import { describe, expect, it } from 'vitest';
import { createRedisCounts } from '../../../src/gateway/admission/redis-counts.ts';
import { MOST_KEYS } from '../../../src/gateway/admission/shared-counts.ts';
import { isFullRun } from '../../support/effort.ts';
import { isRedisSkipped, startRedisServer } from '../../support/redis/redis-server.ts';
import { connectTo, storeOn } from './redis-fixture.ts';

const limit = { name: 'sign_in_username_address', windowS: 60 } as const;
/** Lists as they are: many small ones, and one of half a megabyte. */
const lists = Array.from({ length: 40 }, (_, at) => ({
  key: `list ${at}`,
  text: 'x'.repeat(at === 0 ? 500_000 : 2_000),
}));
const HOUR_MS = 3_600_000;

/** A name as it is counted under: 43 characters of base64url. */
const nameOf = (at: number): string => `${String.fromCharCode(97 + (at % 26))}${String(at).padStart(42, '0')}`;

/** Counts so many names with one point each. */
const flood = async (counts: ReturnType<typeof createRedisCounts>, names: number): Promise<void> => {
  for (let from = 0; from < names; from += 1000) {
    const additions = Array.from({ length: 1000 }, (_, at) => ({ key: nameOf(from + at), points: 1 }));
    await counts.add(limit, additions);
  }
};

describe.runIf(isFullRun && !isRedisSkipped)('Lookup lists in a Redis with little memory', () => {
  const run = async (policy: string, megabytes: number, names: number) => {
    await using server = await startRedisServer(['--maxmemory', `${megabytes}mb`, '--maxmemory-policy', policy]);
    await using connection = await connectTo(server.url);
    await connection.changed(1);
    const store = storeOn(connection, { keepMs: 25 * HOUR_MS });
    for (const { key, text } of lists) await store.put(key, text, 0);
    await flood(createRedisCounts(connection), names);
    const evicted = await server.inspect((client) => client.info('stats'));
    const found = await Promise.all(lists.map(async ({ key, text }) => (await store.find(key))?.text === text));
    return {
      lost: found.filter((isThere) => !isThere).length,
      evicted: Number(/evicted_keys:(\d+)/.exec(evicted)?.[1]),
    };
  };

  it('are there after four hundred thousand counts, which make space for each other', { timeout: 60_000 }, async () => {
    const { lost, evicted } = await run('volatile-ttl', 32, 400_000);
    expect(evicted).toBeGreaterThan(100_000);
    expect(lost).toBe(0);
  });

  it(
    'are there with all the counts that gateways ever have there, whatever the policy',
    {
      timeout: 60_000,
    },
    async () => {
      // Seven limits, the names of this one being the longest.
      expect(await run('noeviction', 64, 7 * MOST_KEYS)).toEqual({ lost: 0, evicted: 0 });
    },
  );
});
