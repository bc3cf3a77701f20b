/** Protections of the records of writes that may be sent again. */
import type { Mutation } from './mutation.ts';

const memory = 'src/idempotency/memory-records.ts';
const redis = 'src/idempotency/redis-records.ts';
const worker = 'src/workers/worker-records.ts';
const stores = 'test/idempotency/record-stores.test.ts';
const memoryRecords = 'test/idempotency/memory-records.test.ts';
const redisRecords = 'test/idempotency/redis-records.test.ts';
const workerRecords = 'test/workers/worker-records.test.ts';

const oneClaim = 'Of all who claim a record, in whichever process, one has it.';
const lease = 'A record whose holder does not finish in time is abandoned: nobody waits for it, and nobody claims it.';
const ownRecord = 'A record is written by its holder alone.';
const finished = 'A record that is finished stays so.';
const ownRelease = 'A claim is released by its holder alone.';

/** Mutations of the stores: claims, leases, holders, and what happens when a store cannot be used. */
export const recordMutations: readonly Mutation[] = [
  {
    name: 'record-claimed-once',
    protection: oneClaim,
    change: 'records in memory that are not done are claimed again',
    file: memory,
    from: 'if (record !== undefined) return {',
    to: 'if (record?.leaseEndsAt === null) return {',
    tests: [stores],
  },
  {
    name: 'record-claimed-once-in-redis',
    protection: oneClaim,
    change: 'records in Redis that are not done are claimed again',
    file: redis,
    from: 'if not found then return set',
    to: "if not found or not string.find(found, ' 0\\\\n', 1, true) then return set",
    tests: [stores],
  },
  {
    name: 'record-lease',
    protection: lease,
    change: 'the time of a holder in memory is never up',
    file: memory,
    from: "return now() < leaseEndsAt ? 'running' : 'abandoned';",
    to: "return leaseEndsAt > 0 ? 'running' : 'abandoned';",
    tests: [stores],
  },
  {
    name: 'record-lease-in-redis',
    protection: lease,
    change: 'the time of a holder in Redis is never up',
    file: redis,
    from: "now() < tonumber(leaseEnd) and 'running'",
    to: "tonumber(leaseEnd) > 0 and 'running'",
    tests: [stores],
  },
  {
    name: 'record-of-another',
    protection: ownRecord,
    change: 'whoever writes a record in memory has it',
    file: memory,
    from: 'if (record === undefined || record.holder === holder) store(',
    to: 'if (record === undefined || record.holder !== null) store(',
    tests: [stores],
  },
  {
    name: 'record-of-another-in-redis',
    protection: ownRecord,
    change: 'whoever writes a record in Redis has it',
    file: redis,
    from: '== 0 or holderIs(ARGV[1]) then',
    to: '== 0 or ARGV[1] then',
    tests: [stores],
  },
  {
    name: 'renewed-over-response',
    protection: finished,
    change: 'a late renewal in memory writes over it',
    file: memory,
    from: 'record?.holder === holder && record.leaseEndsAt !== null',
    to: 'record?.holder === holder',
    tests: [stores],
  },
  {
    name: 'renewed-over-response-in-redis',
    protection: finished,
    change: 'a late renewal in Redis writes over it',
    file: redis,
    from: " and redis.call('GETRANGE', KEYS[1], lease, lease) ~= '0'",
    to: '',
    tests: [stores],
  },
  {
    name: 'renewed-when-gone',
    protection: 'A key that was released stays free.',
    change: 'a late renewal in Redis claims it again',
    file: redis,
    from: "if holderIs(ARGV[1]) and redis.call('GETRANGE'",
    to: "if redis.call('EXISTS', KEYS[1]) == 0 or holderIs(ARGV[1]) and redis.call('GETRANGE'",
    tests: [stores],
  },
  {
    name: 'release-by-anybody',
    protection: ownRelease,
    change: 'anybody releases a claim in memory',
    file: memory,
    from: 'if (records.get(id)?.holder === holder) remove(id);',
    to: 'if (holder !== null) remove(id);',
    tests: [stores],
  },
  {
    name: 'release-by-anybody-in-redis',
    protection: ownRelease,
    change: 'anybody releases a claim in Redis',
    file: redis,
    from: "if holderIs(ARGV[1]) then return redis.call('DEL'",
    to: "if ARGV[1] then return redis.call('DEL'",
    tests: [stores],
  },
  {
    name: 'record-gone',
    protection: 'What a write has done is recorded, also when its record is gone meanwhile.',
    change: 'only a record that is there is written',
    file: redis,
    from: "redis.call('EXISTS', KEYS[1]) == 0 or ",
    to: '',
    tests: [stores],
  },
  {
    name: 'record-without-end',
    protection: 'A record in Redis ends by itself.',
    change: 'it has no end',
    file: redis,
    from: ", 'PX', keepMs)",
    to: ')',
    tests: [redisRecords],
  },
  {
    name: 'unreadable-record',
    protection: 'A record that cannot be read lets no write be made twice.',
    change: 'it is claimed',
    file: redis,
    from: "if not leaseEnd then return {'abandoned', ''} end",
    to: 'if not leaseEnd then return set(ARGV[1], ARGV[2], ARGV[3], ARGV[4]) end',
    tests: [redisRecords],
  },
  {
    name: 'records-without-redis',
    protection: 'A Redis that fails is never as good as a claim.',
    change: 'its errors count as claims',
    file: redis,
    from: 'throw new RecordStoreError(reasonOf(error));',
    to: "if (reasonOf(error) !== '') return 'OK';",
    tests: [redisRecords],
  },
  {
    name: 'full-of-records',
    protection: 'Records in memory are bounded in bytes.',
    change: 'they are not',
    file: memory,
    from: 'bytes + added > maxBytes',
    to: 'bytes + added > Number.POSITIVE_INFINITY',
    tests: [memoryRecords],
  },
  {
    name: 'slow-supervisor',
    protection: 'A supervisor that does not reply is never as good as a claim.',
    change: 'no reply counts as a claim',
    file: worker,
    from: "reply === null ? 'SUPERVISOR_SLOW' : reply.failure",
    to: 'reply === null ? null : reply.failure',
    tests: [workerRecords],
  },
];
