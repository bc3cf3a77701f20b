/** Stores of records, each where it is kept in production: in memory, in a Redis server or a Redis Cluster. */
import { createMemoryRecords } from '../../../src/records/memory-records.ts';
import type { RecordStore } from '../../../src/records/record-store.ts';
import { createRedisRecords, type RedisRecordsOptions } from '../../../src/records/redis-records.ts';
import { startRedisServer } from '../../support/redis/redis-server.ts';
import { startRedisCluster } from '../../support/redis/redis-topologies.ts';
import { connectTo, PATIENT_MS } from '../redis/redis-fixture.ts';

/** Time for which records are kept unless a test says otherwise, in milliseconds. */
export const KEEP_MS = 3_600_000;

/** A place for records, with as many ways to them as a test wants. */
export interface Place extends AsyncDisposable {
  /** Opens the records as one process has them; all of a place have the same. */
  open(keepMs?: number): Promise<RecordStore>;
  /** Lets time pass by the clock of the store. */
  pass(milliseconds: number): Promise<void>;
}

/** Creates records in memory, with a clock that the test sets. */
export const createMemory = ({ keepMs = KEEP_MS, maxBytes = 100_000_000 } = {}) => {
  const clock = { time: 1000 };
  return { store: createMemoryRecords({ keepMs, maxBytes, now: () => clock.time }), clock };
};

/** Records in the memory of this process. */
export const openMemory = async (keepMs?: number): Promise<Place> => {
  const { store, clock } = createMemory({ keepMs });
  return {
    open: async () => store,
    pass: async (milliseconds) => {
      clock.time += milliseconds;
    },
    [Symbol.asyncDispose]: async () => {},
  };
};

/** Opens records over a connection of their own. */
export const openRecords = async (url: string, options: Partial<RedisRecordsOptions> = {}) => {
  const connection = await connectTo(url);
  await connection.changed(1);
  return {
    connection,
    store: createRedisRecords({ connection, prefix: 'test:', keepMs: KEEP_MS, budgetMs: PATIENT_MS, ...options }),
  };
};

/** Records in Redis, each process with a connection of its own. */
const openRedis = (server: { readonly url: string } & AsyncDisposable, keepMs?: number): Place => {
  const opened: AsyncDisposable[] = [server];
  return {
    open: async () => {
      const { connection, store } = await openRecords(server.url, { keepMs: keepMs ?? KEEP_MS });
      opened.push(connection);
      return store;
    },
    // The machine of a test has one clock.
    pass: async (milliseconds) => {
      const end = Date.now() + milliseconds;
      while (Date.now() <= end) {
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      }
    },
    [Symbol.asyncDispose]: async () => {
      for (const each of opened.toReversed()) await each[Symbol.asyncDispose]();
    },
  };
};

/** Records in a Redis server. */
export const openServer = async (keepMs?: number): Promise<Place> => openRedis(await startRedisServer(), keepMs);

/** Records in a Redis Cluster of three nodes. */
export const openCluster = async (keepMs?: number): Promise<Place> => openRedis(await startRedisCluster(), keepMs);
