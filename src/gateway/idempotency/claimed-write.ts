/** A write whose key is claimed, from its first call to the record of its response. */
import { isJsonObject } from '../../json/json-object.ts';
import { type RecordClaim, type RecordStore, ignoreStoreErrors } from '../../records/record-store.ts';
import { failureKinds } from '../../rest/call/failure-kinds.ts';
import { failureIn } from '../../rest/call/failure.ts';
import type { FinishedWrite, WriteClaim } from '../operation/write-claim.ts';
import type { Insist } from './insist.ts';
import { type RecordCodec, type WriteRecord } from './write-record.ts';

/** Largest response that is kept, in bytes of UTF-8. Those of mutations have a few thousand. */
const MAX_RESPONSE_BYTES = 262_144;

/** Renewals in the time of one lease: it holds while one of them succeeds. */
const RENEWALS_PER_LEASE = 5;

interface ClaimedWriteOptions {
  readonly store: RecordStore;
  readonly insist: Insist;
  readonly claim: RecordClaim;
  /** Milliseconds of a lease, which is renewed while the write is under way. */
  readonly leaseMs: number;
  /** When no lease is renewed any more, and no record written, in milliseconds by `performance.now`. */
  readonly endsAt: number;
  readonly codec: RecordCodec;
  readonly record: WriteRecord;
  /** Called when it has ended, with what became of it; unknown when its time was up before it had. */
  readonly onEnd: (outcome: 'recorded' | 'released' | 'unknown') => void;
}

/** Follows a claimed write. */
export const createClaimedWrite = (options: ClaimedWriteOptions): WriteClaim => {
  const { store, insist, claim, leaseMs, endsAt, codec, record, onEnd } = options;
  /** Calls that may have changed something; one that is under way may have. */
  let changes = 0;
  const fields: string[] = [];

  /** A lease that cannot be renewed says less after an interruption, and nothing wrong: the next renewal comes soon. */
  const renew = async (): Promise<void> => {
    const leftMs = Math.min(leaseMs, endsAt - performance.now());
    if (leftMs <= 0) return close('unknown');
    const text = await codec.seal({ ...record, fields });
    await store.renew(claim, text, leftMs).catch(ignoreStoreErrors);
  };
  const renewals = setInterval(() => void renew(), leaseMs / RENEWALS_PER_LEASE).unref();

  let isOver = false;
  let tellEnded = (): void => {};
  const ended = new Promise<void>((resolve) => {
    tellEnded = resolve;
  });
  const close: ClaimedWriteOptions['onEnd'] = (outcome) => {
    if (isOver) return;
    isOver = true;
    clearInterval(renewals);
    onEnd(outcome);
    tellEnded();
  };

  const recordResponse = async (response: string): Promise<void> => {
    const isKept = Buffer.byteLength(response) <= MAX_RESPONSE_BYTES;
    const done: WriteRecord = { ...record, fields };
    const withoutResponse = await codec.seal(done);
    const withResponse = isKept ? await codec.seal({ ...done, response }) : withoutResponse;
    await insist(() => store.finish(claim, withResponse, withoutResponse), endsAt);
  };

  const end = async ({ text, isUnknown }: FinishedWrite): Promise<void> => {
    // A refusal would fill the store at no cost to its sender.
    const isRecorded = isUnknown || changes > 0;
    try {
      if (isRecorded) await recordResponse(text);
      else await insist(() => store.release(claim), endsAt);
    } finally {
      close(isRecorded ? 'recorded' : 'released');
    }
  };
  let ending: Promise<void> | null = null;

  return {
    ended,
    follow: async (call) => {
      changes += 1;
      try {
        const result = await call;
        if (isRefused(result)) changes -= 1;
        return result;
      } catch (error) {
        if (changedNothing(error)) changes -= 1;
        throw error;
      }
    },
    recordField: async (key) => {
      fields.push(key);
      await renew();
    },
    recordChange: () => {
      changes += 1;
    },
    end: (write) => (ending ??= end(write)),
  };
};

/** Whether a failed call has certainly changed nothing: it was never sent, or the service refused it. */
const changedNothing = (error: unknown): boolean => {
  const failure = failureIn(error);
  return failure !== null && !failureKinds[failure.kind].mayHaveChanged;
};

/** Whether a result says in words of the service that nothing was saved. */
const isRefused = (result: unknown): boolean => isJsonObject(result) && result['kind'] === 'refused';
