import { describe, expect, it } from 'vitest';
import { createWorkerRecords } from '../../../src/workers/worker-records.ts';
import { createMemory, createWorker } from '../idempotency/record-store-fixture.ts';

const claim = { id: 'a', holder: 'first' };
const slow = { name: 'RecordStoreError', reason: 'SUPERVISOR_SLOW' };

describe('Records of a worker', () => {
  it('are refused with the reason of the supervisor', async () => {
    const records = createWorker(createMemory({ maxBytes: 1000 }).store);
    const full = { name: 'RecordStoreError', reason: 'FULL' };
    await expect(records.claim(claim, 'x'.repeat(1000), 1000)).rejects.toMatchObject(full);
    await expect(records.finish(claim, 'x'.repeat(1000))).rejects.toMatchObject(full);
  });

  it('cannot be used while the supervisor does not reply', async () => {
    const records = createWorkerRecords(async () => null);
    await expect(records.claim(claim, 'begun', 1000)).rejects.toMatchObject(slow);
    await expect(records.finish(claim, 'done')).rejects.toMatchObject(slow);
    await expect(records.release(claim)).rejects.toMatchObject(slow);
  });
});
