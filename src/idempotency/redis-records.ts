/** Records in Redis, for all gateways that use the same server. Each step is one script over one key, so that a cluster does as well. */
import { z } from 'zod';
import { reasonOf } from '../cache/redis-client.ts';
import type { RedisConnection } from '../cache/redis-connection.ts';
import { type RunScript, scripted } from '../cache/redis-script.ts';
import { type RecordStore, RecordStoreError } from './record-store.ts';

/** Settings of the store. */
export interface RedisRecordsOptions {
  readonly connection: RedisConnection;
  /** Prefix of every key: it names the format of the records and their service. */
  readonly prefix: string;
  /** Milliseconds for which a record is kept after it was written last. */
  readonly keepMs: number;
  /** Milliseconds that a step may take. A second unless given. */
  readonly budgetMs?: number;
}

/**
 * Milliseconds that a step may take. A request waits for it, and yet it is far more than a cache gets: a write that is refused costs its
 * user more than a second, and a server that forks to save its data is back within one. With more, a server that hangs would hold every
 * write for that long.
 */
const BUDGET_MS = 1000;

const reply = z.union([z.literal('OK'), z.tuple([z.enum(['running', 'abandoned', 'done']), z.string()])]);

/** Creates the store. */
export const createRedisRecords = ({
  connection,
  prefix,
  keepMs,
  budgetMs = BUDGET_MS,
}: RedisRecordsOptions): RecordStore => {
  const run = async (script: RunScript, id: string, values: readonly string[]): Promise<unknown> => {
    try {
      return await connection.run(
        (client) => script(client, { keys: [prefix + id], arguments: [...values] }),
        budgetMs,
      );
    } catch (error) {
      throw new RecordStoreError(reasonOf(error));
    }
  };

  const keep = String(keepMs);

  return {
    claim: async ({ id, holder }, text, leaseMs) => {
      const found = reply.parse(await run(CLAIM, id, [holder, text, keep, String(leaseMs)]));
      return found === 'OK' ? null : { state: found[0], text: found[1] };
    },
    renew: async ({ id, holder }, text, leaseMs) => {
      await run(RENEW, id, [holder, text, keep, String(leaseMs)]);
    },
    finish: async ({ id, holder }, text) => {
      await run(FINISH, id, [holder, text, keep]);
    },
    release: async ({ id, holder }) => {
      await run(RELEASE, id, [holder]);
    },
  };
};

/**
 * Functions of the scripts. A record is `<holder> <end of its lease>\n<text>`, in milliseconds by the clock of the server; 0 when it is
 * finished.
 */
const FUNCTIONS = `local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
local function set(holder, text, keepMs, leaseMs)
  local leaseEnd = leaseMs and string.format('%.0f', now() + leaseMs) or '0'
  return redis.call('SET', KEYS[1], holder .. ' ' .. leaseEnd .. '\\n' .. text, 'PX', keepMs)
end
local function holderIs(holder)
  return redis.call('GETRANGE', KEYS[1], 0, #holder) == holder .. ' '
end
`;

/** What cannot be read counts as abandoned: to claim it might let a write be made twice. */
const CLAIM = scripted(`${FUNCTIONS}local found = redis.call('GET', KEYS[1])
if not found then return set(ARGV[1], ARGV[2], ARGV[3], ARGV[4]) end
local leaseEnd, from = string.match(found, '^%S+ (%d+)\\n()')
if not leaseEnd then return {'abandoned', ''} end
local text = string.sub(found, from)
if leaseEnd == '0' then return {'done', text} end
return {now() < tonumber(leaseEnd) and 'running' or 'abandoned', text}`);

const RENEW = scripted(`${FUNCTIONS}local lease = #ARGV[1] + 1
if holderIs(ARGV[1]) and redis.call('GETRANGE', KEYS[1], lease, lease) ~= '0' then
  return set(ARGV[1], ARGV[2], ARGV[3], ARGV[4])
end`);

/** One that is gone is written all the same: what it tells of has happened. */
const FINISH = scripted(`${FUNCTIONS}if redis.call('EXISTS', KEYS[1]) == 0 or holderIs(ARGV[1]) then
  return set(ARGV[1], ARGV[2], ARGV[3])
end`);

const RELEASE = scripted(`${FUNCTIONS}if holderIs(ARGV[1]) then return redis.call('DEL', KEYS[1]) end`);
