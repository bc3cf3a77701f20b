/** Counts that several processes keep together: in Redis, where keys expire by themselves, or in their supervisor. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { RedisConnection } from '../../redis/redis.ts';
import type { RateLimitOptions, WindowTotal } from './rate-limit.ts';

/**
 * Adds under a key of a limit, in a window that is the same for all processes, and gives what it came to; -1 takes one back. Rejects within
 * a bounded time when that could not be done, or nobody knows whether it was.
 */
export type AddTogether = (
  limit: Pick<RateLimitOptions, 'name' | 'windowS'>,
  key: string,
  points: number,
) => Promise<WindowTotal>;

/** Counts of several processes. */
export interface SharedCounts {
  readonly add: AddTogether;
  /** Number of processes that count there, as far as is known; at least 1. */
  readonly countProcesses: () => number;
}

/** Counts with the first as long as that can count, else with the second. */
export const insured = (first: SharedCounts, second: SharedCounts): SharedCounts => ({
  add: (...addition) => first.add(...addition).catch(() => second.add(...addition)),
  countProcesses: () => Math.max(first.countProcesses(), second.countProcesses()),
});

/**
 * Adds to a key, never below zero, and gives its total and milliseconds left. What is there and is no count with an end within its window
 * begins again: it would be held against somebody for ever.
 */
const ADD = `local points, windowMs = tonumber(ARGV[1]), tonumber(ARGV[2])
local total = redis.pcall('INCRBY', KEYS[1], ARGV[1])
local leftMs = redis.call('PTTL', KEYS[1])
local isNew = type(total) ~= 'number' or leftMs < 0 or leftMs > windowMs
if isNew then total, leftMs = points, windowMs end
if isNew or total < 0 then
  total = math.max(0, total)
  redis.call('SET', KEYS[1], total, 'PX', leftMs)
end
return { total, leftMs }`;

/** Notes by the clock of the server that a process is there, and gives how many were within half a minute. */
const COUNT_PROCESSES = `local now = tonumber(redis.call('TIME')[1])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - 30)
redis.call('EXPIRE', KEYS[1], 60)
return redis.call('ZCARD', KEYS[1])`;

const COUNT_EVERY_MS = 10_000;
/** Milliseconds that a step may take that no request waits for. */
const PATIENCE_MS = 1000;
const PROCESSES_KEY = 'listings-gateway:probes';

const totals = z.tuple([z.number(), z.number()]);

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
    processes = z.number().parse(await redis.run((client) => client.eval(COUNT_PROCESSES, given), PATIENCE_MS));
  };

  return {
    add: async ({ name, windowS }, key, points) => {
      const keys = [`listings-gateway:limit:${name}:${key}`];
      const given = { keys, arguments: [String(points), String(windowS * 1000)] };
      const [total, leftMs] = totals.parse(await redis.run((client) => client.eval(ADD, given)));
      return { total, leftMs };
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
