/** One request from start to end: its permits, its time-outs, its cancellation and its result. */
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { Canceller } from '../../concurrency/cancellation.ts';
import { QueueFullError, WaitCancelledError, withPermit } from '../../concurrency/semaphore.ts';
import { startTimeout } from '../../concurrency/timeout.ts';
import { cancelledCall } from '../call/cancelled-call.ts';
import { failureIn, UpstreamFailure } from '../call/failure.ts';
import type { ServiceRequest } from '../call/service-request.ts';
import { errorForConnection, errorForTimeout } from '../transport/connection-error.ts';
import type { ConnectionPool } from '../transport/connection-pool.ts';
import type { HttpRequest } from '../transport/dispatch-request.ts';
import type { Outcome, PendingRequest, Progress } from '../transport/pending-request.ts';
import type { PermitTaker } from '../transport/permit-taker.ts';
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

/** With less time left than this a request is not sent any more: a write would only end with an unknown result. */
const MIN_TIME_LEFT_MS = 10;

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

/** Creates the runner of requests. */
export const createRequestRunner = ({ basePath, writeHeaders }: RequestRunnerOptions): RunRequest => {
  /** Sends a request when it has its permits. */
  const send = <Result>(
    plan: RequestPlan<Result>,
    pending: PendingRequest<Result>,
    leftMs: () => number,
    recall: PermitTaker['recall'],
  ): Promise<void> => {
    const { request, accept, pool, perform } = plan;
    const { ending } = pending;
    const sendNow = (): Promise<void> => {
      if (ending.aborted) throw new WaitCancelledError();
      if (leftMs() < MIN_TIME_LEFT_MS) throw errorForTimeout({ ...request, status: null }, false);
      plan.onSend?.();
      const httpRequest = {
        method: request.method,
        path: basePath + request.path,
        headers: writeHeaders(request, accept),
        body: bodyOf(request),
        connection: connectionFor(request),
      };
      return perform(pool, httpRequest, pending);
    };
    const taker = { group: request.group, ending, recall };
    return withPermit(pool.permits, taker, sendNow);
  };

  return <Result>(plan: RequestPlan<Result>) =>
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
      if (signal?.aborted === true) {
        cancel();
        return;
      }
      const endsAt = performance.now() + plan.totalMs;
      const stopTimeout = startTimeout(expire, plan.totalMs, false);
      const outcome: Outcome<Result> = { resolve, reject };
      signal?.addEventListener('abort', cancel, { once: true });
      const stop = (): void => {
        stopTimeout();
        signal?.removeEventListener('abort', cancel);
      };
      const recall = retry === 'safe' ? () => end(new UpstreamFailure('queue_full', { operation })) : null;
      const leftMs = (): number => endsAt - performance.now();
      send(plan, { progress, outcome, ending }, leftMs, recall).then(stop, (error: unknown) => {
        const failure = failureIn(error);
        if (failure !== null) reject(failure);
        else if (error instanceof QueueFullError) reject(new UpstreamFailure('queue_full', { operation }));
        else reject(errorForConnection(failed(), error));
        stop();
      });
    });
};
