/** HTTP requests to the service: one try each, over kept connections, bounded in time and size. */
import type { DocumentReply, JsonReply, JsonRequest, ServiceRequest } from '../call/service-request.ts';
import { createDocumentReader, DOCUMENT_MEDIA_TYPE } from '../responses/document.ts';
import { createFailureReader } from '../responses/failure-response.ts';
import { createResponseReader } from '../responses/json-response.ts';
import { createConnectionPool } from '../transport/connection-pool.ts';
import { dispatchRequest } from '../transport/dispatch-request.ts';
import type { Outcome, Progress } from '../transport/pending-request.ts';
import { createResponseBudget } from '../transport/response-budget.ts';
import type { Response } from '../transport/response.ts';
import { createServiceConnector } from '../transport/service-connector.ts';
import { createShare, type Share } from '../transport/share.ts';
import { type TransportOptions, transportDefaults } from '../transport/transport-options.ts';
import { createRequestHeaders } from './request-headers.ts';
import { createRequestRunner, type RequestPlan } from './run-request.ts';

export type { DocumentReply, JsonReply, JsonRequest, ServiceRequest } from '../call/service-request.ts';
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
  /**
   * @param onSend called right before the request leaves, when it has its permit; the service may have seen it from then on. What it throws
   *   is what becomes of the request
   * @throws UpstreamFailure
   */
  readonly send: (request: JsonRequest, onSend?: () => void) => Promise<JsonReply>;
  /** Reads a document. @throws UpstreamFailure */
  readonly open: (request: ServiceRequest, onSend?: () => void) => Promise<DocumentReply>;
  load(): TransportLoad;
  /** Bytes of responses that have come and are not read yet. */
  heldBytes(): number;
  /** Returns whether no operation of a caller should be let in that needs nothing but a part of the service. */
  isFull: Share['isFull'];
}

/** Creates a transport. It makes no connection before the first request. */
export const createTransport = (options: TransportOptions): Transport => {
  const given = { ...transportDefaults, ...options };
  const { connections, uploads, tokens, maxWaiting, maxWaitMs } = given;
  const { maxJsonBytes, maxDocumentBytes, maxErrorBytes, now } = given;
  const { connectMs, headersMs, bodyGapMs, totalMs, documentMs, uploadMs } = {
    ...transportDefaults.timeouts,
    ...options.timeouts,
  };
  const queue = { maxWaiting, maxWaitMs };
  const times = { headersTimeout: headersMs, bodyTimeout: bodyGapMs };
  const origin = {
    ...given,
    origin: options.baseUrl.origin,
    connect: createServiceConnector({ ...given, connectMs }),
    maxAgeMs: given.connectionMaxAgeMs,
  };
  const share = createShare({ count: connections, ...queue });
  const main = createConnectionPool({ ...origin, connections }, share);
  // Each keeps an operation under way, and no plan says beforehand that there is no place for it.
  const maxWaitingOfFew = Math.ceil(maxWaiting / 32);
  const createTokenPool = () =>
    createConnectionPool(
      { ...origin, connections: tokens },
      createShare({ count: tokens, maxWaiting: maxWaitingOfFew, maxWaitMs, isOfParts: false }),
    );
  const signInPool = createTokenPool();
  // Anybody can make up a refresh token: nobody's sign-in waits for that.
  const refreshPool = createTokenPool();
  // An upload takes seconds: after a second in the queue the fifth of a burst would be refused, though there is time for it.
  const uploadShare = createShare({
    count: uploads,
    maxWaiting: maxWaitingOfFew,
    maxWaitMs: uploadMs,
    isOfParts: false,
  });
  const uploadPool = createConnectionPool({ ...origin, connections: uploads }, uploadShare);
  const pools = [main, signInPool, refreshPool, uploadPool];
  const budget = createResponseBudget(given.maxHeldBytes);
  const readFailure = createFailureReader(maxErrorBytes, now);
  const readResponse = createResponseReader({ maxJsonBytes, maxErrorBytes }, readFailure);
  const readDocument = createDocumentReader({ maxDocumentBytes, maxErrorBytes }, readFailure);

  const run = createRequestRunner({
    basePath: options.baseUrl.pathname.replace(/\/+$/, ''),
    writeHeaders: createRequestHeaders(given),
  });

  /** Sends a request, and reads its response by a reader. */
  const performWith =
    <Request extends ServiceRequest, Reply>(
      request: Request,
      read: (request: Request, response: Response, progress: Progress, outcome: Outcome<Reply>) => Promise<void>,
      phases = times,
    ): RequestPlan<Reply>['perform'] =>
    (pool, httpRequest, { progress, outcome, ending }) =>
      dispatchRequest(pool, httpRequest, {
        ending,
        times: phases,
        budget,
        onStart: () => {
          progress.sent = true;
        },
        read: (response) => read(request, response, progress, outcome),
      });

  const poolOf = ({ group, isUpload = false, isRefresh = false }: JsonRequest) => {
    if (isUpload) return uploadPool;
    if (group !== 'tokens') return main;
    return isRefresh ? refreshPool : signInPool;
  };

  return {
    send: (request, onSend) => {
      const isUpload = request.isUpload === true;
      return run<JsonReply>({
        request,
        accept: 'application/json',
        pool: poolOf(request),
        totalMs: isUpload ? uploadMs : totalMs,
        onSend,
        // The time for the headers would run while a photo is sent; the whole upload has its own.
        perform: performWith(request, readResponse, isUpload ? { ...times, headersTimeout: uploadMs } : times),
      });
    },
    open: (request, onSend) =>
      run<DocumentReply>({
        request,
        accept: DOCUMENT_MEDIA_TYPE,
        pool: main,
        totalMs: documentMs,
        onSend,
        perform: performWith(request, readDocument),
      }),
    load: () => ({
      active: pools.reduce((sum, { permits }) => sum + permits.taken, 0),
      waiting: pools.reduce((sum, { permits }) => sum + permits.waiting, 0),
    }),
    heldBytes: () => budget.held,
    isFull: share.isFull,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(pools.map((pool) => pool[Symbol.asyncDispose]()));
    },
  };
};
