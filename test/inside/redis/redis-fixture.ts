import type { RecordStore } from '../../../src/records/record-store.ts';
import { createRedisRecords } from '../../../src/records/redis-records.ts';
/** Connections to a Redis server, with every change of their state. */
import { connectRedis, type RedisConnection, type RedisState } from '../../../src/redis/redis.ts';

/** Enough for a healthy server on a busy machine. */
export const PATIENT_MS = 10_000;

/** A connection whose changes can be waited for. */
export interface WatchedConnection extends RedisConnection {
  /** Whether it could be used when that changed last. */
  readonly isUsable: boolean;
  /** Every change so far. */
  readonly states: readonly RedisState[];
  /** Resolves as soon as there have been so many changes. */
  changed(count: number): Promise<RedisState | undefined>;
}

/** Connects to a server; patient unless a budget is given. */
export const connectTo = async (url: string, budgetMs: number = PATIENT_MS): Promise<WatchedConnection> => {
  const states: RedisState[] = [];
  const waiting = new Set<() => void>();
  const connection = await connectRedis({
    url,
    budgetMs,
    pauseMs: 20,
    onState: (state) => {
      states.push(state);
      for (const check of waiting) check();
    },
  });
  return {
    get isUsable() {
      return states.at(-1)?.usable === true;
    },
    run: (step, stepMs) => connection.run(step, stepMs),
    states,
    changed: (count) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (states.length < count) return;
          waiting.delete(check);
          resolve(states[count - 1]);
        };
        waiting.add(check);
        check();
      }),
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
};

/** Creates records that are kept for an hour. */
export const recordsOn = (connection: RedisConnection): RecordStore =>
  createRedisRecords({ connection, prefix: 'test:', keepMs: 3_600_000, budgetMs: PATIENT_MS });
