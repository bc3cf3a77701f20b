/** HTTP requests to the service: one try each, over kept connections, bounded in time and size. */
import { abortSignalOf } from '../../concurrency/cancellation.ts';
import { createSemaphore } from '../../concurrency/semaphore.ts';
import { UpstreamFailure } from '../call/failure.ts';
import type { JsonReply, JsonRequest, ServiceRequest, UploadRequest } from '../call/service-request.ts';
import { createDocumentReader, DOCUMENT_MEDIA_TYPE, type DocumentReply } from '../responses/document.ts';
import { createFailureReader } from '../responses/failure-response.ts';
import { createResponseReader } from '../responses/json-response.ts';
import { streamedResponse } from '../responses/streamed-body.ts';
import { type Bulkhead, createBulkhead } from '../transport/bulkhead.ts';
import { createConnectionPool } from '../transport/connection-pool.ts';
import { dispatchRequest, openStream, type PhaseLimits } from '../transport/dispatch-request.ts';
import { createResponseBudget } from '../transport/response-budget.ts';
import { createServiceConnector } from '../transport/service-connector.ts';
import { type TransportOptions, transportDefaults } from '../transport/transport-options.ts';
import { createRequestHeaders } from './request-headers.ts';
import { createRequestRunner, type RequestPlan } from './run-request.ts';
import { startUpload } from './upload.ts';

export type { JsonReply, JsonRequest, ServiceRequest, UploadRequest } from '../call/service-request.ts';
export type { TransportOptions } from '../transport/transport-options.ts';

/** Load of a transport. */
export interface TransportLoad {
  /** Requests under way. */
  readonly active: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
}

/** Sends requests to the service. Disposing of it ends the requests under way and closes all connections. */
export interface Transport extends AsyncDisposable {
  /** @throws UpstreamFailure */
  send(request: JsonRequest): Promise<JsonReply>;
  /**
   * Sends a request for a document and resolves as soon as its start is there. The document keeps its connection until it
   * is read or destroyed.
   *
   * @throws UpstreamFailure
   */
  open(request: ServiceRequest): Promise<DocumentReply>;
  /**
   * Sends a request whose body is a stream, as fast as the service takes it. When it settles, the source of the body has
   * ended or is destroyed.
   *
   * @throws UpstreamFailure, or the error of the source when that fails; `cancelled` when it ends without one
   */
  upload(request: UploadRequest): Promise<JsonReply>;
  load(): TransportLoad;
  /** Bytes of responses that have come and are not read yet. */
  heldBytes(): number;
  /** Returns whether so many requests of a group wait for a connection that no operation should be let in which needs it. */
  isFull: Bulkhead['isFull'];
}

/** Bytes that the streams on its way buffer of a document that nobody reads. */
const DOCUMENT_BUFFER_BYTES = 256 * 1024;

/** Creates a transport. It makes no connection before the first request. */
export const createTransport = (options: TransportOptions): Transport => {
  const given = { ...transportDefaults, ...options };
  const { connections, documents, uploads, tokens, maxWaiting, maxWaitMs } = given;
  const { maxJsonBytes, maxDocumentBytes, maxErrorBytes, now } = given;
  const { connectMs, headersMs, bodyGapMs, totalMs, documentMs, uploadMs } = {
    ...transportDefaults.timeouts,
    ...options.timeouts,
  };
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
  const uploadPermits = createSemaphore(uploads, { maxWaiting, maxWaitMs: uploadMs });
  const uploadPool = createConnectionPool({ ...origin, connections: uploads }, uploadPermits);
  const pools = [main, tokenPool, uploadPool];
  const documentPermits = createSemaphore(documents, queue);
  const budget = createResponseBudget(given.maxHeldBytes);
  const readFailure = createFailureReader(maxErrorBytes, now);
  const readResponse = createResponseReader({ maxJsonBytes, maxErrorBytes }, readFailure);
  const readDocument = createDocumentReader({ maxDocumentBytes, maxErrorBytes }, readFailure);

  const run = createRequestRunner({
    basePath: options.baseUrl.pathname.replace(/\/+$/, ''),
    writeHeaders: createRequestHeaders(given),
    shortestMs: Math.min(connectMs, headersMs, bodyGapMs),
  });

  /** Sends a request whose response is read in one piece. */
  const performJson =
    (request: JsonRequest, limits: PhaseLimits): RequestPlan<JsonReply>['perform'] =>
    (pool, httpRequest, { progress, outcome, ending, timeouts }) =>
      dispatchRequest(pool, httpRequest, {
        ending,
        timeouts,
        limits,
        budget,
        onStart: () => {
          progress.sent = true;
        },
        read: (response) => readResponse(request, response, progress, outcome),
      });

  return {
    send: (request) =>
      run<JsonReply>({
        request,
        accept: 'application/json',
        pool: request.group === 'tokens' ? tokenPool : main,
        totalMs,
        restMs: null,
        perform: performJson(request, limits),
      }),
    open: (request) =>
      run<DocumentReply>({
        request,
        accept: DOCUMENT_MEDIA_TYPE,
        extraPermits: documentPermits,
        pool: main,
        totalMs,
        restMs: documentMs,
        perform: async (pool, httpRequest, { progress, outcome, ending }) => {
          progress.sent = true;
          using _buffers = budget.reserve(DOCUMENT_BUFFER_BYTES);
          const response = await openStream(pool, httpRequest, streamTimes, abortSignalOf(ending));
          await readDocument(request, streamedResponse(response), progress, outcome, ending);
        },
      }),
    upload: async ({ content, ...request }) => {
      const upload = startUpload(content);
      const { signal } = request;
      try {
        return await run<JsonReply>({
          request: {
            ...request,
            signal: AbortSignal.any(signal === undefined ? [upload.broken] : [upload.broken, abortSignalOf(signal)]),
          },
          accept: 'application/json',
          upload: { content, body: upload.body },
          pool: uploadPool,
          totalMs: uploadMs,
          restMs: null,
          // The time for the headers would run while the body is sent; the whole upload has its own.
          perform: performJson({ ...request, expects: 'json' }, { ...limits, headersMs: uploadMs }),
        });
      } catch (error) {
        if (!upload.broken.aborted) throw error;
        // The service has seen no complete photo, so it has added none.
        throw upload.sourceError() ?? new UpstreamFailure('cancelled', { operation: request.operation });
      } finally {
        upload.end();
      }
    },
    load: () => ({
      active: pools.reduce((sum, { permits }) => sum + permits.taken, 0),
      waiting: pools.reduce((sum, { permits }) => sum + permits.waiting, documentPermits.waiting),
    }),
    heldBytes: () => budget.held,
    isFull: (group) => bulkhead.isFull(group),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(pools.map((pool) => pool[Symbol.asyncDispose]()));
    },
  };
};
