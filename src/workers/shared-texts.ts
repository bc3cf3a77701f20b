/** Texts that the workers of one supervisor share, in its memory: what gateways with Redis share there. */
import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { entryLimit } from '../cache/entry-limit.ts';
import type { SharedStore } from '../cache/shared-store.ts';

/** Lives in milliseconds. */
export interface SharedTextLives {
  readonly keepMs: number;
  /** A lock ends by itself after this, for a worker that died with it. */
  readonly lockMs: number;
}

/** Most texts, and most locks. */
const MOST = 10_000;

/** Request of a worker. */
export const textRequest = z.discriminatedUnion('action', [
  z.object({ action: z.literal('find'), key: z.string() }),
  z.object({ action: z.literal('put'), key: z.string(), text: z.string() }),
  z.object({ action: z.literal('lock'), key: z.string(), holder: z.string() }),
  z.object({ action: z.literal('release'), key: z.string(), holder: z.string() }),
]);

/** Reply to it: the text that is there, and whether the lock is the holder's. */
export const textReply = z.object({
  found: z.object({ text: z.string(), ageMs: z.number() }).nullable(),
  isLocked: z.boolean(),
});

type TextRequest = z.infer<typeof textRequest>;
type TextReply = z.infer<typeof textReply>;

/** Creates the side of the supervisor, which replies to requests of workers. */
export const createSharedTexts = (
  { keepMs, lockMs }: SharedTextLives,
  now: () => number,
): ((request: TextRequest) => TextReply) => {
  const perf = { now };
  const texts = new LRUCache<string, string>({ ...entryLimit(MOST), ttl: keepMs, perf });
  const locks = new LRUCache<string, string>({ ...entryLimit(MOST), ttl: lockMs, perf });
  return (request) => {
    const { action, key } = request;
    if (action === 'put') texts.set(key, request.text);
    if (action === 'lock' && !locks.has(key)) locks.set(key, request.holder);
    if (action === 'release' && locks.get(key) === request.holder) locks.delete(key);
    const text = action === 'find' ? texts.get(key) : undefined;
    return {
      found: text === undefined ? null : { text, ageMs: keepMs - texts.getRemainingTTL(key) },
      isLocked: action === 'lock' && locks.get(key) === request.holder,
    };
  };
};

/**
 * Creates the side of a worker.
 *
 * @param ask gives null when the supervisor does not reply in time, which is then as good as none
 */
export const createWorkerTexts = (ask: (request: TextRequest) => Promise<TextReply | null>): SharedStore => ({
  find: async (key) => (await ask({ action: 'find', key }))?.found ?? null,
  put: async (key, text) => {
    await ask({ action: 'put', key, text });
  },
  lock: async (key) => {
    const holder = randomUUID();
    const reply = await ask({ action: 'lock', key, holder });
    if (reply === null) return null;
    if (!reply.isLocked) return 'taken';
    return {
      release: async () => {
        await ask({ action: 'release', key, holder });
      },
    };
  },
});
