/** Counts in Redis, for all processes that use the same server. Keys expire by themselves. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { RedisClient } from '../../cache/redis-client.ts';
import type { RedisConnection } from '../../cache/redis-connection.ts';
import { scripted } from '../../cache/redis-script.ts';
import type { RateLimitName, WindowTotal } from './rate-limit.ts';
import type { Addition, SharedCounts } from './shared-counts.ts';

/**
 * Adds to each key, never below zero, and gives total and milliseconds left of each in turn. What is there and is no count with an end within its window
 * begins again: it would be held against somebody for ever.
 */
const ADD = `local windowMs = tonumber(ARGV[1])
local answers = {}
for at, key in ipairs(KEYS) do
  local total = redis.pcall('INCRBY', key, ARGV[at + 1])
  local leftMs = redis.call('PTTL', key)
  local isNew = type(total) ~= 'number' or leftMs < 0 or leftMs > windowMs
  if isNew then total, leftMs = tonumber(ARGV[at + 1]), windowMs end
  if isNew or total < 0 then
    total = math.max(0, total)
    redis.call('SET', key, total, 'PX', leftMs)
  end
  answers[2 * at - 1], answers[2 * at] = total, leftMs
end
return answers`;

/** Notes by the clock of the server that a process is there, and gives how many were within half a minute. */
const COUNT_PROCESSES = `local now = tonumber(redis.call('TIME')[1])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - 30)
redis.call('EXPIRE', KEYS[1], 60)
return redis.call('ZCARD', KEYS[1])`;

/** Interval at which processes are counted, in milliseconds. */
const COUNT_EVERY_MS = 10_000;
/** Milliseconds that a step may take that no request waits for. */
const PATIENCE_MS = 1000;
const PROCESSES_KEY = 'listings-gateway:probes';

const numbers = z.array(z.number());

/** Part of a key that decides its slot: few enough that a batch is few commands, enough for the nodes of any cluster. */
const slotTag = (key: string): string => key.slice(0, 1);

/** Groups what is to be added by the slot of its key: in a cluster a script takes the keys of one slot. */
const bySlot = <Item extends { readonly key: string }>(items: readonly Item[]): Item[][] => {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(slotTag(item.key));
    if (group === undefined) groups.set(slotTag(item.key), [item]);
    else group.push(item);
  }
  return [...groups.values()];
};

const add = scripted(ADD);
const countProcesses = scripted(COUNT_PROCESSES);

/** Adds with one command and returns the new count of each key. */
const addGroup = async (
  client: RedisClient,
  limit: RateLimitName,
  windowS: number,
  additions: readonly Addition[],
): Promise<(readonly [string, WindowTotal])[]> => {
  const keys = additions.map(({ key }) => `listings-gateway:limit:${limit}:{${slotTag(key)}}${key.slice(1)}`);
  const points = additions.map((addition) => String(addition.points));
  const replies = numbers.parse(await add(client, { keys, arguments: [String(windowS * 1000), ...points] }));
  return additions.map(({ key }, at) => [key, { total: replies[2 * at] ?? 0, leftMs: replies[2 * at + 1] ?? 0 }]);
};

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

  const resetCount = async (): Promise<void> => {
    const given = { keys: [PROCESSES_KEY], arguments: [process] };
    processes = z.number().parse(await redis.run((client) => countProcesses(client, given), PATIENCE_MS));
  };

  return {
    add: async ({ name, windowS, isExact }, additions) => {
      const budgetMs = isExact === true ? undefined : PATIENCE_MS;
      const totals = await redis.run((client, isCluster) => {
        const groups = isCluster ? bySlot(additions) : [additions];
        return Promise.all(groups.map((group) => addGroup(client, name, windowS, group)));
      }, budgetMs);
      const totalOf = new Map(totals.flat());
      return additions.map(({ key }) => totalOf.get(key) ?? { total: 0, leftMs: 0 });
    },
    countProcesses: () => {
      const time = now();
      if (time - countedAt >= COUNT_EVERY_MS) {
        countedAt = time;
        // What was counted last is near enough; the connection reports its own trouble.
        resetCount().catch(() => {});
      }
      return processes;
    },
  };
};
