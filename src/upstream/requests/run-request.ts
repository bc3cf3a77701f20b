/** One request from start to end: its permit, its time-out, its cancellation and its result. */
import { Readable } from 'node:stream';
import { type Cancellation, Canceller } from '../../concurrency/cancellation.ts';
import { QueueFullError } from '../../concurrency/queue-full.ts';
import { startTimeout } from '../../concurrency/timeout.ts';
import { cancelledCall } from '../call/cancelled-call.ts';
import { failureIn, UpstreamFailure } from '../call/failure.ts';
import type { ServiceRequest } from '../call/service-request.ts';
import { errorForConnection, errorForTimeout } from '../transport/connection-error.ts';
import type { ConnectionPool } from '../transport/connection-pool.ts';
import type { HttpRequest } from '../transport/dispatch-request.ts';
import type { Outcome, PendingRequest, Progress } from '../transport/pending-request.ts';
import { type Permit, WaitCancelledError } from '../transport/permit.ts';
import type { ConnectionAge } from '../transport/service-connections.ts';
import type { WriteRequestHeaders } from './request-headers.ts';

/** Plan of a request, by the kind of its response. */
export interface RequestPlan<Result> {
  readonly request: ServiceRequest;
  /** Media type of the response. */
  readonly accept: string;
  readonly pool: ConnectionPool;
  readonly totalMs: number;
  /** Called right before it leaves, when it has its permit. What it throws is what becomes of it. */
  readonly onSend: (() => void) | undefined;
  /** Sends the request and reads its response. */
  readonly perform: (pool: ConnectionPool, request: HttpRequest, pending: PendingRequest<Result>) => Promise<void>;
}

/** Runs requests. */
export type RunRequest = <Result>(plan: RequestPlan<Result>) => Promise<Result>;

/** Options that all requests of a transport share. */
export interface RequestRunnerOptions {
  /** Path of the base URL, without a slash at its end. */
  readonly basePath: string;
  readonly writeHeaders: WriteRequestHeaders;
}

/**
 * A service may close a kept connection at any moment. Then nobody knows what became of the request that is on it: one that cannot
 * simply be repeated goes on a connection of its own, and so does one that is.
 */
const connectionFor = ({ retry, isRetry = false }: ServiceRequest): ConnectionAge =>
  retry === 'safe' && !isRetry ? 'kept' : 'fresh';

/** The body for the HTTP client. */
const bodyOf = ({ body }: ServiceRequest): string | Readable | null => {
  if (body === undefined) return null;
  return typeof body.content === 'string' ? body.content : Readable.from(body.content);
};

/** For what nobody ends before its time. */
const endless: Cancellation = {
  aborted: false,
  reason: null,
  addEventListener: () => {},
  removeEventListener: () => {},
};

/** The error of a wait for a permit. */
const errorForWait = (request: ServiceRequest, error: unknown): unknown => {
  if (error instanceof QueueFullError) return new UpstreamFailure('queue_full', { operation: request.operation });
  return error instanceof WaitCancelledError ? cancelledCall(request) : error;
};

/** Creates the runner of requests. */
export const createRequestRunner = ({ basePath, writeHeaders }: RequestRunnerOptions): RunRequest => {
  const send = async <Result>(
    { request, accept, pool, perform, onSend }: RequestPlan<Result>,
    pending: PendingRequest<Result>,
  ): Promise<void> => {
    onSend?.();
    const httpRequest = {
      method: request.method,
      path: basePath + request.path,
      headers: writeHeaders(request, accept),
      body: bodyOf(request),
      connection: connectionFor(request),
    };
    await perform(pool, httpRequest, pending);
  };

  /** Runs a request that has its permit, and gives that back when all of it is over, which may be after its result. */
  const run = <Result>(plan: RequestPlan<Result>, permit: Permit): Promise<Result> =>
    new Promise<Result>((resolve, reject) => {
      const { operation, retry, signal } = plan.request;
      const progress: Progress = { sent: false, status: null, verdict: null };
      const ending = new Canceller();
      const failed = () => ({ operation, retry, status: progress.status });
      // The result does not wait for the HTTP client, which cannot leave an attempt to connect before it is over.
      const end = (error: UpstreamFailure): void => {
        reject(error);
        ending.cancel(error);
      };
      const expire = (): void => end(progress.verdict ?? errorForTimeout(failed(), progress.sent));
      const cancel = (): void => end(cancelledCall(plan.request, progress));
      const stopTimeout = startTimeout(expire, plan.totalMs, false);
      const outcome: Outcome<Result> = { resolve, reject };
      signal?.addEventListener('abort', cancel, { once: true });
      const stop = (): void => {
        stopTimeout();
        signal?.removeEventListener('abort', cancel);
        permit.release();
      };
      send(plan, { progress, outcome, ending }).then(stop, (error: unknown) => {
        reject(failureIn(error) ?? errorForConnection(failed(), error, progress.sent));
        stop();
      });
    });

  const runLater = async <Result>(plan: RequestPlan<Result>, waiting: Promise<Permit>): Promise<Result> => {
    const { request } = plan;
    let permit: Permit;
    try {
      permit = await waiting;
    } catch (error) {
      throw errorForWait(request, error);
    }
    if (request.signal?.aborted !== true) return run(plan, permit);
    permit.release();
    throw cancelledCall(request);
  };

  /** While it waits for its permit, a request has no time-out yet, and nothing to send. */
  return (plan) => {
    const { caller = null, group: part, signal: ending = endless } = plan.request;
    if (ending.aborted) return Promise.reject(cancelledCall(plan.request));
    const permit = plan.pool.permits.take({ caller, part, ending });
    return permit instanceof Promise ? runLater(plan, permit) : run(plan, permit);
  };
};
