/** Faults of the service at every endpoint: what the gateway responds, and that writes are not repeated. */
import { endpointNames, endpoints } from '../../../src/contract/endpoints.ts';
import { findFreePort } from '../../support/network/free-port.ts';
import { createSeededRandom, mixSeed } from '../../support/random/seeded-random.ts';
import { type GatewaySettings, TestClock } from '../../support/running-gateway.ts';
import { type AimedProbe, aimedProbes } from '../endpoint-probes.ts';
import type { HttpClient, Reply } from '../http-client.ts';
import { judgeGateway, tryGateway } from '../judged-gateway.ts';
import { type Oracle, codesIn, createOracle } from '../oracle.ts';
import { type RunGroup, figure } from '../outcome.ts';
import type { FaultyService, SeenRequest } from '../service.ts';
import { type Fault, serviceFaults } from './service-faults.ts';

/** Endpoints that share a gateway: so few that the failures of one case do not close the way for the next. */
const PROBES_A_GATEWAY = 8;
/** Gateways that are tried at a time. */
const LANES = 6;
/**
 * Milliseconds for a call to a service that hangs. A machine that is busy may keep a case from reaching its endpoint in
 * that time: it is tried again with more.
 */
const PATIENCE_MS = [220, 1_000, 5_000] as const;

const MAX_JSON_BYTES = 256 * 1024;

/** A gateway that soon gives up on a service that hangs, and reads lists each time. */
const settingsFor = ({ hangs, recovers }: Fault, ms: number): GatewaySettings => ({
  transport: {
    maxJsonBytes: MAX_JSON_BYTES,
    keepAliveTimeoutMs: 60,
    ...(hangs === true ? { timeouts: { totalMs: ms, documentMs: ms, uploadMs: ms } } : {}),
  },
  lookups: { freshMs: 0, staleMs: 0 },
  callLimit: { maxCalls: 50, mode: 'measure' },
  // Several cases fail at once: a breaker would rightly take the service for down, and a response would have to wait for it.
  ...(recovers === true ? { guard: { breaker: false } } : {}),
});

/** A fault at the endpoint of a probe. */
export interface FaultCase {
  readonly fault: Fault;
  readonly probe: AimedProbe;
  /** A number of 7 digits of its own. */
  readonly key: string;
}

/** Called when the cases of a gateway are over, with what its service saw. */
export type Inspect = (cases: readonly FaultCase[], seen: readonly SeenRequest[], oracle: Oracle) => void;

/** A case in words. */
export const nameOf = ({ fault: { name }, probe }: FaultCase): string => `${name} at ${probe.endpoint} (${probe.form})`;

const ask = async (client: HttpClient, { probe, key }: FaultCase, id: string): Promise<Reply> => {
  const asked = probe.ask(key);
  return client.send({ ...asked, headers: { ...asked.headers, 'x-request-id': id } });
};

/** How often a case asks. */
export const asksOf = ({ fault }: FaultCase): number => fault.asks ?? 1;

const isWithoutError = (reply: Reply): boolean => reply.status < 300 && codesIn(reply).length === 0;

/** How long a shared list that the service failed to give is not asked for again, at most. */
const KEPT_FAILURE_MS = 2_000;

/** What the cases of a gateway have. */
interface Bench {
  readonly clock: TestClock;
  readonly service: FaultyService;
  readonly client: HttpClient;
  readonly oracle: Oracle;
  readonly seed: number;
}

/** Asks as often as the fault wants, and judges each reply; returns whether the fault has struck. */
const runCase = async (each: FaultCase, { clock, service, client, oracle, seed }: Bench): Promise<boolean> => {
  const { fault, probe, key } = each;
  const random = createSeededRandom(mixSeed(seed, Number(key)));
  const id = `case-${key}`;
  const strike = fault.createStrike(() => random.next());
  let strikes = 0;
  service.aim(id, {
    endpoint: probe.endpoint,
    without: probe.without ?? null,
    strike: (struck) => {
      strikes += 1;
      return strike(struck);
    },
  });
  let last: Reply | null = null;
  for (let asks = 0; asks < asksOf(each); asks += 1) {
    // Whoever asks at once gets the failure of a shared list that is kept: see when the service is asked again.
    if (asks > 0 && fault.recovers === true) clock.advance(KEPT_FAILURE_MS);
    last = await ask(client, each, id);
    oracle.judge(last, nameOf(each), probe.form, [service.url.host]);
  }
  if (fault.recovers === true && last !== null && !isWithoutError(last)) {
    oracle.fail(`${nameOf(each)}: no response once the service works: ${last.status} ${last.text.slice(0, 300)}`);
  }
  return strikes > 0;
};

/** Runs cases of one fault on a gateway of their own; gives back those in which the fault did not come to strike. */
const runBatch = async (
  cases: readonly FaultCase[],
  patienceMs: number,
  { oracle, seed, inspect }: { readonly oracle: Oracle; readonly seed: number; readonly inspect: Inspect },
): Promise<readonly FaultCase[]> => {
  const [first] = cases;
  if (first === undefined) return [];
  const clock = new TestClock();
  const missed: FaultCase[] = [];
  const what = `${first.fault.name} at ${first.probe.endpoint} and others`;
  const settings = settingsFor(first.fault, patienceMs);
  await tryGateway(oracle, what, { settings, clock }, async ({ client, service }) => {
    const bench = { clock, service, client, oracle, seed };
    await Promise.all(
      cases.map(async (each) => {
        if (!(await runCase(each, bench))) missed.push(each);
      }),
    );
    inspect(cases, service.seen, oracle);
  });
  return missed;
};

/** Runs cases until their fault has struck. */
const runPatiently = async (
  cases: readonly FaultCase[],
  bench: { readonly oracle: Oracle; readonly seed: number; readonly inspect: Inspect },
): Promise<void> => {
  let left = cases;
  for (const patienceMs of PATIENCE_MS) left = await runBatch(left, patienceMs, bench);
  for (const each of left) bench.oracle.fail(`${nameOf(each)}: the endpoint was never called`);
};

/** Runs cases, those of one fault and neighbouring endpoints together. */
export const runFaultCases = async (
  cases: readonly FaultCase[],
  oracle: Oracle,
  seed: number,
  inspect: Inspect = () => {},
): Promise<void> => {
  const batches: (readonly FaultCase[])[] = [];
  for (const fault of new Set(cases.map((each) => each.fault))) {
    const ofOneFault = cases.filter((each) => each.fault === fault);
    for (let at = 0; at < ofOneFault.length; at += PROBES_A_GATEWAY) {
      batches.push(ofOneFault.slice(at, at + PROBES_A_GATEWAY));
    }
  }
  const lane = async (): Promise<void> => {
    for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
      await runPatiently(batch, { oracle, seed: mixSeed(seed, batches.length), inspect });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
};

const timeouts = { connectMs: 150, totalMs: 300, uploadMs: 300 };

const tryAll = async (what: string, url: URL, asked: readonly AimedProbe[], oracle: Oracle): Promise<void> => {
  const settings = { transport: { timeouts }, lookups: { freshMs: 0, staleMs: 0 } };
  await judgeGateway(oracle, what, { url, connections: () => 0 }, { settings }, async ({ client }) => {
    await Promise.all(
      asked.map(async (probe) => {
        const reply = await client.send(probe.ask('3000001'));
        oracle.judge(reply, `${what} at ${probe.endpoint} (${probe.form})`, probe.form, [url.host]);
      }),
    );
  });
  oracle.count(asked.length);
};

/** Tries every endpoint of a service that refuses connections, and of one whose name does not resolve. */
export const tryUnreachable = async (oracle: Oracle): Promise<void> => {
  const refused = new URL(`http://127.0.0.1:${await findFreePort()}/api`);
  await tryAll('a refused connection', refused, aimedProbes, oracle);
  await tryAll('a name that does not resolve', new URL('http://canary-host.invalid/api'), aimedProbes, oracle);
};

/** Every fault at every probe, `amount` times; of a fraction that share, all faults and all probes among them. */
const casesOf = (asked: readonly AimedProbe[], amount: number, seed: number): readonly FaultCase[] => {
  const step = Math.max(1, Math.round(1 / amount));
  const cases: FaultCase[] = [];
  for (let round = 0; round < amount; round += 1) {
    for (const [row, fault] of serviceFaults.entries()) {
      for (const [column, probe] of asked.entries()) {
        if ((row + column + seed) % step === 0) cases.push({ fault, probe, key: String(1_000_000 + cases.length) });
      }
    }
  }
  return cases;
};

/**
 * Tries every fault at every endpoint.
 *
 * @param amount how often each is tried; a fraction tries that share of them, all faults and all endpoints among them
 */
export const runServiceFaults: RunGroup = async (amount, seed) => {
  using oracle = createOracle();
  const cases = casesOf(aimedProbes, amount, seed);
  await runFaultCases(cases, oracle, seed);
  oracle.count(cases.length);
  await tryUnreachable(oracle);
  return oracle.outcome('service faults × every endpoint', seed, [
    `${serviceFaults.length + 1} faults at ${endpointNames.length} endpoints`,
  ]);
};

/** Requests whose repetition could do something twice. */
const writes = aimedProbes.filter(({ endpoint }) => endpoints[endpoint].retry === 'never');

/**
 * Tries every fault at every endpoint that must not be repeated, and counts what the service saw by the number that each
 * request carries.
 *
 * @param amount how often each is tried; a fraction tries that share of them
 */
export const runWritesUnderFaults: RunGroup = async (amount, seed) => {
  using oracle = createOracle();
  const cases = casesOf(writes, amount, seed);
  let sent = 0;
  let repeated = 0;
  const inspect: Inspect = (tried, seen) => {
    for (const each of tried) {
      const arrived = seen.filter(
        ({ endpoint, text, id }) =>
          endpoint === each.probe.endpoint && (text.includes(each.key) || id === `case-${each.key}`),
      ).length;
      sent += asksOf(each);
      repeated += Math.max(0, arrived - asksOf(each));
      if (arrived > asksOf(each)) oracle.fail(`${nameOf(each)}: asked ${asksOf(each)} times, seen ${arrived} times`);
    }
  };
  await runFaultCases(cases, oracle, seed, inspect);
  oracle.count(cases.length);
  return oracle.outcome('writes under faults', seed, [`repeated ${repeated} of ${figure(sent)} writes`]);
};
