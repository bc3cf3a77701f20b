/** A service that breaks for a moment costs hardly a response, and one that comes and goes is used while it is there. */
import { setTimeout as pause } from 'node:timers/promises';
import { loadGateway, SystemClock } from '../../../test/guarantees/load/loaded-gateway.ts';
import { type Oracle, codesIn, createOracle } from '../../../test/guarantees/oracle.ts';
import { figure, type RunGroup } from '../../../test/guarantees/outcome.ts';
import { type ServiceRequest, sendGood } from '../../../test/guarantees/service.ts';

const PER_SECOND = 200;
const LATENCY_MS = 80;
const TICK_MS = 10;

interface Drill {
  readonly name: string;
  readonly seconds: number;
  /** Whether requests that come so long after the start are reset. */
  readonly isDownAt: (ms: number) => boolean;
  /** When all connections on which a request is under way are reset, once. */
  readonly breaksAtMs?: number;
  /** Share of the responses that have to be good, in percent. */
  readonly leastPercent: number;
}

const drillsOf = (rounds: number): readonly Drill[] => [
  {
    name: 'all connections reset at one moment',
    seconds: 4,
    isDownAt: () => false,
    breaksAtMs: 2_000,
    leastPercent: 98,
  },
  {
    name: 'a restart of 0.3 s',
    seconds: 6,
    isDownAt: (ms) => ms >= 2_000 && ms < 2_300,
    // Under a second of six.
    leastPercent: 84,
  },
  {
    name: '3 s up and 3 s down',
    seconds: 6 * rounds,
    isDownAt: (ms) => ms % 6_000 >= 3_000,
    leastPercent: 40,
  },
];

/** Asks at a rate, whether responses come or not; returns how many were good, in percent. */
const runDrill = async (oracle: Oracle, drill: Drill): Promise<number> => {
  const underWay = new Set<ServiceRequest['request']>();
  let startedAt = performance.now();
  const elapsed = (): number => performance.now() - startedAt;
  const respond = ({ request, response, good }: ServiceRequest): boolean => {
    if (drill.isDownAt(elapsed())) {
      request.socket.resetAndDestroy();
      return true;
    }
    underWay.add(request);
    setTimeout(() => {
      if (underWay.delete(request)) sendGood(response, good, good.bytes);
    }, LATENCY_MS);
    return true;
  };
  let sent = 0;
  let answered = 0;
  await loadGateway(oracle, drill.name, { clock: new SystemClock(), respond, maxSockets: 512 }, async ({ client }) => {
    const pending = new Set<Promise<void>>();
    let isBroken = drill.breaksAtMs === undefined;
    startedAt = performance.now();
    while (elapsed() < drill.seconds * 1000) {
      if (!isBroken && elapsed() >= (drill.breaksAtMs ?? 0)) {
        isBroken = true;
        for (const request of underWay) request.socket.resetAndDestroy();
        underWay.clear();
      }
      for (; sent < (elapsed() / 1000) * PER_SECOND; sent += 1) {
        const one = client.operation({ query: '{ viewer { name } }', token: `token${sent}` }).then((reply) => {
          oracle.judge(reply, drill.name);
          if (codesIn(reply).length === 0) answered += 1;
          pending.delete(one);
        });
        pending.add(one);
      }
      await pause(TICK_MS);
    }
    await Promise.all(pending);
  });
  oracle.count(sent);
  return (answered / sent) * 100;
};

/** Has a service break in each way; `amount` is how often it comes and goes. */
export const runBlips: RunGroup = async (amount) => {
  using oracle = createOracle();
  const figures: string[] = [];
  for (const drill of drillsOf(amount)) {
    const percent = await runDrill(oracle, drill);
    figures.push(`${drill.name}: ${percent.toFixed(1)} % answered`);
    if (percent < drill.leastPercent) oracle.fail(`${drill.name}: ${figure(percent)} % of the calls were answered.`);
  }
  return oracle.outcome('blips of the service', null, figures);
};
