/** A client that sends at a rate, whether responses come or not, and keeps what became of every request. */
import { setTimeout as pause } from 'node:timers/promises';
import type { AskedOperation, HttpClient, Reply } from '../http-client.ts';
import { codesIn } from '../reply-form.ts';

const TICK_MS = 5;

/** What became of a request. */
export interface Sent {
  /** When it was sent, in milliseconds from the start. */
  readonly atMs: number;
  readonly tookMs: number;
  /** `ok`, the code of an error, `turned away` when no connection could be made, `lost` when no response came. */
  readonly outcome: string;
}

/** What is sent, and how long. */
export interface Rate {
  readonly client: HttpClient;
  readonly perSecond: number;
  readonly seconds: number;
  readonly ask: (number: number) => AskedOperation;
  /** Ends it before its time. */
  readonly signal?: AbortSignal;
}

/** What happens meanwhile, so many milliseconds after the start. */
export type Event = readonly [atMs: number, act: () => unknown];

const outcomeOf = (reply: Reply): string => {
  if (!reply.isComplete) return 'lost';
  const [code] = codesIn(reply);
  if (typeof code === 'string') return code;
  return reply.status === 200 ? 'ok' : `status ${reply.status}`;
};

const failureOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED' ? 'turned away' : 'lost';

/** Sends everything. Resolves when nothing is under way any more. */
export const sendAtRate = async (
  { client, perSecond, seconds, ask, signal }: Rate,
  events: readonly Event[] = [],
): Promise<readonly Sent[]> => {
  const all: Sent[] = [];
  const pending: Promise<void>[] = [];
  const start = performance.now();
  const elapsed = (): number => performance.now() - start;
  const sendOne = async (number: number): Promise<void> => {
    const atMs = elapsed();
    const outcome = await client.operation(ask(number)).then(outcomeOf, failureOf);
    all.push({ atMs, tookMs: elapsed() - atMs, outcome });
  };
  let [next, nextEvent] = [0, 0];
  const isOver = (): boolean => elapsed() >= seconds * 1000 || signal?.aborted === true;
  while (!isOver()) {
    for (let event = events[nextEvent]; event !== undefined && elapsed() >= event[0]; event = events[nextEvent]) {
      nextEvent += 1;
      await event[1]();
    }
    for (; next < (elapsed() / 1000) * perSecond; next += 1) pending.push(sendOne(next));
    await pause(TICK_MS);
  }
  await Promise.all(pending);
  return all;
};

/** How many had this outcome. */
export const countOf = (all: readonly Sent[], outcome: string): number =>
  all.filter((sent) => sent.outcome === outcome).length;

/** Lists the outcomes with their numbers, the most frequent first, e.g. `ok 400, lost 2`. */
export const outcomesIn = (all: readonly Sent[]): string =>
  [...new Set(all.map(({ outcome }) => outcome))]
    .map((outcome): readonly [string, number] => [outcome, countOf(all, outcome)])
    .sort(([, a], [, b]) => b - a)
    .map(([outcome, count]) => `${outcome} ${count.toLocaleString('en-GB')}`)
    .join(', ');

/** Milliseconds from then until the first response that was good came; infinite when none did. */
export const recoveryMs = (all: readonly Sent[], sinceMs: number): number =>
  Math.min(
    Number.POSITIVE_INFINITY,
    ...all.flatMap(({ atMs, tookMs, outcome }) =>
      outcome === 'ok' && atMs + tookMs >= sinceMs ? [atMs + tookMs - sinceMs] : [],
    ),
  );

/** Formats a time, e.g. `0.3 s`. */
export const secondsOf = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
