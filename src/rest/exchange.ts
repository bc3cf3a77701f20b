/** One HTTP request to the service, from its wait for a connection to the end of its response: one object. */
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { type Dispatcher, errors } from 'undici';
import type { Timed } from '../concurrency/deadlines.ts';
import { createLoopTurns } from '../concurrency/loop-turns.ts';
import { batchByTick } from '../concurrency/tick-batch.ts';
import { failureIn, UpstreamFailure } from './call/failure.ts';
import type { SentCall, RequestBody, ServiceReply } from './call/service-request.ts';
import type { ConnectionAge, ConnectionPool } from './connections.ts';
import {
  failureOfCancellation,
  failureOfConnection,
  failureOfStatus,
  failureOfTime,
  hasWords,
  readRetryAfter,
} from './exchange-failures.ts';
import type { RequestHeaders } from './request.ts';
import { type Receiver, type ResponseBudget, ResponseBytes, undoCodings } from './response-bytes.ts';
import { type BodyLimits, isSuccess, maxBytesOf, readFailure, readSuccess, replyUnread } from './response-forms.ts';
import type { Lane, Taker } from './share.ts';

/** What all requests share. */
export interface ExchangeSetup extends BodyLimits {
  /** Path of the base URL, without a slash at its end. */
  readonly basePath: string;
  readonly headers: RequestHeaders;
  readonly budget: ResponseBudget;
  /** Bytes that are read of a body that is no reply. */
  readonly maxErrorBytes: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The body for the HTTP client. */
const contentOf = ({ content }: RequestBody): string | Readable =>
  typeof content === 'string' ? content : Readable.from(content);

/** The value of a header, the first when it is repeated; null when it is absent. */
const headerOf = (headers: IncomingHttpHeaders, name: string): string | null => {
  const header = headers[name];
  return (Array.isArray(header) ? header[0] : header) ?? null;
};

/** System calls with which the socket reports that the other side has reset the connection. */
const socketCalls: readonly unknown[] = ['read', 'write'];

/** Reads responses that have come: together those of one tick, and a large one in a turn of its own. */
const readTogether = batchByTick((complete: { readBody(): void }): void => complete.readBody());
const readInTurn = createLoopTurns();

/** A request and its response: one try of a call, which has its first result alone. */
export class Exchange implements Dispatcher.DispatchHandler, Taker, Timed, Receiver {
  readonly caller: string | null;
  readonly part: string;
  // Links of the queue while it waits, and of the deadlines afterwards.
  previous: Exchange | null = null;
  next: Exchange | null = null;
  lane: Lane | null = null;
  isConnected = false;
  number = 0;
  endsAt: number | null = null;

  readonly #setup: ExchangeSetup;
  readonly #pool: ConnectionPool;
  readonly #call: SentCall;
  #hasResult = false;

  #options: Dispatcher.DispatchOptions | null = null;
  /** Null until it is written to a connection. The service may have seen it from then on. */
  #controller: Dispatcher.DispatchController | null = null;
  #wasSentElsewhere = false;
  /** Why nobody waits for it any more; null while somebody does. */
  #abandoned: UpstreamFailure | null = null;

  /** HTTP status of the response; 0 until its headers are there. */
  #status = 0;
  /** Whether it is no success. */
  #isFailure = false;
  #retryAfterSeconds: number | null = null;
  /** Every coding of its body; empty for none. */
  #codings = '';
  #contentType: string | null = null;
  /** Null for a body that is only read away, so that its connection can be used again. */
  #bytes: ResponseBytes | null = null;
  #maxBytes = 0;
  #size = 0;

  constructor(setup: ExchangeSetup, pool: ConnectionPool, call: SentCall) {
    const { route } = call.request;
    this.#setup = setup;
    this.#pool = pool;
    this.#call = call;
    this.caller = call.scope.caller ?? null;
    this.part = route.group;
  }

  /** Starts it. While it waits for its connection, it has no deadline yet, and nothing to send. */
  start(): void {
    const { signal } = this.#call.scope;
    if (signal?.aborted === true) {
      this.#refuse(this.#cancellation());
      return;
    }
    signal?.addEventListener('abort', this.#cancel, { once: true });
    this.#call.request.body?.onRefused?.(() => this.onRefusal());
    this.#pool.share.take(this);
  }

  onRefusal(): void {
    this.#refuse(new UpstreamFailure('queue_full', this.#call.request.route));
    this.#end();
  }

  onConnection(): void {
    const { request, scope, span, isRetry } = this.#call;
    const { deadlines, headersTimeout, bodyTimeout } = this.#pool;
    // The connection of a call that was cancelled with this one.
    if (scope.signal?.aborted === true) {
      this.#refuse(this.#cancellation());
      this.#end();
      return;
    }
    deadlines.begin(this);
    request.body?.onRefused?.(null);
    try {
      this.#call.onSend();
      this.#options = {
        method: request.route.method,
        path: this.#setup.basePath + request.path,
        headers: this.#setup.headers.write(request, span),
        body: request.body && contentOf(request.body),
        headersTimeout,
        bodyTimeout,
      };
      // A service may close a kept connection at any moment. Then nobody knows what became of the request that is on it: one that cannot
      // simply be repeated goes on a connection of its own, and so does one that is.
      this.#dispatch(request.route.retry === 'safe' && !isRetry ? 'kept' : 'fresh');
    } catch (error) {
      this.#fail(error);
    }
  }

  onTimeUp(): void {
    const { route } = this.#call.request;
    this.#abandon(this.#isFailure ? this.#failure() : failureOfTime(route, this.#statusOrNull, this.#isSent));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#abandoned === null) this.#controller = controller;
    else controller.abort(this.#abandoned);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // What comes before a response, such as 103, is none.
    if (status < 200) return;
    const { route } = this.#call.request;
    this.#status = status;
    this.#isFailure = !isSuccess(route, status);
    this.#maxBytes = this.#isFailure ? this.#setup.maxErrorBytes : maxBytesOf(route, this.#setup);
    if (this.#isFailure) {
      this.#retryAfterSeconds = readRetryAfter(headerOf(headers, 'retry-after'), this.#setup.now());
      if (!hasWords(route, status)) {
        this.#refuse(this.#failure());
        return;
      }
    }
    const { 'content-encoding': codings } = headers;
    if (codings !== undefined) this.#codings = [codings].flat().join(',').toLowerCase();
    this.#contentType = headerOf(headers, 'content-type');
    this.#bytes = new ResponseBytes(this.#setup.budget, this);
    if (Number(headerOf(headers, 'content-length') ?? 0) > this.#maxBytes) this.#stop(new RangeError('Too large.'));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#maxBytes) this.#stop(new RangeError('Too large.'));
    else this.#bytes?.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#status === 0) this.#fail(new errors.SocketError('There was no response.'));
    else if (this.#bytes === null) this.#end();
    else if (this.#bytes.isLarge) readInTurn(() => this.readBody(), this.caller);
    else readTogether(this);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    // undici sends elsewhere what it has not sent when its connection is closed, but not when that is reset.
    const isUnsent = !this.#isSent && 'syscall' in error && socketCalls.includes(error.syscall);
    if (isUnsent && !this.#wasSentElsewhere && this.#abandoned === null) {
      this.#wasSentElsewhere = true;
      this.#dispatch('fresh');
    } else this.#fail(error);
  }

  giveUp(): void {
    const { operation } = this.#call.request.route;
    this.#stop(
      this.#isFailure ? this.#failure() : new UpstreamFailure('response_bytes', { operation, status: this.#status }),
    );
  }

  /** Reads the body, which is complete. */
  readBody(): void {
    const bytes = this.#bytes?.take() ?? null;
    if (this.#bytes === null || bytes === null) return;
    if (this.#codings === '') this.#read(bytes);
    else
      void undoCodings(bytes, this.#codings, this.#maxBytes, this.#bytes).then(
        (inflated) => this.#read(inflated),
        (error: unknown) => this.#fail(error),
      );
  }

  readonly #cancel = (): void => {
    const waits = this.lane !== null && !this.isConnected;
    this.#abandon(this.#cancellation());
    if (waits) this.#end();
  };

  /** Gives the result before the HTTP client is done, which cannot leave an attempt to connect before that is over. */
  #abandon(failure: UpstreamFailure): void {
    this.#abandoned = failure;
    this.#refuse(failure);
    this.#controller?.abort(failure);
  }

  get #isSent(): boolean {
    return this.#controller !== null;
  }

  get #statusOrNull(): number | null {
    return this.#status === 0 ? null : this.#status;
  }

  #cancellation(): UpstreamFailure {
    const { request, scope } = this.#call;
    return failureOfCancellation(request.route, scope, this.#statusOrNull, this.#isSent);
  }

  /** The failure that the status says. */
  #failure(): UpstreamFailure {
    return failureOfStatus(this.#call.request.route, this.#status, this.#retryAfterSeconds);
  }

  #dispatch(age: ConnectionAge): void {
    if (this.#options !== null) this.#pool.of(age).dispatch(this.#options, this);
  }

  /** Ends a body that is not taken to its end, and its connection. */
  #stop(error: Error): void {
    this.#fail(error);
    this.#controller?.abort(new errors.RequestAbortedError());
  }

  #read(bytes: Buffer): void {
    const { route } = this.#call.request;
    let reply: ServiceReply;
    try {
      reply = this.#isFailure
        ? readFailure(route, this.#status, this.#retryAfterSeconds, bytes, this.#contentType)
        : readSuccess(route, this.#status, bytes, this.#contentType);
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.#succeed(reply);
    this.#end();
  }

  /** Ends it without a body that can be read, for an error of that or of its connection. */
  #fail(error: unknown): void {
    const { route } = this.#call.request;
    try {
      if (this.#status === 0) throw failureIn(error) ?? failureOfConnection(route, error, null, this.#isSent);
      if (this.#isFailure) throw failureIn(error) ?? this.#failure();
      this.#succeed(replyUnread(route, this.#status, error));
    } catch (failure) {
      this.#refuse(failure);
    }
    this.#end();
  }

  #succeed(reply: ServiceReply): void {
    if (this.#hasResult) return;
    this.#hasResult = true;
    this.#call.succeed(reply);
  }

  #refuse(error: unknown): void {
    if (this.#hasResult) return;
    this.#hasResult = true;
    this.#call.fail(error);
  }

  /** All of it is over, which may be after its result. */
  #end(): void {
    this.#pool.deadlines.end(this);
    this.#call.scope.signal?.removeEventListener('abort', this.#cancel);
    this.#bytes?.release();
    this.#pool.share.leave(this);
  }
}
