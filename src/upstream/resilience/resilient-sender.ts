/** Sends requests through a circuit breaker for each part of the service, and once more where that can do no harm. */
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { abortSignalOf, type Cancellation } from '../../concurrency/cancellation.ts';
import type { Logger } from '../../log/logger.ts';
import { failureOfCancellation } from '../call-failures.ts';
import { failureKinds } from '../call/failure-kinds.ts';
import { failureReasonOf } from '../call/failure-reason.ts';
import { failureIn, kindOf, UpstreamFailure } from '../call/failure.ts';
import { type RouteGroup, routeGroups } from '../call/route-group.ts';
import type { ServiceRequest } from '../call/service-request.ts';
import type { Transport } from '../requests/transport.ts';
import { type CallOutcome, CircuitBreaker, type CircuitState, type Pass } from './circuit-breaker.ts';
import { createRecentReasons } from './recent-reasons.ts';
import { createRetryBudget } from './retry-budget.ts';
import { retryDelayMs } from './retry-policy.ts';

export type { CircuitState } from './circuit-breaker.ts';

/** Reason why a call was not sent: its part is down, or too many wait. */
export type RejectionReason = 'breaker' | 'queue';

/** State of a part of the service. */
export interface GroupState {
  readonly breaker: CircuitState;
  /** Calls that were sent and have no response yet. */
  readonly inFlight: number;
  /** Calls that wait for a connection, or to hear whether the part is back. */
  readonly queued: number;
  /** Calls that were sent again, so far. */
  readonly retries: number;
  /** Calls that were not sent, so far. */
  readonly rejections: Readonly<Record<RejectionReason, number>>;
}

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
  /** State of a part of the service. */
  state(group: RouteGroup): GroupState;
}

/** Waits; rejects when the signal is aborted meanwhile. */
export type Wait = (milliseconds: number, signal: Cancellation | undefined) => Promise<unknown>;

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
  /** Waits before a retry, and while a part is down. */
  readonly wait?: Wait;
}

const waitForTimer: Wait = (milliseconds, signal) =>
  delay(milliseconds, undefined, { ref: false, ...(signal === undefined ? {} : { signal: abortSignalOf(signal) }) });

const DOWN = 'A part of the service is down: calls to it fail until a probe gets a response.';

/** A read that meets an open breaker asks again so often, and waits in between: 300 ms together, a probe and what it takes. */
const PAUSES = 6;
const PAUSE_MS = 50;
/** What comes beyond that is better refused than sent all at once. */
const MAX_PAUSED = 256;

/** Outcome of a failed try. A 4xx is a response; a call that was cancelled or never left says nothing of the service. */
const outcomeOf = (error: unknown): CallOutcome => {
  const failure = failureIn(error);
  const opensBreaker = failure === null ? null : failureKinds[failure.kind].opensBreaker;
  if (opensBreaker === null) return 'withdrawn';
  return opensBreaker ? 'failed' : 'responded';
};

/** A part of the service. */
interface Group {
  /** Null where there are no breakers. */
  readonly breaker: CircuitBreaker | null;
  readonly recordReason: ReturnType<typeof createRecentReasons>['record'];
  readonly rejections: Record<RejectionReason, number>;
  inFlight: number;
  queued: number;
  retries: number;
}

const freePass: Pass = { end: () => {} };

/** One try of a call. */
class Try {
  readonly #group: Group;
  readonly #operation: string;
  readonly #onSend: (() => void) | undefined;
  #pass: Pass | null = null;

  constructor(group: Group, { operation }: ServiceRequest, onSend: (() => void) | undefined) {
    this.#group = group;
    this.#operation = operation;
    this.#onSend = onSend;
    group.queued += 1;
  }

  /** Called when it leaves. The breaker is asked again: what queued while all was well must not reach a dead service. */
  readonly send = (): void => {
    const { breaker } = this.#group;
    const pass = breaker === null ? freePass : breaker.admit();
    if (pass === null) throw new UpstreamFailure('breaker_open', { operation: this.#operation });
    this.#pass = pass;
    this.#group.queued -= 1;
    this.#group.inFlight += 1;
    this.#onSend?.();
  };

  end(outcome: CallOutcome): void {
    if (this.#pass === null) {
      this.#group.queued -= 1;
      return;
    }
    this.#group.inFlight -= 1;
    this.#pass.end(outcome);
  }
}

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
  let paused = 0;

  const createGroup = (name: RouteGroup): Group => {
    const reasons = createRecentReasons(now);
    let isDown = false;
    const onChange = (breaker: CircuitState): void => {
      observer.onCircuitChange?.(name, breaker);
      // Four probes a second that fail say nothing new.
      if (breaker === 'open' && !isDown) log.warn({ group: name, breaker, reasons: reasons.count() }, DOWN);
      if (breaker === 'closed') log.info({ group: name, breaker }, 'A part of the service is back.');
      isDown = breaker !== 'closed';
    };
    return {
      breaker: hasBreakers ? new CircuitBreaker({ now, onChange }) : null,
      recordReason: reasons.record,
      rejections: { breaker: 0, queue: 0 },
      inFlight: 0,
      queued: 0,
      retries: 0,
    };
  };

  const groups = new Map(routeGroups.map((name) => [name, createGroup(name)]));

  const groupOf = (name: RouteGroup): Group => {
    const group = groups.get(name);
    if (group === undefined) throw new Error(`There is no route group ${name}.`);
    return group;
  };

  const waitFor = async (request: ServiceRequest, milliseconds: number): Promise<void> => {
    try {
      await wait(milliseconds, request.signal);
    } catch {
      throw failureOfCancellation(request, null, false);
    }
  };

  const countRejection = (group: Group, name: RouteGroup, reason: RejectionReason): void => {
    group.rejections[reason] += 1;
    observer.onRejection?.(name, reason);
  };

  /** Waits for a part that is down. @returns false, at once, where that is not worth it */
  const pause = async (request: ServiceRequest, group: Group, pauses: number): Promise<boolean> => {
    if (request.retry !== 'safe' || pauses === PAUSES || paused >= MAX_PAUSED) return false;
    group.queued += 1;
    paused += 1;
    try {
      await waitFor(request, PAUSE_MS);
    } finally {
      group.queued -= 1;
      paused -= 1;
    }
    return true;
  };

  /** Makes one try, when its part is not down; a read waits for that a little. */
  const attempt = async <Request extends ServiceRequest, Result>(
    request: Request,
    send: (request: Request, onSend: () => void) => Promise<Result>,
    onSend: (() => void) | undefined,
  ): Promise<Result> => {
    const group = groupOf(request.group);
    for (let pauses = 0; ; pauses += 1) {
      if (group.breaker === null || group.breaker.isPassable) {
        const attempted = new Try(group, request, onSend);
        try {
          const result = await send(request, attempted.send);
          attempted.end('responded');
          return result;
        } catch (error) {
          const outcome = outcomeOf(error);
          const reason = outcome === 'failed' ? failureReasonOf(error) : null;
          // Before the circuit breaker counts it, which may open for it.
          if (reason !== null) group.recordReason(reason);
          attempted.end(outcome);
          if (kindOf(error) === 'queue_full') countRejection(group, request.group, 'queue');
          if (kindOf(error) !== 'breaker_open') throw error;
        }
      }
      if (!(await pause(request, group, pauses))) {
        countRejection(group, request.group, 'breaker');
        throw new UpstreamFailure('breaker_open', request);
      }
    }
  };

  /** Makes a call: a second try follows a failure that may pass. */
  const deliver = async <Request extends ServiceRequest, Result>(
    request: Request,
    send: (request: Request, onSend: () => void) => Promise<Result>,
    onSend: (() => void) | undefined,
  ): Promise<Result> => {
    budget.addCall();
    try {
      return await attempt(request, send, onSend);
    } catch (error) {
      const delayMs = retryDelayMs(request.retry, error, random);
      const timeLeftMs = request.timeLeftMs?.() ?? Number.POSITIVE_INFINITY;
      if (delayMs === null || delayMs >= timeLeftMs || !budget.take()) throw error;
      groupOf(request.group).retries += 1;
      observer.onRetry?.(request.group);
      await waitFor(request, delayMs);
      try {
        return await attempt({ ...request, isRetry: true }, send, onSend);
      } catch (later) {
        // It was not even sent: what happened to the call is still its first failure.
        throw ['queue_full', 'breaker_open'].includes(kindOf(later) ?? '') ? error : later;
      }
    }
  };

  const { send, open } = transport;

  return {
    send: (request, onSend) => deliver(request, send, onSend),
    open: (request, onSend) => deliver(request, open, onSend),
    state: (name) => {
      const { breaker, inFlight, queued, retries, rejections } = groupOf(name);
      return { breaker: breaker?.state ?? 'closed', inFlight, queued, retries, rejections: { ...rejections } };
    },
  };
};
