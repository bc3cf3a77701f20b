/** A service that is killed, stopped, or resets connections, while users send requests. */
import { createHttpClient } from '../http-client.ts';
import { startProgramAt } from '../load/program.ts';
import { createOracle, type Oracle } from '../oracle.ts';
import { figure, type Outcome } from '../outcome.ts';
import { countOf, type Event, outcomesIn, recoveryMs, type Sent, secondsOf, sendAtRate } from './open-loop.ts';
import { type ServiceBehaviour, type ServiceProcess, startServiceProcess } from './service-process.ts';

const PER_SECOND = 200;
const LOOKUPS_PER_SECOND = 20;
const WARM_MS = 2_000;
/** Longest that it may take until everything is answered again. */
const MOST_RECOVERY_MS = 3_000;
const FAST_MS = 50;

interface Seen {
  readonly viewers: readonly Sent[];
  readonly lookups: readonly Sent[];
}

const run = async (
  main: string,
  behaviour: ServiceBehaviour,
  seconds: number,
  eventsOf: (service: ServiceProcess) => readonly Event[],
): Promise<Seen> => {
  await using service = await startServiceProcess(behaviour);
  await using program = await startProgramAt(main, service.url, {
    NODE_ENV: 'production',
    RATE_PER_ADDRESS_PER_MINUTE: '0',
    // A machine that is busy with other things is no overload here.
    OVERLOAD_EVENT_LOOP_MS: '60000',
  });
  using client = createHttpClient(program.url, 512);
  await client.operation({ query: '{ lookups { fuels { key label } } }', token: 'token' });
  const [viewers, lookups] = await Promise.all([
    sendAtRate(
      { client, perSecond: PER_SECOND, seconds, ask: (at) => ({ query: '{ viewer { name } }', token: `token-${at}` }) },
      eventsOf(service),
    ),
    sendAtRate({
      client,
      perSecond: LOOKUPS_PER_SECOND,
      seconds,
      ask: (at) => ({ query: '{ lookups { fuels { key label } } }', token: `token-${at}` }),
    }),
  ]);
  return { viewers, lookups };
};

const between = (all: readonly Sent[], fromMs: number, toMs: number): readonly Sent[] =>
  all.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);

const median = (all: readonly Sent[]): number =>
  all.map(({ tookMs }) => tookMs).sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

const judge = (oracle: Oracle, what: string, { viewers, lookups }: Seen, backMs: number): void => {
  oracle.count(viewers.length + lookups.length);
  const lost = countOf([...viewers, ...lookups], 'lost');
  if (lost > 0) oracle.fail(`${what}: ${lost} requests got no response.`);
  if (countOf(lookups, 'ok') < lookups.length) oracle.fail(`${what}: of cached lookups were ${outcomesIn(lookups)}.`);
  const after = recoveryMs(viewers, backMs);
  if (after > MOST_RECOVERY_MS) oracle.fail(`${what}: nothing was answered for ${secondsOf(after)} after it.`);
};

const tryKill = async (oracle: Oracle, main: string, downMs: number): Promise<string> => {
  let backMs = 0;
  const seconds = (WARM_MS + downMs) / 1000 + 4;
  const startedAt = performance.now();
  let offsetMs = 0;
  const seen = await run(main, {}, seconds, (service) => {
    offsetMs = performance.now() - startedAt;
    return [
      [WARM_MS, () => service.kill('SIGKILL')],
      [
        WARM_MS + downMs,
        async () => {
          await service.restart();
          backMs = performance.now() - startedAt - offsetMs;
        },
      ],
    ];
  });
  judge(oracle, 'SIGKILL', seen, backMs);
  const down = between(seen.viewers, WARM_MS + 1_500, WARM_MS + downMs);
  const medianMs = median(down);
  if (medianMs > FAST_MS) oracle.fail(`While the service was down a refusal took ${medianMs.toFixed(0)} ms.`);
  return [
    `${outcomesIn(down)} while it was down, in ${medianMs.toFixed(0)} ms (median)`,
    `${figure(countOf(seen.lookups, 'ok'))} of ${figure(seen.lookups.length)} lookups answered`,
    `back after ${secondsOf(recoveryMs(seen.viewers, backMs))}`,
  ].join(', ');
};

const tryStop = async (oracle: Oracle, main: string, downMs: number): Promise<string> => {
  const backMs = WARM_MS + downMs;
  const seen = await run(main, {}, backMs / 1000 + 4, (service) => [
    [WARM_MS, () => service.kill('SIGSTOP')],
    [backMs, () => service.kill('SIGCONT')],
  ]);
  judge(oracle, 'SIGSTOP', seen, backMs);
  return [
    outcomesIn(between(seen.viewers, WARM_MS, backMs)),
    `${figure(countOf(seen.lookups, 'ok'))} of ${figure(seen.lookups.length)} lookups answered`,
    `back after ${secondsOf(recoveryMs(seen.viewers, backMs))}`,
  ].join(', ');
};

/** A tenth of the calls may be sent again, so that of 20 in a hundred that fail 12 stay so. */
const LEAST_SHARE = 0.85;

const tryResets = async (oracle: Oracle, main: string): Promise<string> => {
  const seen = await run(main, { resetPercent: 20 }, 8, () => []);
  judge(oracle, 'resets', seen, 0);
  const share = countOf(seen.viewers, 'ok') / seen.viewers.length;
  if (share < LEAST_SHARE) oracle.fail(`Of 20 % resets came ${outcomesIn(seen.viewers)}.`);
  return `${(share * 100).toFixed(1)} % answered`;
};

/**
 * Does to a service what may befall it.
 *
 * @param seconds how long it is gone
 * @param main path of the compiled `main.js`
 */
export const runServiceSignals = async (seconds: number, main: string): Promise<Outcome> => {
  using oracle = createOracle();
  const figures = [
    `SIGKILL: ${await tryKill(oracle, main, seconds * 1000)}`,
    `SIGSTOP: ${await tryStop(oracle, main, seconds * 1000)}`,
    `a fifth of the GETs reset: ${await tryResets(oracle, main)}`,
  ];
  return oracle.outcome('signals to the service', null, figures);
};
