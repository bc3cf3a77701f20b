/** What is recorded of a write with an idempotency key, which only who has the key can read. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { Secret } from '../../rest/call/credentials.ts';
import { createSeal } from '../browser-sessions/seal.ts';

/** A record. */
export interface WriteRecord {
  /** What was asked for: a repeat has to ask for the same. */
  readonly fingerprint: string;
  /** Hash of the caller's token; null for a caller without one. */
  readonly tokenHash: string | null;
  /** The user whose token it is, as far as the service said so. */
  readonly userId: string | null;
  /** Fields of the mutation that were complete when the record was written last. */
  readonly fields: readonly string[];
  /** JSON of the response; null while there is none, and when there was no space to keep it. */
  readonly response: string | null;
}

/** The names are short: thousands of records are kept. */
const recordForm = z.object({
  f: z.string(),
  t: z.string().nullable(),
  u: z.string().nullable(),
  m: z.array(z.string()),
  r: z.string().nullable(),
});

/** Creates the codec of a key. The key opens the record, and a hash of it names the record: neither can be had from the other. */
export const recordCodecOf = (key: string) => {
  const seal = createSeal([new Secret(hash('sha256', `seal ${key}`, 'hex'))], 'idempotency records');
  return {
    /** Names the record, and does not tell the key. */
    id: hash('sha256', `record ${key}`, 'base64url'),
    seal: ({ fingerprint: f, tokenHash: t, userId: u, fields, response: r }: WriteRecord): Promise<string> =>
      seal.seal(JSON.stringify({ f, t, u, m: [...fields], r } satisfies z.infer<typeof recordForm>)),
    /** Opens a record; null when it is none of this version. */
    open: async (text: string): Promise<WriteRecord | null> => {
      const opened = await seal.open(text);
      const form = opened === null ? undefined : recordForm.safeParse(JSON.parse(opened)).data;
      if (form === undefined) return null;
      return { fingerprint: form.f, tokenHash: form.t, userId: form.u, fields: form.m, response: form.r };
    },
  };
};

/** Reading and writing the record of one key. */
export type RecordCodec = ReturnType<typeof recordCodecOf>;
