/** Sends requests through a circuit breaker for each route group, with retries by class and within a budget. */
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { abortSignalOf } from '../../concurrency/cancellation.ts';
import type { Logger } from '../../log/logger.ts';
import { cancelledCall } from '../call/cancelled-call.ts';
import { type RouteGroup, routeGroups } from '../call/route-group.ts';
import type { JsonRequest, ServiceRequest, Transport } from '../requests/transport.ts';
import { createBoundedDelay, type Wait } from './bounded-delay.ts';
import type { CircuitState } from './circuit-breaker.ts';
import { createRetryBudget } from './retry-budget.ts';
import { retryDelayMs } from './retry-policy.ts';
import {
  createRouteGroupSender,
  type GroupState,
  type RejectionReason,
  type RouteGroupSender,
  wasRefused,
} from './route-group-sender.ts';
import { createServiceHealth } from './try-schedule.ts';

export type { CircuitState } from './circuit-breaker.ts';
export type { GroupState, RejectionReason } from './route-group-sender.ts';

/** Observer of a resilient sender, for metrics and the log. */
export interface ResilienceObserver {
  /** A call is about to be sent again. */
  readonly onRetry?: (group: RouteGroup) => void;
  /** A call was not sent. */
  readonly onRejection?: (group: RouteGroup, reason: RejectionReason) => void;
  readonly onCircuitChange?: (group: RouteGroup, state: CircuitState) => void;
}

/** A sender of requests. */
export type Sender = Pick<Transport, 'send' | 'open'>;

/**
 * Sends requests as the transport does, and a second time where that can do no harm. The limits of an operation count
 * calls, not tries: how many retries there are in all is bounded by a budget of their own.
 */
export interface ResilientSender extends Sender {
  /** State of a route group. */
  state(group: RouteGroup): GroupState;
}

/** Dependencies and settings of a resilient sender. */
export interface ResilientSenderOptions {
  readonly transport: Sender;
  /** Retries to a hundred calls; three in ten seconds are always allowed, but none when it is 0. 10 unless given. */
  readonly retryPercent?: number;
  /** True when there are circuit breakers; true unless given. */
  readonly breaker?: boolean;
  readonly observer?: ResilienceObserver;
  /** Has a line for each change of a circuit breaker; of one that opens, with why calls failed lately. */
  readonly log: Logger;
  /** A clock in milliseconds that never goes back; `performance.now` unless given. */
  readonly now?: () => number;
  /** Random numbers from 0 up to 1. */
  readonly random?: () => number;
  /** Waits before a retry, and while it is in doubt whether a group is down. */
  readonly wait?: Wait;
}

const waitForTimer: Wait = (milliseconds, signal) =>
  delay(milliseconds, undefined, { ref: false, ...(signal === undefined ? {} : { signal: abortSignalOf(signal) }) });

const changeMessages = {
  open: 'A part of the service is down: calls to it fail at once until a probe gets a response.',
  'half-open': 'A probe got a response: more and more calls go to a part of the service.',
  closed: 'A part of the service is back.',
} as const satisfies Record<CircuitState, string>;

/** Creates a resilient sender; all its circuit breakers are closed. */
export const createResilientSender = ({
  transport,
  retryPercent = 10,
  breaker: hasBreakers = true,
  observer = {},
  log,
  now = () => performance.now(),
  random = Math.random,
  wait = waitForTimer,
}: ResilientSenderOptions): ResilientSender => {
  const budget = createRetryBudget({ percent: retryPercent, now });
  const health = hasBreakers ? createServiceHealth(now) : null;
  const delayCall = createBoundedDelay(wait);

  const createGroup = (name: RouteGroup): RouteGroupSender =>
    createRouteGroupSender({
      health,
      delay: delayCall,
      now,
      random,
      onRejection: (reason) => observer.onRejection?.(name, reason),
      onCircuitChange: (breaker, reasons) => {
        observer.onCircuitChange?.(name, breaker);
        if (breaker === 'open') log.warn({ group: name, breaker, reasons }, changeMessages.open);
        else log.info({ group: name, breaker }, changeMessages[breaker]);
      },
    });

  const groups = new Map(routeGroups.map((name) => [name, createGroup(name)]));

  const groupOf = (name: RouteGroup): RouteGroupSender => {
    const group = groups.get(name);
    if (group === undefined) throw new Error(`There is no route group ${name}.`);
    return group;
  };

  /** Waits until a failed call may be sent again. */
  const waitForRetry = async (request: ServiceRequest, delayMs: number): Promise<void> => {
    try {
      await wait(delayMs, request.signal);
    } catch {
      throw cancelledCall(request);
    }
  };

  const sendTwice = <Request extends ServiceRequest, Result>(
    request: Request,
    send: (request: Request) => Promise<Result>,
  ): Promise<Result> => {
    const group = groupOf(request.group);
    const sendAgain = async (delayMs: number, error: unknown): Promise<Result> => {
      await waitForRetry(request, delayMs);
      try {
        return await group.attempt({ ...request, isRetry: true }, send);
      } catch (later) {
        // The group was found to be down meanwhile: what happened to the call is still its first failure.
        throw wasRefused(later) ? error : later;
      }
    };
    budget.addCall();
    return group.attempt(request, send, {
      recover: (error) => {
        const delayMs = retryDelayMs(request.retry, error, random);
        const timeLeftMs = request.timeLeftMs?.() ?? Number.POSITIVE_INFINITY;
        if (delayMs === null || delayMs >= timeLeftMs || !budget.take()) return null;
        group.countRetry();
        observer.onRetry?.(request.group);
        return sendAgain(delayMs, error);
      },
    });
  };

  const sendOnce = (request: JsonRequest) => transport.send(request);

  return {
    send: (request) => sendTwice(request, sendOnce),
    open: (request) => sendTwice(request, (one) => transport.open(one)),
    state: (group) => groupOf(group).state(),
  };
};
