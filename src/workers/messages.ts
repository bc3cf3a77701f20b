/** What a supervisor and its workers say to each other. Both are the same program of the same version. */
import { z } from 'zod';

const snapshot = z.array(z.record(z.string(), z.unknown()));

/** The embedded service, which the supervisor runs for all. */
const embedded = z.object({ baseUrl: z.url(), origin: z.url() });

const orders = z.discriminatedUnion('kind', [
  /** Serve. */
  z.object({ kind: z.literal('begin'), embedded: embedded.nullable(), rateLimitSecret: z.instanceof(Uint8Array) }),
  /** Stop without losing an answer, and end. */
  z.object({ kind: z.literal('stop') }),
  /** Tell your metrics. */
  z.object({ kind: z.literal('measure'), id: z.number() }),
  /** The metrics of all, which you have asked for. */
  z.object({ kind: z.literal('measured'), id: z.number(), snapshots: z.array(snapshot) }),
]);

const reports = z.discriminatedUnion('kind', [
  /** Listens for orders from now on. */
  z.object({ kind: z.literal('here') }),
  /** Serves, there; with a token of the demo account where there is one. */
  z.object({ kind: z.literal('ready'), url: z.url(), graphiql: z.boolean(), demoToken: z.string().nullable() }),
  /** Cannot serve; `advice` says what a person has to set, null when that is not known. */
  z.object({ kind: z.literal('failed'), reason: z.string(), advice: z.string().nullable() }),
  /** Asks for the metrics of all. */
  z.object({ kind: z.literal('measure all'), id: z.number() }),
  /** Its event loop turns; whether a debugger may stop that. */
  z.object({ kind: z.literal('alive'), debugged: z.boolean() }),
  /** Its metrics. */
  z.object({ kind: z.literal('own metrics'), id: z.number(), snapshot }),
]);

/** What a supervisor says. */
export type Order = z.infer<typeof orders>;

/** What a worker says. */
export type Report = z.infer<typeof reports>;

/** Whether a message may be one of these. What rate limits are counted by comes with every request, and is not looked at. */
const mayBeOurs = (message: unknown): boolean => typeof message === 'object' && message !== null && 'kind' in message;

/** Reads what a worker got; null when it is of somebody else, as what rate limits are counted by is. */
export const readOrder = (message: unknown): Order | null =>
  mayBeOurs(message) ? (orders.safeParse(message).data ?? null) : null;

/** Reads what a supervisor got; null likewise. */
export const readReport = (message: unknown): Report | null =>
  mayBeOurs(message) ? (reports.safeParse(message).data ?? null) : null;
