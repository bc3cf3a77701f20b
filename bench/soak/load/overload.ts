/** Twice as many requests as a gateway can serve do not keep it from serving as many as it can. */
import { setTimeout as pause } from 'node:timers/promises';
import { createHttpClient, type HttpClient } from '../../../test/guarantees/http-client.ts';
import { startProgramAt } from '../../../test/guarantees/load/program.ts';
import { codesIn, createOracle } from '../../../test/guarantees/oracle.ts';
import { figure, type Outcome } from '../../../test/guarantees/outcome.ts';
import { sendGood, startPlainService } from '../../../test/guarantees/service.ts';

const PEAK_CLIENTS = 64;
const WARM_MS = 3_000;
const PEAK_MS = 2_500;
/** Peak and overload in turn: a machine that others use too is slower in one minute than in the next. */
const ROUNDS = 3;
const TICK_MS = 5;
/** Load before its responses count: what is under way when the count ends was not when it began, unless the load began before. */
const LEAD_MS = 500;
const LEAST_SHARE = 0.8;

/** Costs the gateway more than the client that asks it. */
const query = `{ ${Array.from(
  { length: 6 },
  (_, at) => `l${at}: listing(id: ${at + 1}) { title description seller { name telephone kind }
  photos { url } attributes { name label text value } related(first: 1) { title price { amount } } }`,
).join(' ')} }`;

const askOnce = async (client: HttpClient): Promise<boolean> => {
  const signal = AbortSignal.timeout(5_000);
  const reply = await client.operation({ query, token: 'token', signal }).catch(() => null);
  return reply !== null && reply.status === 200 && codesIn(reply).length === 0;
};

/** Counts good responds from a while after it is created, for so many milliseconds. */
const countGood = (ms: number) => {
  const start = performance.now();
  const end = start + LEAD_MS + ms;
  let good = 0;
  return {
    end,
    record: (isGood: boolean): void => {
      const at = performance.now();
      if (isGood && at >= start + LEAD_MS && at < end) good += 1;
    },
    perSecond: () => good / (ms / 1000),
  };
};

/** Responds to a second when so many clients ask again as soon as they are answered. */
const measurePeak = async (client: HttpClient, ms: number): Promise<number> => {
  const count = countGood(ms);
  const loop = async (): Promise<void> => {
    while (performance.now() < count.end) count.record(await askOnce(client));
  };
  await Promise.all(Array.from({ length: PEAK_CLIENTS }, loop));
  return count.perSecond();
};

/** Good responses a second when requests come at a rate, whether they are answered or not. */
const measureGoodput = async (client: HttpClient, rate: number, ms: number) => {
  const start = performance.now();
  const count = countGood(ms);
  const pending = new Set<Promise<void>>();
  let sent = 0;
  while (performance.now() < count.end) {
    const due = ((performance.now() - start) / 1000) * rate;
    for (; sent < due; sent += 1) {
      const one = askOnce(client).then((isGood) => {
        count.record(isGood);
        pending.delete(one);
      });
      pending.add(one);
    }
    await pause(TICK_MS);
  }
  await Promise.all(pending);
  return { good: count.perSecond(), sent: sent / ((LEAD_MS + ms) / 1000) };
};

/**
 * Measures what the program can return, and what it returns of twice as much.
 *
 * @param seconds length of the overload, of all rounds together
 * @param main path of the compiled `main.js`
 */
export const runOverload = async (seconds: number, main: string): Promise<Outcome> => {
  using oracle = createOracle();
  await using service = await startPlainService(({ response, good }) => {
    setTimeout(() => sendGood(response, good, good.bytes), 2);
    return true;
  });
  await using program = await startProgramAt(main, service.url, {
    RATE_PER_ADDRESS_PER_MINUTE: '1000000',
    RATE_PER_TOKEN_PER_MINUTE: '1000000',
  });
  using client = createHttpClient(program.url, 1_500);
  // A process that has been up for a while, and clients that have their connections.
  const first = await measurePeak(client, WARM_MS);
  await measureGoodput(client, first * 2, WARM_MS / 2);
  const sum = { peak: 0, good: 0, sent: 0 };
  for (let round = 1; round <= ROUNDS; round += 1) {
    const peak = await measurePeak(client, PEAK_MS);
    const { good, sent } = await measureGoodput(client, peak * 2, (seconds * 1000) / ROUNDS);
    sum.peak += peak;
    sum.good += good;
    sum.sent += sent;
  }
  const share = sum.good / sum.peak;
  oracle.count(Math.round((sum.sent * seconds) / ROUNDS));
  if (share < LEAST_SHARE) oracle.fail(`Goodput falls to ${Math.round(share * 100)} % of the peak.`);
  return oracle.outcome('overload', null, [
    `goodput ${Math.round(share * 100)} % of the peak of ${figure(Math.round(sum.peak / ROUNDS))} a second, at ${(sum.sent / sum.peak).toFixed(1)} times the peak`,
  ]);
};
