/** Counts in Redis, for all processes that use the same server. Keys expire by themselves. */
import { hash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { RedisClient, RedisConnection } from '../cache/redis-connection.ts';
import type { SharedCounts } from './shared-counts.ts';

/** Adds to each key, which begins its window where there is none, and gives total and milliseconds left of each in turn. */
const ADD = `local answers = {}
for at, key in ipairs(KEYS) do
  redis.call('SET', key, 0, 'PX', ARGV[1], 'NX')
  answers[2 * at - 1] = redis.call('INCRBY', key, ARGV[at + 1])
  answers[2 * at] = redis.call('PTTL', key)
end
return answers`;

/** Notes by the clock of the server that a process is there, and gives how many were within half a minute. */
const COUNT_PROCESSES = `local now = tonumber(redis.call('TIME')[1])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - 30)
redis.call('EXPIRE', KEYS[1], 60)
return redis.call('ZCARD', KEYS[1])`;

/** How often processes are counted, in milliseconds. */
const COUNT_EVERY_MS = 10_000;
/** What a step may take that no request waits for, in milliseconds. */
const PATIENCE_MS = 1000;
const PROCESSES_KEY = 'listings-gateway:probes';

const totals = z.array(z.number());

/** What a script is run with. */
interface Given {
  readonly keys: string[];
  readonly arguments: string[];
}

/** Makes a step of a script, whose text the server is told only when it does not know it. */
const scripted = (text: string) => {
  const name = hash('sha1', text);
  return async (client: RedisClient, given: Given): Promise<unknown> => {
    try {
      return await client.evalSha(name, given);
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('NOSCRIPT')) return client.eval(text, given);
      throw error;
    }
  };
};

const add = scripted(ADD);
const countProcesses = scripted(COUNT_PROCESSES);

/**
 * Creates the counts.
 *
 * @param now milliseconds on a clock that never goes back
 */
export const createRedisCounts = (
  redis: RedisConnection,
  now: () => number = () => performance.now(),
): SharedCounts => {
  const process = randomUUID();
  let processes = 1;
  let countedAt = Number.NEGATIVE_INFINITY;

  const countAnew = async (): Promise<void> => {
    const given = { keys: [PROCESSES_KEY], arguments: [process] };
    processes = z.number().parse(await redis.run((client) => countProcesses(client, given), PATIENCE_MS));
  };

  return {
    add: async ({ name, windowS, isExact }, additions) => {
      const given = {
        keys: additions.map(({ key }) => `listings-gateway:limit:${name}:${key}`),
        arguments: [windowS * 1000, ...additions.map(({ points }) => points)].map(String),
      };
      const budgetMs = isExact === true ? undefined : PATIENCE_MS;
      const answers = totals.parse(await redis.run((client) => add(client, given), budgetMs));
      return additions.map((_addition, at) => ({ total: answers[2 * at] ?? 0, leftMs: answers[2 * at + 1] ?? 0 }));
    },
    countProcesses: () => {
      const time = now();
      if (time - countedAt >= COUNT_EVERY_MS) {
        countedAt = time;
        // What was counted last is near enough; the connection tells of its own trouble.
        countAnew().catch(() => {});
      }
      return processes;
    },
  };
};
