/** HTTP requests to the service: one try each, over kept connections, bounded in time and size. */

import { abortSignalOf, Canceller } from '../../concurrency/cancellation.ts';
import { createSemaphore, QueueFullError, WaitCancelledError, withPermit } from '../../concurrency/semaphore.ts';
import type { ConnectionAge } from '../../http1/client.ts';
import { OperationCancelledError, UpstreamError, UpstreamOverloadedError } from '../call/errors.ts';
import {
  type DocumentRequest,
  isTimeUp,
  type Reply,
  type RequestHead,
  type TransportRequest,
  type UploadRequest,
} from '../call/request.ts';
import { createDocumentReader, type DocumentReply } from '../responses/document.ts';
import { createFailureReader } from '../responses/failure-response.ts';
import { createResponseReader } from '../responses/json-response.ts';
import { streamedResponse } from '../responses/streamed-body.ts';
import { type Bulkhead, createBulkhead } from '../transport/bulkhead.ts';
import { errorForConnection, errorForLapse, errorForTimeout } from '../transport/connection-error.ts';
import { createConnectionPool } from '../transport/connection-pool.ts';
import type { Outcome, PendingRequest, Progress, Running } from '../transport/pending-request.ts';
import { type PermitTaker } from '../transport/permit-taker.ts';
import { type Phase, startPhaseTimer } from '../transport/phase-timeouts.ts';
import { createAnswerBudget } from '../transport/response-budget.ts';
import { openStream, type PhaseLimits, sendRequest } from '../transport/send-request.ts';
import { createServiceConnector } from '../transport/service-connector.ts';
import { type TransportOptions, transportDefaults } from '../transport/transport-options.ts';
import { createHeaders, uploadHeadersOf } from './request-headers.ts';
import { startUpload } from './upload.ts';

export type { DocumentRequest, Reply, RequestHead, TransportRequest, UploadRequest } from '../call/request.ts';
export type { DocumentReply } from '../responses/document.ts';
export type { TransportOptions } from '../transport/transport-options.ts';

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
  /**
   * Sends a request for a document and resolves as soon as its start is there. The document keeps its connection until it
   * is read or destroyed.
   *
   * @throws UpstreamError
   */
  open(request: DocumentRequest): Promise<DocumentReply>;
  /**
   * Sends a request whose body is a stream, as fast as the service takes it. When it settles, the source of the body has
   * ended or is destroyed.
   *
   * @throws UpstreamError, or the error of the source when that fails; OperationCancelledError when it ends without one
   */
  upload(request: UploadRequest): Promise<Reply>;
  load(): TransportLoad;
  /** Bytes of answers that have come and are not read yet. */
  heldBytes(): number;
  /** Tells whether so many requests of a group wait for a connection that no operation should be let in which needs it. */
  isFull: Bulkhead['isFull'];
}

/** With less time left than this a request is not sent any more: a write would only end with an unknown result. */
const MIN_TIME_LEFT_MS = 10;

/** What the streams on its way buffer of a document that nobody reads. */
const DOCUMENT_BUFFER_BYTES = 256 * 1024;

/**
 * A service may close a kept connection at any moment. Then nobody knows what became of the request that is on it: one that cannot
 * simply be repeated goes on a connection of its own, and so does one that is.
 */
const connectionFor = ({ retry, isRetry = false }: RequestHead): ConnectionAge =>
  retry === 'safe' && !isRetry ? 'kept' : 'fresh';

/** Creates a transport. It makes no connection before the first request. */
export const createTransport = (options: TransportOptions): Transport => {
  const given = { ...transportDefaults, ...options };
  const { connections, documents, uploads, tokens, maxWaiting, maxWaitMs } = given;
  const { maxJsonBytes, maxDocumentBytes, maxErrorBytes, now } = given;
  const { connectMs, headersMs, bodyGapMs, totalMs, documentMs, uploadMs } = {
    ...transportDefaults.timeouts,
    ...options.timeouts,
  };
  const basePath = options.baseUrl.pathname.replace(/\/+$/, '');
  const queue = { maxWaiting, maxWaitMs };
  const limits = { connectMs, headersMs, bodyGapMs };
  const streamTimes = { headersTimeout: headersMs, bodyTimeout: bodyGapMs };
  const origin = {
    ...given,
    origin: options.baseUrl.origin,
    connect: createServiceConnector({ ...given, connectMs }),
    maxAgeMs: given.connectionMaxAgeMs,
  };
  const bulkhead = createBulkhead({ count: connections, ...queue });
  const main = createConnectionPool({ ...origin, connections }, bulkhead);
  const tokenPool = createConnectionPool({ ...origin, connections: tokens }, createSemaphore(tokens, queue));
  // An upload takes seconds: after a second in the queue the fifth of a burst would be refused, though there is time for it.
  const uploadSlots = createSemaphore(uploads, { maxWaiting, maxWaitMs: uploadMs });
  const uploadLane = createConnectionPool({ ...origin, connections: uploads }, uploadSlots);
  const pools = [main, tokenPool, uploadLane];
  const documentSlots = createSemaphore(documents, queue);
  const budget = createAnswerBudget(given.maxHeldBytes);
  const headersOf = createHeaders(given);
  const readFailure = createFailureReader(maxErrorBytes, now);
  const readResponse = createResponseReader({ maxJsonBytes, maxErrorBytes }, readFailure);
  const readDocument = createDocumentReader({ maxDocumentBytes, maxErrorBytes }, readFailure);

  const shortestMs = Math.min(connectMs, headersMs, bodyGapMs);

  /** Sends a request when it has its place among those to the service. */
  const perform = <Result>(
    exchange: PendingRequest<Result>,
    running: Running<Result>,
    recall: PermitTaker['recall'],
  ): Promise<void> => {
    const { request, accept, content, place, pool } = exchange;
    const { ending, timer } = running;
    const send = (): Promise<void> => {
      if (ending.aborted) throw new WaitCancelledError();
      if (timer.leftMs() < MIN_TIME_LEFT_MS) throw errorForTimeout({ ...request, status: null }, false);
      request.onSend?.();
      const headers = headersOf(request, accept);
      const options = {
        method: request.method,
        path: basePath + request.path,
        headers: content === undefined ? headers : { ...headers, ...content.headers },
        body: content?.body ?? request.body?.text ?? null,
        connection: connectionFor(request),
      };
      return exchange.perform(pool, options, running);
    };
    const taker = { group: request.group, ending, recall };
    const sendInLane = (): Promise<void> => withPermit(pool.slots, taker, send);
    return place === undefined ? sendInLane() : withPermit(place, taker, sendInLane);
  };

  /** Sends a request whose answer is read in one piece. */
  const performJson =
    (request: TransportRequest, limits: PhaseLimits): PendingRequest<Reply>['perform'] =>
    (pool, options, { progress, outcome, ending, timer }) =>
      sendRequest(pool, options, {
        ending,
        timer,
        limits,
        budget,
        onStart: () => {
          progress.sent = true;
        },
        read: (response) => readResponse(request, response, progress, outcome),
      });

  const start = <Result>(exchange: PendingRequest<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const { operation, retry, signal } = exchange.request;
      const progress: Progress = { sent: false, status: null, verdict: null };
      const ending = new Canceller();
      const failed = () => ({ operation, retry, status: progress.status });
      // The result does not wait for the HTTP client, which cannot leave an attempt to connect before it is over.
      const end = (error: UpstreamError): void => {
        reject(error);
        ending.cancel(error);
      };
      const expire = (phase: Phase | null): void =>
        end(progress.verdict ?? errorForLapse(failed(), progress.sent, phase));
      const cancel = (): void => {
        const reason = isTimeUp(exchange.request) ? 'OPERATION_TIMEOUT' : null;
        end(new OperationCancelledError({ operation, status: progress.status, sent: progress.sent, reason }));
      };
      if (signal?.aborted === true) {
        cancel();
        return;
      }
      const timer = startPhaseTimer({ totalMs: exchange.totalMs, shortestMs, onLapse: expire });
      const outcome: Outcome<Result> = {
        resolve: (result) => {
          resolve(result);
          if (exchange.restMs !== null) timer.restart(exchange.restMs);
        },
        reject,
      };
      signal?.addEventListener('abort', cancel, { once: true });
      const stop = (): void => {
        timer.stop();
        signal?.removeEventListener('abort', cancel);
      };
      const isRecallable = retry === 'safe' && exchange.restMs === null;
      const recall = isRecallable ? () => end(new UpstreamOverloadedError({ operation })) : null;
      perform(exchange, { progress, outcome, ending, timer }, recall).then(stop, (error: unknown) => {
        if (error instanceof UpstreamError) reject(error);
        else if (error instanceof QueueFullError) reject(new UpstreamOverloadedError({ operation }));
        else reject(errorForConnection(failed(), error));
        stop();
      });
    });

  return {
    send: (request) =>
      start<Reply>({
        request,
        accept: 'application/json',
        pool: request.group === 'tokens' ? tokenPool : main,
        totalMs,
        restMs: null,
        perform: performJson(request, limits),
      }),
    open: (request) =>
      start<DocumentReply>({
        request,
        accept: request.format.mediaType,
        place: documentSlots,
        pool: main,
        totalMs,
        restMs: documentMs,
        perform: async (pool, options, { progress, outcome, ending }) => {
          progress.sent = true;
          using _buffers = budget.reserve(DOCUMENT_BUFFER_BYTES);
          const response = await openStream(pool, options, streamTimes, abortSignalOf(ending));
          await readDocument(request, streamedResponse(response), progress, outcome, ending);
        },
      }),
    upload: async ({ content, ...request }) => {
      const upload = startUpload(content);
      const { signal } = request;
      try {
        return await start<Reply>({
          request: {
            ...request,
            signal: AbortSignal.any(signal === undefined ? [upload.broken] : [upload.broken, abortSignalOf(signal)]),
          },
          accept: 'application/json',
          content: { headers: uploadHeadersOf(content), body: upload.body },
          pool: uploadLane,
          totalMs: uploadMs,
          restMs: null,
          // The time for the headers would run while the body is sent; the whole upload has its own.
          perform: performJson({ ...request, answer: 'json' }, { ...limits, headersMs: uploadMs }),
        });
      } catch (error) {
        if (!upload.broken.aborted) throw error;
        // The service has seen no complete photo, so it has added none.
        throw upload.sourceError() ?? new OperationCancelledError({ operation: request.operation, sent: false });
      } finally {
        upload.end();
      }
    },
    load: () => ({
      active: pools.reduce((sum, { slots }) => sum + slots.taken, 0),
      waiting: pools.reduce((sum, { slots }) => sum + slots.waiting, documentSlots.waiting),
    }),
    heldBytes: () => budget.held,
    isFull: (group) => bulkhead.isFull(group),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(pools.map((pool) => pool[Symbol.asyncDispose]()));
    },
  };
};
