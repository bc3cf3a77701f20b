import { describe, expect, it } from 'vitest';
import { createLog } from '../../../src/log/logger.ts';
import { UpstreamFailure } from '../../../src/rest/call/failure.ts';
import type { RouteGroup } from '../../../src/rest/call/route-group.ts';
import type { SentCall, Route, ServiceReply } from '../../../src/rest/call/service-request.ts';
import type { CircuitState } from '../../../src/rest/circuit-breaker.ts';
import { type ServiceClient, createServiceClient } from '../../../src/rest/client.ts';
import { createShare } from '../../../src/rest/share.ts';
import { sampled } from '../../support/effort.ts';
import { createSeededRandom } from '../../support/random/seeded-random.ts';
import { take } from './test-taker.ts';
import { VirtualClock } from './virtual-clock.ts';

/**
 * How a service behaves, in virtual time behind a real client: with connections that are bounded, a response time, and hours at which
 * it is down. Times are in milliseconds.
 */
interface SimulatedService {
  readonly latencyMs: number;
  /** What a try meets that arrives now: its end without a response, or silence of five seconds. Null for a response. */
  readonly faultAt: (nowMs: number, group: RouteGroup) => 'reset' | 'hang' | null;
  /** A moment at which all connections break. */
  readonly breaksAtMs?: number;
}

/** A call that is over. */
interface SimulatedCall {
  readonly group: RouteGroup;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly isAnswered: boolean;
}

/** A load in virtual time. */
interface Simulation {
  readonly clock: VirtualClock;
  readonly service: Pick<ServiceClient, 'state'>;
  /** When each try reached the service. */
  readonly tries: readonly number[];
  readonly calls: readonly SimulatedCall[];
  /** Changes of breakers, with their times. */
  readonly changes: readonly { readonly group: RouteGroup; readonly state: CircuitState; readonly at: number }[];
  /** Makes one call. */
  call(group?: RouteGroup): Promise<boolean>;
  /** Makes so many calls a second from one time to another. */
  load(perSecond: number, fromMs: number, toMs: number, groups?: readonly RouteGroup[]): Promise<void>;
}

const log = createLog('silent');
const CONNECTIONS = 64;
const QUEUE = 2048;
/** Its wait is of real time, which does not pass here. */
const MAX_WAIT_MS = 60_000;
const HANG_MS = 5_000;

/** Starts a simulation. */
const simulate = ({ latencyMs, faultAt, breaksAtMs }: SimulatedService): Simulation => {
  const clock = new VirtualClock();
  const random = createSeededRandom(42);
  const slots = createShare({ count: CONNECTIONS, maxWaiting: QUEUE, maxWaitMs: MAX_WAIT_MS, isOfParts: false });
  const tries: number[] = [];
  const calls: SimulatedCall[] = [];
  const changes: { group: RouteGroup; state: CircuitState; at: number }[] = [];

  const reach = async ({ operation, group }: Route): Promise<ServiceReply> => {
    const sentAt = clock.now();
    tries.push(sentAt);
    const fault = faultAt(sentAt, group);
    const reset = () => new UpstreamFailure('disconnected', { operation, systemCode: 'ECONNRESET' });
    if (fault === 'hang') {
      await clock.wait(HANG_MS);
      throw new UpstreamFailure('timeout', { operation });
    }
    if (fault === 'reset') {
      await clock.wait(1);
      throw reset();
    }
    const isBroken = breaksAtMs !== undefined && sentAt < breaksAtMs && breaksAtMs <= sentAt + latencyMs;
    await clock.wait(isBroken ? breaksAtMs - sentAt : latencyMs);
    if (isBroken) throw reset();
    return { status: 200, json: null, text: '' };
  };

  const send = async (call: SentCall): Promise<void> => {
    const { route } = call.request;
    let release = (): void => {};
    try {
      release = await take(slots, route.group);
      call.onSend();
      call.succeed(await reach(route));
    } catch (error) {
      call.fail(error);
    } finally {
      release();
    }
  };

  const service = createServiceClient({
    transport: { send: (call) => void send(call), headersOf: () => [] },
    resilience: {
      now: clock.now,
      wait: clock.wait,
      random: () => random.next(),
      observer: { onCircuitChange: (group, state) => changes.push({ group, state, at: clock.now() }) },
    },
    tokenParams: 'headers',
    log,
  });

  const call = async (group: RouteGroup = 'listings'): Promise<boolean> => {
    const startedAt = clock.now();
    const route = { operation: `GET ${group}`, group, method: 'GET', retry: 'safe', expects: 'json' } as const;
    const isAnswered = await service.send({ route, pool: 'calls', path: '/', headers: [], body: null }, {}).then(
      () => true,
      () => false,
    );
    calls.push({ group, startedAt, endedAt: clock.now(), isAnswered });
    return isAnswered;
  };

  return {
    clock,
    service,
    tries,
    calls,
    changes,
    call,
    load: async (perSecond, fromMs, toMs, groups = ['listings']) => {
      const under: Promise<boolean>[] = [];
      await clock.wait(fromMs - clock.now());
      for (let at = 0; clock.now() < toMs; at += 1) {
        under.push(call(groups[at % groups.length]));
        await clock.wait(1000 / perSecond);
      }
      await Promise.all(under);
    },
  };
};

/** Outages in virtual time, against the figures of the guarantees. */

const kinds: readonly RouteGroup[] = [
  'listings',
  'watching',
  'user',
  'lookups',
  'sections',
  'photos',
  'premium-options',
];

interface Load {
  readonly perSecond: number;
  readonly toMs: number;
  readonly groups?: readonly RouteGroup[];
}

const runLoad = async (service: SimulatedService, { perSecond, toMs, groups }: Load): Promise<Simulation> => {
  const simulation = simulate(service);
  const loaded = simulation.load(perSecond, 0, toMs, groups);
  await simulation.clock.run();
  await loaded;
  return simulation;
};

const shareLost = ({ calls }: Simulation): number => calls.filter((call) => !call.isAnswered).length / calls.length;
const well = () => null;
const downBetween = (fromMs: number, toMs: number) => (nowMs: number) =>
  nowMs >= fromMs && nowMs < toMs ? 'reset' : null;

describe('All connections that break at one moment', () => {
  const service = { latencyMs: 80, faultAt: well, breaksAtMs: 5_000 };

  it.each(sampled(3, [50, 200, 400]))('lose no call at %d a second', async (perSecond) => {
    expect(shareLost(await runLoad(service, { perSecond, toMs: 12_000 }))).toBe(0);
  });

  it('lose few where more calls than half of a hundred are under way', async () => {
    expect(shareLost(await runLoad(service, { perSecond: 700, toMs: 7_000 }))).toBeLessThan(0.01);
  });
});

it.each(sampled(3, [20, 200, 700]))(
  'A restart of 0.3 s is an outage of less than a second at %d calls a second',
  async (perSecond) => {
    const service = { latencyMs: 20, faultAt: downBetween(5_000, 5_300) };
    const { calls, changes } = await runLoad(service, { perSecond, toMs: 12_000 });
    const failed = calls.filter((call) => !call.isAnswered);
    expect(failed.every(({ startedAt }) => startedAt < 5_300)).toBe(true);
    expect(failed.length).toBeLessThanOrEqual(perSecond * 0.3);
    expect(changes.every(({ at }) => at < 5_700)).toBe(true);
  },
);

it.each(
  sampled(5, [
    [20, 20],
    [200, 20],
    [200, 80],
    [700, 20],
    [700, 80],
  ] as const),
)(
  'A service that is up for 3 s and down for 3 s has 40 of 100 calls served or more, at %d a second of %d ms',
  async (perSecond, latencyMs) => {
    const faultAt = (nowMs: number) => (nowMs % 6_000 >= 3_000 ? 'reset' : null);
    const simulation = await runLoad({ latencyMs, faultAt }, { perSecond, toMs: 30_000 });
    expect(1 - shareLost(simulation)).toBeGreaterThanOrEqual(0.4);
  },
);

describe('A total outage of 3 s', () => {
  const outages = [
    [200, 20],
    [800, 20],
    [2_000, 20],
    [2_000, 100],
  ].flatMap(([perSecond = 0, latencyMs = 0]) =>
    (['reset', 'hang'] as const).flatMap((fault) =>
      [kinds.slice(0, 1), kinds].map((groups) => [perSecond, latencyMs, fault, groups] as const),
    ),
  );

  it.each(sampled(16, outages))(
    'costs fewer than 150 calls of each part at %d a second of %d ms: %s, %s',
    async (perSecond, latencyMs, fault, groups) => {
      const faultAt = (nowMs: number) => (nowMs >= 5_000 && nowMs < 8_000 ? fault : null);
      const { tries } = await runLoad({ latencyMs, faultAt }, { perSecond, toMs: 9_000, groups });
      expect(tries.filter((at) => at >= 5_000 && at < 8_000).length).toBeLessThan(150 * groups.length);
    },
  );

  it.each(sampled(2, [[kinds.slice(0, 1)], [kinds]]))('is over for each group within 0.6 s: %s', async (groups) => {
    const outage = { latencyMs: 20, faultAt: downBetween(5_000, 8_000) };
    const { calls, changes, service } = await runLoad(outage, { perSecond: 800, toMs: 9_000, groups });
    expect(groups.map((group) => service.state(group).breaker)).toEqual(groups.map(() => 'closed'));
    expect(Math.max(...changes.map(({ at }) => at))).toBeLessThan(8_600);
    expect(calls.filter((call) => call.startedAt >= 8_600 && !call.isAnswered)).toEqual([]);
  });

  it('makes no call wait for long before it is refused', async () => {
    const service = { latencyMs: 20, faultAt: downBetween(5_000, 8_000) };
    const { calls } = await runLoad(service, { perSecond: 200, toMs: 8_000, groups: kinds });
    expect(Math.max(...calls.map(({ startedAt, endedAt }) => endedAt - startedAt))).toBeLessThan(700);
  });
});

describe('One part of the service that is down', () => {
  it('takes no call of another with it', async () => {
    const faultAt = (nowMs: number, group: RouteGroup) => (nowMs >= 2_000 && group === 'listings' ? 'reset' : null);
    const { calls, tries } = await runLoad({ latencyMs: 20, faultAt }, { perSecond: 400, toMs: 6_000, groups: kinds });
    expect(calls.filter((call) => call.group !== 'listings' && !call.isAnswered)).toEqual([]);
    const others = calls.filter(({ group }) => group !== 'listings').length;
    expect(tries.length - others).toBeLessThan(250);
  });

  it('does not keep another down that was down with it, however much more it is called', async () => {
    const faultAt = (nowMs: number, group: RouteGroup) =>
      nowMs >= 2_000 && (nowMs < 5_000 || group === 'listings') ? 'reset' : null;
    const groups: readonly RouteGroup[] = [...Array.from({ length: 19 }, () => 'listings' as const), 'lookups'];
    const { calls } = await runLoad({ latencyMs: 20, faultAt }, { perSecond: 400, toMs: 10_000, groups });
    const lost = calls.filter((call) => call.group === 'lookups' && call.startedAt >= 7_000 && !call.isAnswered);
    expect(lost).toEqual([]);
  });
});
