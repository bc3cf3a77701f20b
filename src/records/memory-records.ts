/** Records in the memory of one process, bounded in bytes. */
import { type RecordClaim, type RecordStore, RecordStoreError, type StoredRecord } from './record-store.ts';

/** Settings of the store. */
interface MemoryRecordsOptions {
  /** Milliseconds for which a record is kept after it was written last: the setting `IDEMPOTENCY_TTL_S`. */
  readonly keepMs: number;
  /** Most bytes of all records: the setting `IDEMPOTENCY_MEMORY_MB`. */
  readonly maxBytes: number;
  /** A clock in milliseconds that never goes back. */
  readonly now: () => number;
}

/** A record in memory. Times are by the clock of the store. */
interface MemoryRecord {
  readonly holder: string;
  /** Name of the owner; null for nobody. */
  readonly owner: string | null;
  readonly text: string;
  /** Null when it is done. */
  readonly leaseEndsAt: number | null;
  readonly expiresAt: number;
}

/** Bytes of a record beside its text. */
const OVERHEAD_BYTES = 700;

const sizeOf = (record: MemoryRecord | undefined): number =>
  record === undefined ? 0 : record.text.length + OVERHEAD_BYTES;

/** Creates the store. A full one takes no further record: to forget one before its time would let its write be made twice. */
export const createMemoryRecords = ({ keepMs, maxBytes, now }: MemoryRecordsOptions): RecordStore => {
  /** In the order in which they expire: all are kept for the same time. */
  const records = new Map<string, MemoryRecord>();
  const bytesByOwner = new Map<string, number>();
  let bytes = 0;

  const count = (record: MemoryRecord, sign: 1 | -1): void => {
    bytes += sign * sizeOf(record);
    if (record.owner === null) return;
    const held = (bytesByOwner.get(record.owner) ?? 0) + sign * sizeOf(record);
    if (held > 0) bytesByOwner.set(record.owner, held);
    else bytesByOwner.delete(record.owner);
  };

  const remove = (id: string): void => {
    const record = records.get(id);
    if (record !== undefined) count(record, -1);
    records.delete(id);
  };

  const removeExpired = (): void => {
    for (const [id, { expiresAt }] of records) {
      if (expiresAt > now()) return;
      remove(id);
    }
  };

  /** Bytes that an owner may still take, which leave so much less to all. */
  const leftOf = ({ owner }: RecordClaim): number =>
    owner === undefined
      ? Number.POSITIVE_INFINITY
      : (owner.times * (maxBytes - bytes) - (bytesByOwner.get(owner.name) ?? 0)) / (1 + owner.times);

  /** Bytes that a text takes beyond those of what stands there. */
  const added = (id: string, text: string): number => text.length + OVERHEAD_BYTES - sizeOf(records.get(id));

  const store = ({ id, holder, owner }: RecordClaim, text: string, leaseMs: number | null): void => {
    const time = now();
    const leaseEndsAt = leaseMs === null ? null : time + leaseMs;
    const record: MemoryRecord = { holder, owner: owner?.name ?? null, text, leaseEndsAt, expiresAt: time + keepMs };
    const more = added(id, text);
    if (more > 0 && bytes + more > maxBytes) throw new RecordStoreError('FULL');
    remove(id);
    records.set(id, record);
    count(record, 1);
  };

  const stateOf = ({ leaseEndsAt }: MemoryRecord): StoredRecord['state'] => {
    if (leaseEndsAt === null) return 'done';
    return now() < leaseEndsAt ? 'running' : 'abandoned';
  };

  return {
    claim: async (claim, text, leaseMs) => {
      removeExpired();
      const record = records.get(claim.id);
      if (record !== undefined) return { state: stateOf(record), text: record.text };
      if (leftOf(claim) <= 0) throw new RecordStoreError('FULL_FOR_OWNER');
      store(claim, text, leaseMs);
      return null;
    },
    renew: async (claim, text, leaseMs) => {
      removeExpired();
      const record = records.get(claim.id);
      if (record?.holder === claim.holder && record.leaseEndsAt !== null) store(claim, text, leaseMs);
    },
    finish: async (claim, text, shorter = text) => {
      removeExpired();
      const record = records.get(claim.id);
      if (record !== undefined && record.holder !== claim.holder) return;
      const hasSpace = added(claim.id, text) <= Math.min(leftOf(claim), maxBytes - bytes);
      store(claim, hasSpace ? text : shorter, null);
    },
    release: async ({ id, holder }) => {
      if (records.get(id)?.holder === holder) remove(id);
    },
  };
};
