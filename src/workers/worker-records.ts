/** Records that the workers of one supervisor share, in its memory: they outlive the worker that made them. */
import { z } from 'zod';
import { type RecordStore, RecordStoreError } from '../idempotency/record-store.ts';

const claim = z.object({
  id: z.string(),
  holder: z.string(),
  owner: z.object({ name: z.string(), share: z.number() }).optional(),
});

/** What records are of: writes that may be sent again, or renewals of browser sessions. */
export const recordSubject = z.enum(['writes', 'renewals']);

/** Request of a worker. */
export const recordRequest = z.discriminatedUnion('action', [
  z.object({ action: z.literal('claim'), claim, text: z.string(), leaseMs: z.number() }),
  z.object({ action: z.literal('renew'), claim, text: z.string(), leaseMs: z.number() }),
  z.object({ action: z.literal('finish'), claim, text: z.string() }),
  z.object({ action: z.literal('release'), claim }),
]);

/** Reply to it: the record that is there already, and why the store cannot be used. */
export const recordReply = z.object({
  found: z.object({ state: z.enum(['running', 'abandoned', 'done']), text: z.string() }).nullable(),
  failure: z.string().nullable(),
});

type RecordRequest = z.infer<typeof recordRequest>;
type RecordReply = z.infer<typeof recordReply>;

/** Creates the side of the supervisor, which replies to requests of workers. */
export const createSharedRecords =
  (store: RecordStore) =>
  async (request: RecordRequest): Promise<RecordReply> => {
    try {
      return { found: await perform(store, request), failure: null };
    } catch (error) {
      if (error instanceof RecordStoreError) return { found: null, failure: error.reason };
      throw error;
    }
  };

/**
 * Creates the side of a worker.
 *
 * @param ask gives null when the supervisor does not reply in time
 */
export const createWorkerRecords = (ask: (request: RecordRequest) => Promise<RecordReply | null>): RecordStore => {
  const found = async (request: RecordRequest): Promise<RecordReply['found']> => {
    const reply = await ask(request);
    const failure = reply === null ? 'SUPERVISOR_SLOW' : reply.failure;
    if (failure !== null) throw new RecordStoreError(failure);
    return reply?.found ?? null;
  };
  return {
    claim: (claimed, text, leaseMs) => found({ action: 'claim', claim: claimed, text, leaseMs }),
    renew: async (claimed, text, leaseMs) => {
      await found({ action: 'renew', claim: claimed, text, leaseMs });
    },
    finish: async (claimed, text) => {
      await found({ action: 'finish', claim: claimed, text });
    },
    release: async (claimed) => {
      await found({ action: 'release', claim: claimed });
    },
  };
};

const perform = async (store: RecordStore, request: RecordRequest): Promise<RecordReply['found']> => {
  if (request.action === 'claim') return store.claim(request.claim, request.text, request.leaseMs);
  if (request.action === 'renew') await store.renew(request.claim, request.text, request.leaseMs);
  else if (request.action === 'finish') await store.finish(request.claim, request.text);
  else await store.release(request.claim);
  return null;
};
