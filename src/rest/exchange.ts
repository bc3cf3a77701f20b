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
import { type RefusalWords, readRefusalWords } from './decoding/refusal-words.ts';
import { isPage } from './decoding/words.ts';
import {
  failureOfCancellation,
  failureOfConnection,
  failureOfTime,
  hasWords,
  kindForStatus,
  mayBeRefusal,
  readRetryAfter,
} from './exchange-failures.ts';
import type { RequestHeaders } from './request.ts';
import { BodyError, type Receiver, type ResponseBudget, ResponseBytes, undoCodings } from './response-bytes.ts';
import {
  type BodyLimits,
  decodeText,
  maxBytesOf,
  readSuccess,
  refusalIn,
  replyUnread,
  replyWithoutBody,
} from './response-forms.ts';
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
  #isBodyOver = false;

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
    this.#abandon(this.#isFailure ? this.#failure(null) : failureOfTime(route, this.#statusOrNull, this.#isSent));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#abandoned === null) this.#controller = controller;
    else controller.abort(this.#abandoned);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // What comes before a response, such as 103, is none.
    if (status < 200) return;
    this.#status = status;
    const isRead = status > 299 ? this.#startFailure(headers) : this.#startSuccess();
    if (!isRead) return;
    const { 'content-encoding': codings } = headers;
    if (codings !== undefined) this.#codings = [codings].flat().join(',').toLowerCase();
    this.#contentType = headerOf(headers, 'content-type');
    this.#bytes = new ResponseBytes(this.#setup.budget, this);
    if (Number(headerOf(headers, 'content-length') ?? 0) > this.#maxBytes) this.#stopBody(new BodyError('too_large'));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#maxBytes) this.#stopBody(new BodyError('too_large'));
    else this.#bytes?.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#status === 0) this.#fail(new errors.SocketError('There was no response.'));
    else this.#endBody(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    // undici sends elsewhere what it has not sent when its connection is closed, but not when that is reset.
    const isUnsent = !this.#isSent && 'syscall' in error && socketCalls.includes(error.syscall);
    if (isUnsent && !this.#wasSentElsewhere && this.#abandoned === null) {
      this.#wasSentElsewhere = true;
      this.#dispatch('fresh');
    } else if (this.#status === 0) this.#fail(error);
    else this.#endBody(error);
  }

  giveUp(): void {
    this.#stopBody(new BodyError('response_bytes'));
  }

  /** Reads the body, which is complete. */
  readBody(): void {
    if (this.#bytes === null) return;
    const bytes = this.#bytes.take();
    if (bytes === null) {
      this.#failToRead(new BodyError('response_bytes'));
      return;
    }
    if (this.#codings === '') {
      this.#read(bytes);
      return;
    }
    void undoCodings(bytes, this.#codings, this.#maxBytes, this.#bytes).then(
      (inflated) => this.#read(inflated),
      (error: unknown) => this.#failToRead(error),
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

  /** The failure that the status says, with the words that the body has for it. */
  #failure(words: RefusalWords | null, text = ''): UpstreamFailure {
    const { route } = this.#call.request;
    const { operation } = route;
    const details = { operation, status: this.#status, retryAfterSeconds: this.#retryAfterSeconds, ...words };
    return new UpstreamFailure(kindForStatus(route, this.#status, isPage(text)), details);
  }

  #dispatch(age: ConnectionAge): void {
    if (this.#options !== null) this.#pool.of(age).dispatch(this.#options, this);
  }

  get #mayBeRefusal(): boolean {
    return this.#call.request.route.expects === 'json-or-refusal' && mayBeRefusal(this.#status);
  }

  /** Begins to take a success. @returns whether its body is read */
  #startSuccess(): boolean {
    const { route } = this.#call.request;
    this.#maxBytes = this.#setup.maxErrorBytes;
    try {
      const reply = replyWithoutBody(route, this.#status);
      if (reply !== null) this.#succeed(reply);
      else this.#maxBytes = maxBytesOf(route, this.#setup);
      return reply === null;
    } catch (error) {
      this.#refuse(error);
      return false;
    }
  }

  /** Begins to take what is no success. @returns whether its body is read */
  #startFailure(headers: IncomingHttpHeaders): boolean {
    const { now, maxErrorBytes } = this.#setup;
    this.#isFailure = true;
    this.#maxBytes = maxErrorBytes;
    this.#retryAfterSeconds = readRetryAfter(headerOf(headers, 'retry-after'), now());
    const isRead = hasWords(this.#status) || this.#mayBeRefusal;
    if (!isRead) this.#refuse(this.#failure(null));
    return isRead;
  }

  /** Ends a body that is not taken to its end, and its connection. */
  #stopBody(error: Error): void {
    this.#endBody(error);
    this.#controller?.abort(new errors.RequestAbortedError());
  }

  #endBody(error: Error | null): void {
    if (this.#isBodyOver) return;
    this.#isBodyOver = true;
    if (this.#bytes === null) this.#end();
    else if (error !== null) this.#failToRead(error);
    else if (this.#bytes.isLarge) readInTurn(() => this.readBody(), this.caller);
    else readTogether(this);
  }

  #read(bytes: Buffer): void {
    if (this.#isFailure) this.#readFailure(decodeText(bytes, this.#contentType).text);
    else {
      let reply: ServiceReply;
      try {
        reply = readSuccess(this.#call.request.route, this.#status, bytes, this.#contentType);
      } catch (error) {
        this.#failToRead(error);
        return;
      }
      this.#succeed(reply);
    }
    this.#end();
  }

  #failToRead(error: unknown): void {
    if (this.#isFailure) this.#readFailure('');
    else {
      try {
        this.#succeed(replyUnread(this.#call.request.route, this.#status, error));
      } catch (failure) {
        this.#refuse(failure);
      }
    }
    this.#end();
  }

  #readFailure(text: string): void {
    const words = readRefusalWords(text);
    const refusal = this.#mayBeRefusal ? refusalIn(text, words) : null;
    if (refusal === null) this.#refuse(this.#failure(words, text));
    else this.#succeed({ status: this.#status, json: refusal });
  }

  #fail(error: unknown): void {
    const { route } = this.#call.request;
    this.#refuse(failureIn(error) ?? failureOfConnection(route, error, this.#statusOrNull, this.#isSent));
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
