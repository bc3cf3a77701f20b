/** HTTP requests to the service: one try each, over kept connections, bounded in time and size. */
import { Deadlines } from '../../concurrency/deadlines.ts';
import type { DocumentReply, JsonReply, JsonRequest, ServiceRequest } from '../call/service-request.ts';
import { type ConnectionPool, createServiceConnections } from '../connections.ts';
import { createServiceConnector } from '../connector.ts';
import { createResponseBudget } from '../response-bytes.ts';
import { createDocumentReader } from '../responses/document.ts';
import { createJsonReader } from '../responses/json-response.ts';
import { createShare, type Share } from '../share.ts';
import { type TransportOptions, transportDefaults } from '../transport/transport-options.ts';
import { Exchange, type ExchangeKind } from './exchange.ts';
import { createRequestHeaders } from './request-headers.ts';

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
   * @param onSend called right before the request leaves, when it has its connection; the service may have seen it from then on. What it throws
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
  const { connectMs, headersMs, bodyGapMs, totalMs, documentMs, uploadMs } = {
    ...transportDefaults.timeouts,
    ...options.timeouts,
  };
  const queue = { maxWaiting, maxWaitMs };
  const origin = {
    ...given,
    origin: options.baseUrl.origin,
    connect: createServiceConnector({ ...given, connectMs }),
    maxAgeMs: given.connectionMaxAgeMs,
  };
  const createPool = (count: number, share: Share): ConnectionPool => ({
    ...createServiceConnections({ ...origin, connections: count }),
    share,
  });
  const share = createShare({ count: connections, ...queue });
  const main = createPool(connections, share);
  // Each keeps an operation under way, and no plan says beforehand that there is no place for it.
  const maxWaitingOfFew = Math.ceil(maxWaiting / 32);
  const createTokenPool = () =>
    createPool(tokens, createShare({ count: tokens, maxWaiting: maxWaitingOfFew, maxWaitMs, isOfParts: false }));
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
  const uploadPool = createPool(uploads, uploadShare);
  const pools = [main, signInPool, refreshPool, uploadPool];
  const budget = createResponseBudget(given.maxHeldBytes);
  const common = {
    headersTimeout: headersMs,
    bodyTimeout: bodyGapMs,
    basePath: options.baseUrl.pathname.replace(/\/+$/, ''),
    writeHeaders: createRequestHeaders(given),
    budget,
    maxErrorBytes: given.maxErrorBytes,
    now: given.now,
  };
  const jsonReader = createJsonReader(given.maxJsonBytes);
  const json: ExchangeKind<JsonRequest, JsonReply> = {
    ...common,
    reader: jsonReader,
    deadlines: new Deadlines(totalMs),
  };
  const upload: ExchangeKind<JsonRequest, JsonReply> = {
    ...json,
    deadlines: new Deadlines(uploadMs),
    // The time for the headers would run while a photo is sent; the whole upload has its own.
    headersTimeout: uploadMs,
  };
  const document: ExchangeKind<ServiceRequest, DocumentReply> = {
    ...common,
    reader: createDocumentReader(given.maxDocumentBytes),
    deadlines: new Deadlines(documentMs),
  };

  const exchange = <Request extends ServiceRequest, Reply>(
    kind: ExchangeKind<Request, Reply>,
    pool: ConnectionPool,
    request: Request,
    onSend: (() => void) | undefined,
  ): Promise<Reply> =>
    new Promise((resolve, reject) => new Exchange(kind, pool, request, onSend, resolve, reject).start());

  const poolOf = ({ group, isUpload = false, isRefresh = false }: JsonRequest) => {
    if (isUpload) return uploadPool;
    if (group !== 'tokens') return main;
    return isRefresh ? refreshPool : signInPool;
  };

  return {
    send: (request, onSend) => exchange(request.isUpload === true ? upload : json, poolOf(request), request, onSend),
    open: (request, onSend) => exchange(document, main, request, onSend),
    load: () => ({
      active: pools.reduce((sum, { share: { taken } }) => sum + taken, 0),
      waiting: pools.reduce((sum, { share: { waiting } }) => sum + waiting, 0),
    }),
    heldBytes: () => budget.held,
    isFull: share.isFull,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(pools.map((pool) => pool[Symbol.asyncDispose]()));
    },
  };
};
