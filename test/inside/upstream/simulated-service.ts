/** A service in virtual time behind a real client: with connections that are bounded, a response time, and hours at which it is down. */

import { createLog } from '../../../src/log/logger.ts';
import { UpstreamFailure } from '../../../src/upstream/call/failure.ts';
import type { RouteGroup } from '../../../src/upstream/call/route-group.ts';
import type { Attempt, Route, ServiceReply } from '../../../src/upstream/call/service-request.ts';
import type { CircuitState } from '../../../src/upstream/circuit-breaker.ts';
import { createServiceClient, type ServiceClient } from '../../../src/upstream/client.ts';
import { createShare } from '../../../src/upstream/share.ts';
import { take } from './test-taker.ts';
import { VirtualClock } from './virtual-clock.ts';

/** How a service behaves. Times are in milliseconds. */
export interface SimulatedService {
  readonly latencyMs: number;
  /** What a try meets that arrives now: its end without a response, or silence of five seconds. Null for a response. */
  readonly faultAt: (nowMs: number, group: RouteGroup) => 'reset' | 'hang' | null;
  /** A moment at which all connections break. */
  readonly breaksAtMs?: number;
}

/** A call that is over. */
export interface SimulatedCall {
  readonly group: RouteGroup;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly isAnswered: boolean;
}

/** A load in virtual time. */
export interface Simulation {
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

/** Random numbers that are the same each time. */
const createRandom = (): (() => number) => {
  let state = 42;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** Starts a simulation. */
export const simulate = ({ latencyMs, faultAt, breaksAtMs }: SimulatedService): Simulation => {
  const clock = new VirtualClock();
  const slots = createShare({ count: CONNECTIONS, maxWaiting: QUEUE, maxWaitMs: MAX_WAIT_MS, isOfParts: false });
  const tries: number[] = [];
  const calls: SimulatedCall[] = [];
  const changes: { group: RouteGroup; state: CircuitState; at: number }[] = [];

  const reach = async ({ operation, group }: Route): Promise<ServiceReply> => {
    const sentAt = clock.now();
    tries.push(sentAt);
    const fault = faultAt(sentAt, group);
    const reset = () => new UpstreamFailure('disconnected', { operation, reason: 'ECONNRESET' });
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

  const send = async (attempt: Attempt): Promise<void> => {
    const { route } = attempt.request;
    let release = (): void => {};
    try {
      release = await take(slots, route.group);
      attempt.onSend();
      attempt.succeed(await reach(route));
    } catch (error) {
      attempt.fail(error);
    } finally {
      release();
    }
  };

  const service = createServiceClient({
    transport: { send: (attempt) => void send(attempt), headersOf: () => [] },
    resilience: {
      now: clock.now,
      wait: clock.wait,
      random: createRandom(),
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
