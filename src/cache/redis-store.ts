/** The shared store in Redis. Others may write to the server too: entries of another form count as absent. */
import { randomUUID } from 'node:crypto';
import type { RedisConnection } from './redis-connection.ts';
import type { SharedStore } from './shared-store.ts';

/** Settings of the store. Times are in milliseconds. */
export interface RedisStoreOptions {
  readonly connection: RedisConnection;
  /** Prefix of every key: it names the format of the texts and their service. */
  readonly prefix: string;
  /** Time for which texts are kept, from when they were read from the service. */
  readonly keepMs: number;
  /** Size of the largest text that is kept, in bytes. 2 MiB unless given. */
  readonly maxBytes?: number;
  /** Time after which a lock ends by itself, for a process that ended while it had one. 3 s unless given. */
  readonly lockMs?: number;
}

/** Releases a lock unless it has expired and another process holds it. */
const RELEASE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end";

/** Space for the line before the text, which says how long the text was to be kept. */
const HEAD_BYTES = 20;
const ENTRY = /^(\d{1,15})\n([^]*)$/;

/** Creates the store. */
export const createRedisStore = ({
  connection,
  prefix,
  keepMs,
  maxBytes = 2 * 1024 * 1024,
  lockMs = 3000,
}: RedisStoreOptions): SharedStore => {
  const attempt = async <Result>(step: Parameters<typeof connection.run<Result>>[0]): Promise<Result | undefined> => {
    try {
      return await connection.run(step);
    } catch {
      // The connection reports its own failures; a key that holds something else is one that holds nothing.
      return undefined;
    }
  };

  return {
    find: async (key) => {
      const name = prefix + key;
      const replies = await attempt((client) =>
        // The age first: should another text come between, it counts as older than it is, never as younger.
        Promise.all([client.pTTL(name), client.getRange(name, 0, maxBytes + HEAD_BYTES)]),
      );
      if (replies === undefined) return null;
      const [leftMs, entry] = replies;
      const [, keptMs, text] = ENTRY.exec(entry ?? '') ?? [];
      // A text without an end would be served for ever.
      if (keptMs === undefined || text === undefined || leftMs < 0) return null;
      return { text, ageMs: Math.max(0, Number(keptMs) - leftMs) };
    },
    put: async (key, text, ageMs) => {
      const leftMs = Math.floor(keepMs - ageMs);
      if (leftMs < 1 || Buffer.byteLength(text) > maxBytes) return;
      const expiration = { type: 'PX', value: leftMs } as const;
      await attempt((client) => client.set(prefix + key, `${keepMs}\n${text}`, { expiration }));
    },
    lock: async (key) => {
      const name = `${prefix}${key}:lock`;
      const holder = randomUUID();
      const expiration = { type: 'PX', value: lockMs } as const;
      const reply = await attempt((client) => client.set(name, holder, { condition: 'NX', expiration }));
      if (reply === undefined) return null;
      if (reply === null) return 'taken';
      return {
        release: async () => {
          await attempt((client) => client.eval(RELEASE, { keys: [name], arguments: [holder] }));
        },
      };
    },
  };
};
