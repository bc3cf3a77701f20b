/** HTTP requests to the service: one try each, over kept connections, bounded in time and size. */
import { setMaxListeners } from 'node:events';
import { performance } from 'node:perf_hooks';
import type { Readable } from 'node:stream';
import { errorForConnection, errorForTimeout } from './connection-error.ts';
import { createDocumentReader, type DocumentReply } from './document.ts';
import { Ending } from './ending.ts';
import { OperationCancelledError, UpstreamError, UpstreamOverloadedError } from './errors.ts';
import type { Outcome, Progress, Response } from './exchange.ts';
import { createLane, type Lane } from './lane.ts';
import { createResponseReader } from './response.ts';
import { createFailureReader } from './response-failure.ts';
import { createSlots, NoPlaceError, type Slots, WaitEndedError } from './slots.ts';
import { type TransportOptions, transportDefaults } from './transport-options.ts';
import {
  type DocumentRequest,
  headersOf,
  type Reply,
  type RequestHead,
  type TransportRequest,
  type UploadRequest,
  uploadHeadersOf,
} from './transport-request.ts';
import { startUpload } from './upload.ts';

export type { DocumentReply, OpenDocument } from './document.ts';
export type { TransportOptions } from './transport-options.ts';
export type { DocumentRequest, Reply, RequestHead, TransportRequest, UploadRequest } from './transport-request.ts';

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
}

/** How one kind of answers is asked for and read. */
interface Exchange<Result> {
  readonly request: RequestHead;
  readonly accept: string;
  /** Given when the body is a stream. */
  readonly content?: { readonly headers: Readonly<Record<string, string>>; readonly body: Readable };
  /** Places that the request needs beside one of its lane. */
  readonly places?: readonly Slots[];
  readonly lane: Lane;
  /** Milliseconds for everything up to the result. */
  readonly totalMs: number;
  /** Milliseconds for what is left of the answer once its result is known; null when the time of the request counts on. */
  readonly restMs: number | null;
  readonly read: (response: Response, progress: Progress, outcome: Outcome<Result>, ending: Ending) => Promise<void>;
}

/** Does something while holding a place in each of several. @throws WaitEndedError */
const holding = async (places: readonly Slots[], ending: Ending, action: () => Promise<void>): Promise<void> => {
  const [place, ...others] = places;
  if (place === undefined) {
    await action();
    return;
  }
  await place.take(ending);
  try {
    await holding(others, ending, action);
  } finally {
    place.release();
  }
};

/** With less time left than this a request is not sent any more: a write would only end with an unknown result. */
const MIN_TIME_LEFT_MS = 10;

/** Creates a transport. It makes no connection before the first request. */
export const createTransport = (options: TransportOptions): Transport => {
  const {
    tokenHeader,
    connections,
    documents,
    uploads,
    tokens,
    maxWaiting,
    maxWaitMs,
    maxJsonBytes,
    maxDocumentBytes,
    maxErrorBytes,
    keepAliveTimeoutMs,
    now,
  } = {
    ...transportDefaults,
    ...options,
  };
  const { connectMs, headersMs, bodyGapMs, totalMs, documentMs, uploadMs } = {
    ...transportDefaults.timeouts,
    ...options.timeouts,
  };
  const basePath = options.baseUrl.pathname.replace(/\/+$/, '');
  const queue = { maxWaiting, maxWaitMs };
  const origin = { origin: options.baseUrl.origin, queue, connectMs, bodyGapMs, keepAliveTimeoutMs };
  const main = createLane({ ...origin, connections, headersMs });
  const tokenLane = createLane({ ...origin, connections: tokens, headersMs });
  // The time for the headers would run while the body is sent; the whole upload has its own.
  const uploadLane = createLane({ ...origin, connections: uploads, headersMs: uploadMs });
  const lanes = [main, tokenLane, uploadLane];
  const documentSlots = createSlots(documents, queue);
  const readFailure = createFailureReader(maxErrorBytes, now);
  const readResponse = createResponseReader({ maxJsonBytes, maxErrorBytes }, readFailure);
  const readDocument = createDocumentReader({ maxDocumentBytes, maxErrorBytes }, readFailure);

  const perform = async <Result>(
    { request, accept, content, places = [], lane, totalMs: ms, read }: Exchange<Result>,
    progress: Progress,
    outcome: Outcome<Result>,
    ending: Ending,
  ): Promise<void> => {
    const sendBefore = performance.now() + ms - MIN_TIME_LEFT_MS;
    await holding([...places, lane.slots], ending, async () => {
      if (ending.aborted) throw new WaitEndedError();
      if (performance.now() > sendBefore) throw errorForTimeout({ ...request, status: null }, false);
      request.onSend?.();
      progress.sent = true;
      const response = await lane.pool.request({
        method: request.method,
        path: basePath + request.path,
        headers: { ...headersOf(request, tokenHeader, accept), ...content?.headers },
        body: content?.body ?? request.body?.text ?? null,
        signal: ending,
      });
      await read(response, progress, outcome, ending);
    });
  };

  const start = <Result>(exchange: Exchange<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const { operation, retry, signal } = exchange.request;
      const progress: Progress = { sent: false, status: null, verdict: null };
      const ending = new Ending();
      const failed = () => ({ operation, retry, status: progress.status });
      // The result does not wait for the HTTP client, which cannot leave an attempt to connect before it is over.
      const end = (error: UpstreamError): void => {
        reject(error);
        ending.end(error);
      };
      const expire = (): void => end(progress.verdict ?? errorForTimeout(failed(), progress.sent));
      const cancel = (): void =>
        end(new OperationCancelledError({ operation, status: progress.status, sent: progress.sent }));
      if (signal?.aborted === true) {
        cancel();
        return;
      }
      let timer = setTimeout(expire, exchange.totalMs).unref();
      const outcome: Outcome<Result> = {
        resolve: (result) => {
          resolve(result);
          if (exchange.restMs === null) return;
          clearTimeout(timer);
          timer = setTimeout(expire, exchange.restMs).unref();
        },
        reject,
      };
      if (signal !== undefined) {
        // All calls of an operation share its signal; Node takes more than ten listeners for a leak.
        setMaxListeners(0, signal);
        signal.addEventListener('abort', cancel, { once: true });
      }
      perform(exchange, progress, outcome, ending)
        .catch((error: unknown) => {
          if (error instanceof UpstreamError) reject(error);
          else if (error instanceof NoPlaceError) reject(new UpstreamOverloadedError({ operation }));
          else reject(errorForConnection(failed(), error));
        })
        .finally(() => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', cancel);
        });
    });

  return {
    send: (request) =>
      start<Reply>({
        request,
        accept: 'application/json',
        lane: request.group === 'tokens' ? tokenLane : main,
        totalMs,
        restMs: null,
        read: (response, progress, outcome) => readResponse(request, response, progress, outcome),
      }),
    open: (request) =>
      start<DocumentReply>({
        request,
        accept: request.format.mediaType,
        places: [documentSlots],
        lane: main,
        totalMs,
        restMs: documentMs,
        read: (response, progress, outcome, ending) => readDocument(request, response, progress, outcome, ending),
      }),
    upload: async ({ content, ...request }) => {
      const upload = startUpload(content);
      const { signal } = request;
      try {
        return await start<Reply>({
          request: {
            ...request,
            signal: AbortSignal.any(signal === undefined ? [upload.broken] : [upload.broken, signal]),
          },
          accept: 'application/json',
          content: { headers: uploadHeadersOf(content), body: upload.body },
          lane: uploadLane,
          totalMs: uploadMs,
          restMs: null,
          read: (response, progress, outcome) =>
            readResponse({ ...request, answer: 'json' }, response, progress, outcome),
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
      active: lanes.reduce((sum, { slots }) => sum + slots.taken, 0),
      waiting: lanes.reduce((sum, { slots }) => sum + slots.waiting, documentSlots.waiting),
    }),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(lanes.map((lane) => lane[Symbol.asyncDispose]()));
    },
  };
};
