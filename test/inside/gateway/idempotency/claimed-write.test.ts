import { describe, expect, it } from 'vitest';
import { createClaimedWrite } from '../../../../src/gateway/idempotency/claimed-write.ts';
import { createInsist } from '../../../../src/gateway/idempotency/insist.ts';
import { type WriteRecord, recordCodecOf } from '../../../../src/gateway/idempotency/write-record.ts';
import { createLog } from '../../../../src/log/logger.ts';
import { createMemoryRecords } from '../../../../src/records/memory-records.ts';
import { type RecordStore, RecordStoreError } from '../../../../src/records/record-store.ts';

const codec = recordCodecOf('2f1d6a38-7c5b-4a41-9d0e-5b1f3f0f7a11');
const claim = { id: codec.id, holder: 'worker' };
const first: WriteRecord = {
  fingerprint: 'create',
  tokenHash: 'token',
  userId: '11',
  fields: [],
  response: null,
};

/** A store that can fail, and says when a lease was renewed. */
const observed = (store: RecordStore) => {
  const waiting: { count: number; resolve: () => void }[] = [];
  const seen = { renewals: 0, isDown: false };
  return {
    seen,
    renewed: (count: number) => new Promise<void>((resolve) => waiting.push({ count, resolve })),
    store: {
      ...store,
      renew: async (...input: Parameters<RecordStore['renew']>) => {
        seen.renewals += 1;
        for (const { count, resolve } of waiting) if (seen.renewals >= count) resolve();
        if (seen.isDown) throw new RecordStoreError('ECONNREFUSED');
        await store.renew(...input);
      },
    } satisfies RecordStore,
  };
};

/** A write that is claimed in memory, with a clock that the test sets. */
const startClaimed = async ({ leaseMs = 5, endsInMs = 60_000 } = {}) => {
  const clock = { time: 0 };
  const kept = createMemoryRecords({ keepMs: 1e6, maxBytes: 1e6, now: () => clock.time });
  const { store, seen, renewed } = observed(kept);
  await store.claim(claim, await codec.seal(first), leaseMs);
  const outcomes: string[] = [];
  const write = createClaimedWrite({
    store,
    insist: createInsist(createLog('silent')),
    claim,
    leaseMs,
    endsAt: performance.now() + endsInMs,
    codec,
    record: first,
    onEnd: (outcome) => void outcomes.push(outcome),
  });
  const look = async () => {
    const found = await kept.claim({ ...claim, holder: 'other' }, '', 1);
    return found === null ? null : { state: found.state, record: await codec.open(found.text) };
  };
  return { write, outcomes, clock, look, seen, renewed };
};

describe('The lease of a claimed write', () => {
  it('is renewed while the write is under way, so that it is not abandoned, and then no more', async () => {
    const { write, clock, look, seen, renewed } = await startClaimed();
    for (let round = 1; round <= 3; round += 1) {
      clock.time += 6;
      await renewed(seen.renewals + 2);
      expect(await look()).toEqual({ state: 'running', record: first });
    }
    await write.recordField('create');
    write.recordChange();
    expect(await look()).toEqual({ state: 'running', record: { ...first, fields: ['create'] } });
    await write.end({ text: '{"data":{}}', isUnknown: false });
    const next = await startClaimed();
    // Those that were on their way come to their end before those of a later write.
    await next.renewed(5);
    const { renewals } = seen;
    await next.renewed(next.seen.renewals + 5);
    expect(seen.renewals).toBe(renewals);
    expect(await look()).toMatchObject({ state: 'done', record: { response: '{"data":{}}', userId: '11' } });
    await next.write.end({ text: '', isUnknown: false });
    expect(await next.look()).toBeNull();
  });

  it('is renewed again after the store was down', async () => {
    const { write, clock, look, seen, renewed } = await startClaimed();
    seen.isDown = true;
    clock.time += 6;
    await renewed(3);
    expect(await look()).toMatchObject({ state: 'abandoned' });
    seen.isDown = false;
    await renewed(seen.renewals + 2);
    expect(await look()).toMatchObject({ state: 'running' });
    await write.end({ text: '{"data":{}}', isUnknown: false });
  });

  it('is not renewed beyond the time in which the write has to be recorded', async () => {
    const ended = await startClaimed({ endsInMs: -1 });
    const { write, renewed } = await startClaimed();
    await renewed(5);
    expect(ended.seen.renewals).toBe(0);
    for (const each of [write, ended.write]) await each.end({ text: '', isUnknown: false });
  });

  it('ends with that time, whoever still works on it', async () => {
    const { write, outcomes } = await startClaimed({ endsInMs: -1 });
    await write.ended;
    await write.end({ text: '', isUnknown: false });
    expect(outcomes).toEqual(['unknown']);
  });
});
