/** The calls of one route group: how many there are, and whether they may be sent. */
import { type Breaker, type BreakerState, type CallOutcome, createBreaker, idleBreaker, type Pass } from './breaker.ts';
import {
  OperationCancelledError,
  ResultUnknownError,
  UpstreamError,
  UpstreamInvalidError,
  UpstreamOverloadedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from './errors.ts';
import type { FailureRun } from './failure-run.ts';
import { BREAKER_OPEN } from './retry-policy.ts';
import type { RequestHead } from './transport.ts';

/** Why a call was not sent: its group is down, or too many wait. */
export type RejectionReason = 'breaker' | 'queue';

/** How a route group is. */
export interface GroupState {
  readonly breaker: BreakerState;
  /** Calls that were sent and are not answered. */
  readonly inFlight: number;
  /** Calls that wait for a connection. */
  readonly queued: number;
  /** Calls that were sent again, so far. */
  readonly retries: number;
  /** Calls that were not sent, so far. */
  readonly rejections: Readonly<Record<RejectionReason, number>>;
}

/** The calls of a route group. */
export interface GuardedGroup {
  state(): GroupState;
  /**
   * Makes one try.
   *
   * @param recover what to do about its failure; unless given, that is what comes of it
   * @throws UpstreamUnavailableError with the reason `BREAKER_OPEN`, at once, when the group is down
   * @throws what `send` throws
   */
  attempt<Request extends RequestHead, Result>(
    request: Request,
    send: (request: Request) => Promise<Result>,
    recover?: (error: unknown) => Promise<Result>,
  ): Promise<Result>;
  countRetry(): void;
}

/** What a group is made of. */
export interface GuardedGroupOptions {
  /** Null for a group that never counts as down. */
  readonly serviceRun: FailureRun | null;
  readonly now: () => number;
  readonly onRejection: (reason: RejectionReason) => void;
  readonly onBreakerChange: (state: BreakerState) => void;
}

/** What a failure says of the service. A 4xx is an answer; a call that was given up or never left says nothing. */
const outcomeOf = (error: unknown): CallOutcome => {
  if (!(error instanceof UpstreamError) || error instanceof OperationCancelledError) return 'withdrawn';
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

const fail = async (error: unknown): Promise<never> => {
  throw error;
};

/** Creates a group without calls. */
export const createGuardedGroup = (options: GuardedGroupOptions): GuardedGroup => {
  const { serviceRun, now, onRejection, onBreakerChange } = options;
  const breaker: Breaker =
    serviceRun === null ? idleBreaker : createBreaker({ now, serviceRun, onChange: onBreakerChange });
  const rejections = { breaker: 0, queue: 0 };
  let inFlight = 0;
  let queued = 0;
  let retries = 0;

  const countRejection = (reason: RejectionReason): void => {
    rejections[reason] += 1;
    onRejection(reason);
  };

  const refuse = (operation: string): UpstreamUnavailableError => {
    countRejection('breaker');
    const retryAfterSeconds = Math.max(1, Math.ceil(breaker.refusedForMs / 1000));
    return new UpstreamUnavailableError({ operation, reason: BREAKER_OPEN, retryable: true, retryAfterSeconds });
  };

  return {
    state: () => ({ breaker: breaker.state, inFlight, queued, retries, rejections: { ...rejections } }),
    countRetry: () => {
      retries += 1;
    },
    attempt: (request, send, recover = fail) => {
      if (breaker.refusedForMs > 0) return recover(refuse(request.operation));
      const call: { pass: Pass | null } = { pass: null };
      // Asked again when the wait for a connection is over: what queued while all was well must not reach a dead service.
      const onSend = (): void => {
        const pass = breaker.admit();
        if (pass === null) throw refuse(request.operation);
        call.pass = pass;
        queued -= 1;
        inFlight += 1;
        request.onSend?.();
      };
      queued += 1;
      const end = (outcome: CallOutcome): void => {
        call.pass?.end(outcome);
        if (call.pass === null) queued -= 1;
        else inFlight -= 1;
      };
      return send({ ...request, onSend }).then(
        (result) => {
          end('answered');
          return result;
        },
        (error: unknown) => {
          end(outcomeOf(error));
          if (error instanceof UpstreamOverloadedError) countRejection('queue');
          return recover(error);
        },
      );
    },
  };
};
