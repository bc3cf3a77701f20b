/** HTTP requests to the service: one try each, over kept connections, bounded in time and size. */
import { setMaxListeners } from 'node:events';
import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import { errorForConnection, errorForTimeout } from './connection-error.ts';
import { Ending } from './ending.ts';
import { OperationCancelledError, UpstreamError } from './errors.ts';
import { createResponseReader, type Outcome, type Progress } from './response.ts';
import { createSlots } from './slots.ts';
import { type TransportOptions, transportDefaults } from './transport-options.ts';
import { headersOf, type Reply, type TransportRequest } from './transport-request.ts';

export type { TransportOptions } from './transport-options.ts';
export type { Reply, TransportRequest } from './transport-request.ts';

/** How busy a transport is. */
export interface TransportLoad {
  /** Requests under way. */
  readonly active: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
}

/** Sends requests to the service. Disposing of it ends the requests under way and closes all connections. */
export interface Transport extends AsyncDisposable {
  /** @throws UpstreamError */
  send(request: TransportRequest): Promise<Reply>;
  load(): TransportLoad;
}

const MAX_REQUESTS_PER_CONNECTION = 1000;
/** With less time left than this a request is not sent any more: a write would only end with an unknown result. */
const MIN_TIME_LEFT_MS = 10;

/** Creates a transport. It makes no connection before the first request. */
export const createTransport = (options: TransportOptions): Transport => {
  const { tokenHeader, connections, maxJsonBytes, maxErrorBytes, keepAliveTimeoutMs, now } = {
    ...transportDefaults,
    ...options,
  };
  const { connectMs, headersMs, bodyGapMs, totalMs } = { ...transportDefaults.timeouts, ...options.timeouts };
  const basePath = options.baseUrl.pathname.replace(/\/+$/, '');
  const slots = createSlots(connections);
  const readResponse = createResponseReader({ maxJsonBytes, maxErrorBytes }, now);
  // No interceptor, no redirect handler: they know `Authorization` for a secret, but not `Authorisation`.
  const pool = new Pool(options.baseUrl.origin, {
    connections,
    pipelining: 1,
    connect: { timeout: connectMs },
    headersTimeout: headersMs,
    bodyTimeout: bodyGapMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    keepAliveMaxTimeout: keepAliveTimeoutMs,
    maxRequestsPerClient: MAX_REQUESTS_PER_CONNECTION,
  });

  const perform = async (
    request: TransportRequest,
    progress: Progress,
    outcome: Outcome,
    ending: Ending,
  ): Promise<void> => {
    const sendBefore = performance.now() + totalMs - MIN_TIME_LEFT_MS;
    await slots.take(ending);
    try {
      if (performance.now() > sendBefore) throw errorForTimeout({ ...request, status: null }, false);
      progress.sent = true;
      const response = await pool.request({
        method: request.method,
        path: basePath + request.path,
        headers: headersOf(request, tokenHeader),
        body: request.body?.text ?? null,
        signal: ending,
      });
      await readResponse(request, response, progress, outcome);
    } finally {
      slots.release();
    }
  };

  const send = (request: TransportRequest): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const { operation, retry, signal } = request;
      const progress: Progress = { sent: false, status: null, verdict: null };
      const ending = new Ending();
      const failed = () => ({ operation, retry, status: progress.status });
      // The result does not wait for the HTTP client, which cannot leave an attempt to connect before it is over.
      const end = (error: UpstreamError): void => {
        reject(error);
        ending.end();
      };
      const expire = (): void => end(progress.verdict ?? errorForTimeout(failed(), progress.sent));
      const cancel = (): void =>
        end(new OperationCancelledError({ operation, status: progress.status, sent: progress.sent }));
      if (signal?.aborted === true) {
        cancel();
        return;
      }
      const timer = setTimeout(expire, totalMs).unref();
      if (signal !== undefined) {
        // All calls of an operation share its signal; Node takes more than ten listeners for a leak.
        setMaxListeners(0, signal);
        signal.addEventListener('abort', cancel, { once: true });
      }
      perform(request, progress, { resolve, reject }, ending)
        .catch((error: unknown) => reject(error instanceof UpstreamError ? error : errorForConnection(failed(), error)))
        .finally(() => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', cancel);
        });
    });

  return {
    send,
    load: () => ({ active: slots.taken, waiting: slots.waiting }),
    [Symbol.asyncDispose]: () => pool.destroy(),
  };
};
