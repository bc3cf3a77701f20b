/** Cases of faults, run on gateways of their own, a few on each. */
import { createSeededRandom, mixSeed } from '../../../src/embedded/demo-data/seeded-random.ts';
import { captureLog, type GatewaySettings, startGatewayAt, TestClock } from '../../support/running-gateway.ts';
import type { AimedProbe } from '../endpoint-probes.ts';
import { type FaultyService, type SeenRequest, startFaultyService } from '../faulty-service.ts';
import { createHttpClient, type HttpClient, type Reply } from '../http-client.ts';
import type { Oracle } from '../oracle.ts';
import { codesIn } from '../reply-form.ts';
import type { Fault } from './fault.ts';

/** Endpoints that share a gateway: so few that the failures of one case do not close the way for the next. */
const PROBES_A_GATEWAY = 8;
/** Gateways that are tried at a time. */
const LANES = 6;
/** How often a case is asked again that a busy machine kept from reaching its endpoint. */
const MOST_TRIES = 5;

const MAX_JSON_BYTES = 256 * 1024;

/** A gateway that soon gives up on a service that hangs, and reads lists anew each time. */
const settingsFor = ({ hangs }: Fault): GatewaySettings => ({
  transport: {
    maxJsonBytes: MAX_JSON_BYTES,
    keepAliveTimeoutMs: 60,
    ...(hangs === true ? { timeouts: { totalMs: 220, documentMs: 220, uploadMs: 300 } } : {}),
  },
  lookups: { freshMs: 0, staleMs: 0 },
  callLimit: { maxCalls: 50, mode: 'measure' },
});

/** A fault at the endpoint of a probe. */
export interface FaultCase {
  readonly fault: Fault;
  readonly probe: AimedProbe;
  /** A number of 7 digits of its own. */
  readonly key: string;
}

/** What came of a case. */
export interface RanCase extends FaultCase {
  /** Requests that were sent to the gateway. */
  readonly asks: number;
}

/** Called when the cases of a gateway are over, with what its service saw. */
export type Inspect = (ran: readonly RanCase[], seen: readonly SeenRequest[], oracle: Oracle) => void;

/** A case in words. */
export const nameOf = ({ fault: { name }, probe }: FaultCase): string => `${name} at ${probe.endpoint} (${probe.form})`;

const ask = async (client: HttpClient, { probe, key }: FaultCase, id: string): Promise<Reply> => {
  const asked = probe.ask(key);
  return client.send({ ...asked, headers: { ...asked.headers, 'x-request-id': id } });
};

const isWithoutError = (reply: Reply): boolean => reply.status < 300 && codesIn(reply).length === 0;

/** Asks until the fault has struck, and judges each reply. */
const runCase = async (
  each: FaultCase,
  { service, client, oracle, seed }: { service: FaultyService; client: HttpClient; oracle: Oracle; seed: number },
): Promise<RanCase> => {
  const { fault: struckBy, probe, key } = each;
  const random = createSeededRandom(mixSeed(seed, Number(key)));
  let sent = 0;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const id = `case-${key}-${tries}`;
    let strikes = 0;
    const strike = struckBy.createStrike(() => random.next());
    service.aim(id, {
      endpoint: probe.endpoint,
      without: probe.without ?? null,
      strike: (struck) => {
        strikes += 1;
        return strike(struck);
      },
    });
    let last: Reply | null = null;
    for (let asks = 0; asks < (struckBy.asks ?? 1); asks += 1) {
      sent += 1;
      last = await ask(client, each, id);
      oracle.judge(last, nameOf(each), probe.form, [service.url.host]);
    }
    if (struckBy.recovers === true && last !== null && !isWithoutError(last)) {
      oracle.fail(`${nameOf(each)}: no answer once the service works: ${last.status} ${last.text.slice(0, 300)}`);
    }
    if (strikes > 0) return { ...each, asks: sent };
  }
  oracle.fail(`${nameOf(each)}: the endpoint was never called`);
  return { ...each, asks: sent };
};

/** Runs cases of one fault on a gateway of their own. */
const runBatch = async (cases: readonly FaultCase[], oracle: Oracle, seed: number, inspect: Inspect): Promise<void> => {
  const [first] = cases;
  if (first === undefined) return;
  await using service = await startFaultyService();
  const captured = captureLog();
  await using gateway = await startGatewayAt(service.url, settingsFor(first.fault), new TestClock(), captured);
  {
    using client = createHttpClient(gateway.url);
    const ran = await Promise.all(cases.map((each) => runCase(each, { service, client, oracle, seed })));
    inspect(ran, service.seen, oracle);
  }
  await oracle.settle(`${first.fault.name} at ${first.probe.endpoint} and others`, {
    load: () => gateway.load(),
    connections: () => service.connections(),
  });
  if (service.strays() > 0) oracle.fail(`${first.fault.name}: ${service.strays()} requests went to another origin`);
  oracle.audit(captured.lines, [service.url.host]);
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
      await runBatch(batch, oracle, mixSeed(seed, batches.length), inspect);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
};
