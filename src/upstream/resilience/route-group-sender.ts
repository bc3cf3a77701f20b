/** Sends the calls of one route group through its circuit breaker, and counts them. */

import { failureKinds } from '../call/failure-kinds.ts';
import { failureReasonOf } from '../call/failure-reason.ts';
import { failureIn, kindOf, UpstreamFailure } from '../call/failure.ts';
import type { ServiceRequest } from '../call/service-request.ts';
import { type BoundedDelay, DELAY_MS } from './bounded-delay.ts';
import {
  type CallOutcome,
  type CircuitBreaker,
  type CircuitState,
  createCircuitBreaker,
  idleBreaker,
  type Pass,
  type Refusal,
} from './circuit-breaker.ts';
import { createRecentReasons, type ReasonCounts } from './recent-reasons.ts';
import type { ServiceHealth } from './try-schedule.ts';

/** Reason why a call was not sent: its group is down, or too many wait. One that was recalled counts as the latter. */
export type RejectionReason = 'breaker' | 'queue';

/** State of a route group. */
export interface GroupState {
  readonly breaker: CircuitState;
  /** Calls that were sent and have no response yet. */
  readonly inFlight: number;
  /** Calls that wait for a connection, or to hear whether the group is down. */
  readonly queued: number;
  /** Calls that were sent again, so far. */
  readonly retries: number;
  /** Calls that were not sent, so far. */
  readonly rejections: Readonly<Record<RejectionReason, number>>;
}

/** Options of a try. */
export interface TryOptions<Result> {
  /** Recovers from its failure; null where that cannot be done. */
  readonly recover?: (error: unknown) => Promise<Result> | null;
}

/** The sender of a route group. */
export type RouteGroupSender = ReturnType<typeof createRouteGroupSender>;

/** Dependencies of the sender of a group. */
export interface RouteGroupSenderOptions {
  /** Null for a group that never counts as down. */
  readonly health: ServiceHealth | null;
  readonly delay: BoundedDelay;
  readonly now: () => number;
  readonly random: () => number;
  readonly onRejection: (reason: RejectionReason) => void;
  /** Called with the reasons why calls failed lately. */
  readonly onCircuitChange: (state: CircuitState, reasons: ReasonCounts) => void;
}

/** Outcome of a failed call. A 4xx is a response; a call that was cancelled, recalled or never left says nothing of the service. */
const outcomeOf = (error: unknown): CallOutcome => {
  const failure = failureIn(error);
  const opensBreaker = failure === null ? null : failureKinds[failure.kind].opensBreaker;
  return opensBreaker === null ? 'withdrawn' : opensBreaker ? 'failed' : 'responded';
};

/** Returns whether a call was refused here, before anything was sent. */
export const wasRefused = (error: unknown): boolean => ['queue_full', 'breaker_open'].includes(kindOf(error) ?? '');

/** Together a second: as long as it may be in doubt whether a group is down. */
const MAX_DELAYS = 1_000 / DELAY_MS;

const isRefusal = (leave: Pass | Refusal | null): leave is Refusal => typeof leave === 'string';

/** Creates the sender of a group. */
export const createRouteGroupSender = (options: RouteGroupSenderOptions) => {
  const { health, delay, now, random, onRejection, onCircuitChange } = options;
  const reasons = createRecentReasons(now);
  const onChange = (state: CircuitState): void => onCircuitChange(state, reasons.count());
  const breaker: CircuitBreaker =
    health === null ? idleBreaker : createCircuitBreaker({ now, random, health, onChange });
  const rejections = { breaker: 0, queue: 0 };
  let inFlight = 0;
  let queued = 0;
  let retries = 0;

  const countRejection = (reason: RejectionReason): void => {
    rejections[reason] += 1;
    onRejection(reason);
  };

  const refusalOf = ({ operation }: ServiceRequest): UpstreamFailure =>
    new UpstreamFailure('breaker_open', { operation });

  const refuse = (request: ServiceRequest): Promise<never> => {
    countRejection('breaker');
    return Promise.reject(refusalOf(request));
  };

  const attempt = <Request extends ServiceRequest, Result>(
    request: Request,
    send: (request: Request) => Promise<Result>,
    tryOptions: TryOptions<Result> = {},
    delays = 0,
  ): Promise<Result> => {
    const { recover } = tryOptions;
    const sendLater = async (): Promise<Result> => {
      if (delays === MAX_DELAYS) return refuse(request);
      queued += 1;
      const wasDelayed = await delay(request).finally(() => {
        queued -= 1;
      });
      return wasDelayed ? attempt(request, send, tryOptions, delays + 1) : refuse(request);
    };
    const verdict = breaker.judge();
    if (verdict === 'refused') return refuse(request);
    if (verdict === 'wait') return sendLater();
    const call: { leave: Pass | Refusal | null; sentAt: number } = { leave: null, sentAt: 0 };
    // Asked again when the wait for a connection is over: what queued while all was well must not reach a dead service.
    const onSend = (): void => {
      call.leave = breaker.admit();
      if (isRefusal(call.leave)) throw refusalOf(request);
      call.sentAt = now();
      queued -= 1;
      inFlight += 1;
      request.onSend?.();
    };
    queued += 1;
    /** Counts the call as ended. @returns whether it was sent */
    const end = (outcome: CallOutcome): boolean => {
      if (call.leave === null || isRefusal(call.leave)) {
        queued -= 1;
        return false;
      }
      call.leave.end(outcome, call.sentAt);
      inFlight -= 1;
      return true;
    };
    return send({ ...request, onSend }).then(
      (result) => {
        end('responded');
        breaker.countCall(false);
        return result;
      },
      (error: unknown) => {
        const outcome = outcomeOf(error);
        const reason = failureReasonOf(error);
        // Before the circuit breaker counts it, which may open for it.
        if (outcome === 'failed' && call.leave !== null && !isRefusal(call.leave) && reason !== null)
          reasons.record(reason);
        const isSent = end(outcome);
        if (call.leave === 'wait') return sendLater();
        if (isRefusal(call.leave)) return refuse(request);
        if (kindOf(error) === 'queue_full') countRejection('queue');
        const recovered = recover?.(error) ?? null;
        if (recovered !== null) return recovered;
        if (isSent && outcome !== 'withdrawn') breaker.countCall(outcome === 'failed');
        throw error;
      },
    );
  };

  return {
    state: (): GroupState => ({ breaker: breaker.state, inFlight, queued, retries, rejections: { ...rejections } }),
    countRetry: (): void => {
      retries += 1;
    },
    /**
     * Makes one try, or waits with it for a second at most while it is in doubt whether the group is down.
     *
     * @throws UpstreamFailure `breaker_open` when the group is down, at once when that is known; `cancelled` when its caller goes while it
     *   waits
     * @throws what `send` throws
     */
    attempt: <Request extends ServiceRequest, Result>(
      request: Request,
      send: (request: Request) => Promise<Result>,
      tryOptions?: TryOptions<Result>,
    ): Promise<Result> => attempt(request, send, tryOptions),
  };
};
