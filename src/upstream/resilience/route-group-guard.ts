/** The calls of one route group: how many there are, and whether they may be sent. */

import {
  OperationCancelledError,
  ResultUnknownError,
  UpstreamError,
  UpstreamInvalidError,
  UpstreamOverloadedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../call/errors.ts';
import { failureReasonOf } from '../call/failure-reason.ts';
import type { ServiceRequest } from '../requests/transport.ts';
import {
  type CallOutcome,
  type CircuitBreaker,
  type CircuitState,
  createCircuitBreaker,
  idleBreaker,
  type Pass,
  type Refusal,
  type ServiceHealth,
} from './circuit-breaker.ts';
import { HOLD_MOMENT_MS, type Hold } from './hold.ts';
import { createRecentReasons, type ReasonCounts } from './recent-reasons.ts';
import { BREAKER_OPEN } from './retry-policy.ts';

/** Why a call was not sent: its group is down, or too many wait. Or it was called back, which counts as the latter. */
export type RejectionReason = 'breaker' | 'queue';

/** How a route group is. */
export interface GroupState {
  readonly breaker: CircuitState;
  /** Calls that were sent and are not answered. */
  readonly inFlight: number;
  /** Calls that wait for a connection, or to hear whether the group is down. */
  readonly queued: number;
  /** Calls that were sent again, so far. */
  readonly retries: number;
  /** Calls that were not sent, so far. */
  readonly rejections: Readonly<Record<RejectionReason, number>>;
}

/** How a try differs from most. */
export interface TryOptions<Result> {
  /** What is done about its failure; null for nothing, and unless given. */
  readonly recover?: (error: unknown) => Promise<Result> | null;
  /** Whether its request is used up by `send`, sent or not. */
  readonly isUsedUp?: boolean;
}

/** The calls of a route group. */
export interface RouteGroupGuard {
  state(): GroupState;
  /**
   * Makes one try, or waits with it for a second at most while it is in doubt whether the group is down.
   *
   * @throws UpstreamUnavailableError with the reason `BREAKER_OPEN` when the group is down; at once when that is known
   * @throws OperationCancelledError when its caller goes while it waits
   * @throws what `send` throws
   */
  attempt<Request extends ServiceRequest, Result>(
    request: Request,
    send: (request: Request) => Promise<Result>,
    options?: TryOptions<Result>,
  ): Promise<Result>;
  countRetry(): void;
}

/** What a group is made of. */
export interface RouteGroupGuardOptions {
  /** Null for a group that never counts as down. */
  readonly health: ServiceHealth | null;
  readonly hold: Hold;
  readonly now: () => number;
  readonly random: () => number;
  readonly onRejection: (reason: RejectionReason) => void;
  /** Told with why calls failed lately. */
  readonly onBreakerChange: (state: CircuitState, reasons: ReasonCounts) => void;
}

/** What a failure says of the service. A 4xx is an answer; a call that was given up, called back or never left says nothing. */
const outcomeOf = (error: unknown): CallOutcome => {
  if (!(error instanceof UpstreamError)) return 'withdrawn';
  if (error instanceof OperationCancelledError || error instanceof UpstreamOverloadedError) return 'withdrawn';
  const isFault =
    error instanceof UpstreamUnavailableError ||
    error instanceof UpstreamTimeoutError ||
    error instanceof UpstreamInvalidError ||
    error instanceof ResultUnknownError;
  return isFault ? 'failed' : 'answered';
};

/** Tells whether a call was refused here, before anything was sent. */
export const wasRefused = (error: unknown): boolean =>
  error instanceof UpstreamOverloadedError || (error instanceof UpstreamError && error.reason === BREAKER_OPEN);

/** Together a second: as long as it may be in doubt whether a group is down. */
const MOST_MOMENTS = 1_000 / HOLD_MOMENT_MS;

const isRefusal = (leave: Pass | Refusal | null): leave is Refusal => typeof leave === 'string';

/** Creates a group without calls. */
export const createRouteGroupGuard = (options: RouteGroupGuardOptions): RouteGroupGuard => {
  const { health, hold, now, random, onRejection, onBreakerChange } = options;
  const reasons = createRecentReasons(now);
  const onChange = (state: CircuitState): void => onBreakerChange(state, reasons.count());
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

  const refusalOf = ({ operation }: ServiceRequest): UpstreamUnavailableError =>
    new UpstreamUnavailableError({ operation, reason: BREAKER_OPEN, retryable: true, retryAfterSeconds: 1 });

  const refuse = (request: ServiceRequest): Promise<never> => {
    countRejection('breaker');
    return Promise.reject(refusalOf(request));
  };

  const attempt = <Request extends ServiceRequest, Result>(
    request: Request,
    send: (request: Request) => Promise<Result>,
    tryOptions: TryOptions<Result> = {},
    momentsHeld = 0,
  ): Promise<Result> => {
    const { recover, isUsedUp = false } = tryOptions;
    const keep = async (): Promise<Result> => {
      if (momentsHeld === MOST_MOMENTS) return refuse(request);
      queued += 1;
      const isKept = await hold.keep(request).finally(() => {
        queued -= 1;
      });
      return isKept ? attempt(request, send, tryOptions, momentsHeld + 1) : refuse(request);
    };
    const verdict = breaker.judge();
    if (verdict === 'refused') return refuse(request);
    if (verdict === 'wait') return keep();
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
    /** Tells whether it was sent. */
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
        end('answered');
        breaker.countCall(false);
        return result;
      },
      (error: unknown) => {
        const outcome = outcomeOf(error);
        const reason = failureReasonOf(error);
        // Before the breaker is told, which may open for it.
        if (outcome === 'failed' && call.leave !== null && !isRefusal(call.leave) && reason !== null)
          reasons.note(reason);
        const isSent = end(outcome);
        if (call.leave === 'wait' && !isUsedUp) return keep();
        if (isRefusal(call.leave)) return refuse(request);
        if (error instanceof UpstreamOverloadedError) countRejection('queue');
        const recovered = recover?.(error) ?? null;
        if (recovered !== null) return recovered;
        if (isSent && outcome !== 'withdrawn') breaker.countCall(outcome === 'failed');
        throw error;
      },
    );
  };

  return {
    state: () => ({ breaker: breaker.state, inFlight, queued, retries, rejections: { ...rejections } }),
    countRetry: () => {
      retries += 1;
    },
    attempt: (request, send, tryOptions) => attempt(request, send, tryOptions),
  };
};
