/** Records in Redis, for all gateways that use the same server. Each step is one script over one key, so that a cluster does as well. */
import { z } from 'zod';
import { type RedisConnection, reasonOf } from '../redis/redis.ts';
import { type RecordClaim, type RecordStore, RecordStoreError } from './record-store.ts';

/** Settings of the store. */
export interface RedisRecordsOptions {
  readonly connection: RedisConnection;
  /** Prefix of every key: it names the format of the records and their service. */
  readonly prefix: string;
  /** Milliseconds for which a record is kept after it was written last. */
  readonly keepMs: number;
  /** Milliseconds that a step may take. A second unless given. */
  readonly budgetMs?: number;
  /** Most of the memory of the server, as a fraction, beyond which no record is claimed; three quarters unless given. */
  readonly share?: number;
}

/**
 * Milliseconds that a step may take. A request waits for it, and yet it is far more than a cache gets: a write that is refused costs its
 * user more than a second, and a server that forks to save its data is back within one. With more, a server that hangs would hold every
 * write for that long.
 */
const BUDGET_MS = 1000;

const reply = z.union([z.enum(['OK', 'FULL']), z.tuple([z.enum(['running', 'abandoned', 'done']), z.string()])]);

/** Creates the store. */
export const createRedisRecords = ({
  connection,
  prefix,
  keepMs,
  budgetMs = BUDGET_MS,
  share = 0.75,
}: RedisRecordsOptions): RecordStore => {
  const run = async (script: string, id: string, values: readonly string[]): Promise<unknown> => {
    try {
      return await connection.run(
        (client) => client.eval(script, { keys: [prefix + id], arguments: [...values] }),
        budgetMs,
      );
    } catch (error) {
      throw new RecordStoreError(reasonOf(error));
    }
  };

  const keep = String(keepMs);
  const most = String(share);

  /** Counts bytes of an owner; returns false, and counts nothing, when it had its share. */
  const count = async ({ owner }: RecordClaim, bytes: number): Promise<boolean> => {
    if (owner === undefined) return true;
    return (await run(COUNT, `owner:${owner.name}`, [String(bytes), keep, String(owner.times), most])) === 1;
  };

  const release = async ({ id, holder }: RecordClaim): Promise<boolean> => (await run(RELEASE, id, [holder])) === 1;

  return {
    claim: async (claim, text, leaseMs) => {
      const found = reply.parse(await run(CLAIM, claim.id, [claim.holder, text, keep, String(leaseMs), most]));
      if (found === 'FULL') throw new RecordStoreError('FULL');
      if (found !== 'OK') return { state: found[0], text: found[1] };
      if (await count(claim, CLAIMED_BYTES)) return null;
      await release(claim);
      throw new RecordStoreError('FULL_FOR_OWNER');
    },
    renew: async ({ id, holder }, text, leaseMs) => {
      await run(RENEW, id, [holder, text, keep, String(leaseMs)]);
    },
    finish: async (claim, text, shorter = text) => {
      // Counted before it is written: of many that are finished at one moment each would find space.
      const isWithin = await count(claim, text.length);
      let isWritten = false;
      try {
        const longest = isWithin ? text : shorter;
        isWritten = (await run(FINISH, claim.id, [claim.holder, longest, shorter, keep, most])) === 'OK';
      } finally {
        if (isWithin && !isWritten) await count(claim, -text.length).catch(() => {});
      }
    },
    release: async (claim) => {
      if (await release(claim)) await count(claim, -CLAIMED_BYTES);
    },
  };
};

/** Bytes that a claim counts as, apart from its response. */
const CLAIMED_BYTES = 700;

/**
 * Functions of the scripts. A record is `<holder> <end of its lease>\n<text>`, in milliseconds by the clock of the server; 0 when it is
 * finished. Of the memory of the server, where its size is known, writes leave a quarter to counts and renewals of sessions.
 */
const FUNCTIONS = `local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
local function set(holder, text, keepMs, leaseMs)
  local leaseEnd = leaseMs and string.format('%.0f', now() + leaseMs) or '0'
  return redis.pcall('SET', KEYS[1], holder .. ' ' .. leaseEnd .. '\\n' .. text, 'PX', keepMs)
end
local function memory()
  local info = redis.pcall('INFO', 'memory')
  if type(info) ~= 'string' then return 0, 0 end
  return tonumber(string.match(info, 'used_memory:(%d+)')) or 0, tonumber(string.match(info, 'maxmemory:(%d+)')) or 0
end
local function isFull(share)
  if share >= 1 then return false end
  local used, most = memory()
  return most > 0 and used > most * share
end
local function holderIs(holder)
  return redis.call('GETRANGE', KEYS[1], 0, #holder) == holder .. ' '
end
`;

/** What cannot be read counts as abandoned: to claim it might let a write be made twice. */
const CLAIM = `${FUNCTIONS}local found = redis.call('GET', KEYS[1])
if not found then
  if isFull(tonumber(ARGV[5])) then return 'FULL' end
  return set(ARGV[1], ARGV[2], ARGV[3], ARGV[4])
end
local leaseEnd, from = string.match(found, '^%S+ (%d+)\\n()')
if not leaseEnd then return {'abandoned', ''} end
local text = string.sub(found, from)
if leaseEnd == '0' then return {'done', text} end
return {now() < tonumber(leaseEnd) and 'running' or 'abandoned', text}`;

const RENEW = `${FUNCTIONS}local lease = #ARGV[1] + 1
if holderIs(ARGV[1]) and redis.call('GETRANGE', KEYS[1], lease, lease) ~= '0' then
  return set(ARGV[1], ARGV[2], ARGV[3], ARGV[4])
end`;

/** One that is gone is written all the same: what it tells of has happened. Without its response it is so small that it needs no space beyond the claim's. */
const FINISH = `${FUNCTIONS}if redis.call('EXISTS', KEYS[1]) == 0 or holderIs(ARGV[1]) then
  if #ARGV[2] <= redis.call('STRLEN', KEYS[1]) or not isFull(tonumber(ARGV[5])) then
    if set(ARGV[1], ARGV[2], ARGV[4]).ok then return 'OK' end
  end
  local written = set(ARGV[1], ARGV[3], ARGV[4])
  return written.ok and 'SHORTER' or written
end`;

const RELEASE = `${FUNCTIONS}if holderIs(ARGV[1]) then return redis.call('DEL', KEYS[1]) end`;

/**
 * Counts the bytes of an owner, which begin again after as long as records are kept: an owner has twice its share at most. Where the size of the
 * memory is not known, nothing tells what others have.
 */
const COUNT = `${FUNCTIONS}local held = tonumber(redis.call('GET', KEYS[1]) or '0')
local bytes, times = tonumber(ARGV[1]), tonumber(ARGV[3])
local used, most = memory()
local left = most == 0 and 67108864 - held or most * tonumber(ARGV[4]) - used
if bytes > 0 and held + bytes * (1 + times) > times * left then return 0 end
if held == 0 then redis.call('SET', KEYS[1], math.max(bytes, 0), 'PX', ARGV[2])
else redis.call('INCRBY', KEYS[1], bytes) end
return 1`;
