/** Messages between a supervisor and its workers. Both are the same program of the same version. */
import { z } from 'zod';

const snapshot = z.array(z.record(z.string(), z.unknown()));

/** The embedded service, which the supervisor runs for all. */
const embedded = z.object({ baseUrl: z.url(), origin: z.url() });

/** What is added to the count of a rate limit, under a key that says nothing. */
const addition = { name: z.string(), windowS: z.number(), key: z.string(), points: z.number() };
const total = z.object({ total: z.number(), leftMs: z.number() });

const orders = z.discriminatedUnion('kind', [
  /** Serve; `isReplacement` says that another serves, which goes on unless this one is as good. */
  z.object({
    kind: z.literal('begin'),
    embedded: embedded.nullable(),
    rateLimitSecret: z.instanceof(Uint8Array),
    isReplacement: z.boolean(),
  }),
  /** Stop without losing a response, and end; `isReplaced` says that others go on, so that clients need not reconnect elsewhere. */
  z.object({ kind: z.literal('stop'), isReplaced: z.boolean() }),
  /** Report your metrics. */
  z.object({ kind: z.literal('measure') }),
  /** The metrics of all, which you have asked for. */
  z.object({ kind: z.literal('measured'), id: z.number(), snapshots: z.array(snapshot) }),
  /** What the count came to that you have reported. */
  z.object({ kind: z.literal('counted'), id: z.number(), total }),
]);

const reports = z.discriminatedUnion('kind', [
  /** Listens for orders from now on. */
  z.object({ kind: z.literal('here') }),
  /** Serves, there; with a token of the demo account where there is one. */
  z.object({ kind: z.literal('ready'), url: z.url(), graphiql: z.boolean(), demoToken: z.string().nullable() }),
  /** Cannot serve; `advice` says what users have to set, null when that is not known. */
  z.object({ kind: z.literal('failed'), reason: z.string(), advice: z.string().nullable() }),
  /** Asks for the metrics of all. */
  z.object({ kind: z.literal('measure all'), id: z.number() }),
  /** Counts together with the others. */
  z.object({ kind: z.literal('count'), id: z.number(), ...addition }),
  /** Its event loop turns; whether a debugger may stop that. */
  z.object({ kind: z.literal('alive'), debugged: z.boolean() }),
  /** Its metrics: as it was asked, and once more before it leaves. */
  z.object({ kind: z.literal('own metrics'), snapshot }),
]);

/** Message of a supervisor. */
export type Order = z.infer<typeof orders>;

/** Message of a worker. */
export type Report = z.infer<typeof reports>;

/** Reads what a worker got; null when it is of somebody else. */
export const readOrder = (message: unknown): Order | null => orders.safeParse(message).data ?? null;

/** Reads what a supervisor got; null likewise. */
export const readReport = (message: unknown): Report | null => reports.safeParse(message).data ?? null;
