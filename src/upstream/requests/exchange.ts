/** One HTTP request to the service, from its wait for a connection to the end of its response: one object, with one promise. */
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { type Dispatcher, errors } from 'undici';
import type { Deadlines, Timed } from '../../concurrency/deadlines.ts';
import { batchByTick } from '../../concurrency/tick-batch.ts';
import {
  failureOfCancellation,
  failureOfConnection,
  failureOfStatus,
  failureOfTime,
  givesReason,
  mayBeRefusal,
  readRetryAfter,
} from '../call-failures.ts';
import { failureIn, UpstreamFailure } from '../call/failure.ts';
import type { ServiceRequest } from '../call/service-request.ts';
import { decodeText } from '../charset.ts';
import type { ConnectionAge, ConnectionPool } from '../connections.ts';
import { type GivenReason, readReason } from '../decoding/reason.ts';
import { undoCodings } from '../inflate.ts';
import {
  BodyGivenUpError,
  BodyPieces,
  BodyTooLargeError,
  type BufferedBytes,
  type ResponseBudget,
  uncounted,
} from '../response-bytes.ts';
import { refusalIn } from '../responses/json-response.ts';
import type { ResponseReader } from '../responses/response-reader.ts';
import type { Place, Taker } from '../waiting-calls.ts';
import type { WriteRequestHeaders } from './request-headers.ts';

/** What all requests of a kind share. */
export interface ExchangeKind<Request extends ServiceRequest, Reply> {
  readonly reader: ResponseReader<Request, Reply>;
  /** Time of each, from when it has its connection. */
  readonly deadlines: Deadlines;
  /** From when it is written to its connection to the headers of the response, in milliseconds, which undici keeps: up to a second late. */
  readonly headersTimeout: number;
  /** The same between two pieces of the body. */
  readonly bodyTimeout: number;
  /** Path of the base URL, without a slash at its end. */
  readonly basePath: string;
  readonly writeHeaders: WriteRequestHeaders;
  readonly budget: ResponseBudget;
  /** Bytes that are read of a body that is no reply. */
  readonly maxErrorBytes: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
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

/** The value of a header, the first when it is repeated; null when it is absent. */
const headerOf = (headers: IncomingHttpHeaders, name: string): string | null => {
  const header = headers[name];
  return (Array.isArray(header) ? header[0] : header) ?? null;
};

/** System calls with which the socket reports that the other side has reset the connection. */
const socketCalls = new Set<unknown>(['read', 'write']);

/** Reads responses that have come, together those of one tick. */
const readTogether = batchByTick((complete: { readBody(): void }): void => complete.readBody());

/** A request and its response. Only its first result counts. */
export class Exchange<Request extends ServiceRequest, Reply> implements Dispatcher.DispatchHandler, Taker, Timed {
  readonly caller: string | null;
  readonly part: string;
  // Links of the queue while it waits, and of the deadlines afterwards.
  previous: Exchange<Request, Reply> | null = null;
  next: Exchange<Request, Reply> | null = null;
  place: Place | null = null;
  number = 0;
  endsAt: number | null = null;

  readonly #kind: ExchangeKind<Request, Reply>;
  readonly #pool: ConnectionPool;
  readonly #request: Request;
  readonly #onSend: (() => void) | undefined;
  readonly #resolve: (reply: Reply) => void;
  readonly #reject: (error: unknown) => void;

  #options: Dispatcher.DispatchOptions | null = null;
  /** Null until it is written to a connection. The service may have seen it from then on. */
  #controller: Dispatcher.DispatchController | null = null;
  #wasSentElsewhere = false;
  /** Why nobody waits for it any more; null while somebody does. */
  #abandoned: UpstreamFailure | null = null;

  /** HTTP status of the response; null until its headers are there. */
  #status: number | null = null;
  /** Whether it is no success. */
  #isFailure = false;
  #retryAfterSeconds: number | null = null;
  /** Every coding of its body; empty for none. */
  #codings = '';
  #contentType: string | null = null;
  /** Null for a body that is only read away, so that its connection can be used again. */
  #pieces: BodyPieces | null = null;
  #maxBytes = 0;
  #size = 0;
  #held: BufferedBytes = uncounted;
  #isBodyOver = false;

  constructor(
    kind: ExchangeKind<Request, Reply>,
    pool: ConnectionPool,
    request: Request,
    onSend: (() => void) | undefined,
    resolve: (reply: Reply) => void,
    reject: (error: unknown) => void,
  ) {
    this.#kind = kind;
    this.#pool = pool;
    this.#request = request;
    this.#onSend = onSend;
    this.#resolve = resolve;
    this.#reject = reject;
    this.caller = request.caller ?? null;
    this.part = request.group;
  }

  /** Starts it. While it waits for its connection, it has no deadline yet, and nothing to send. */
  start(): void {
    const { signal } = this.#request;
    if (signal?.aborted === true) {
      this.#reject(failureOfCancellation(this.#request, null, false));
      return;
    }
    signal?.addEventListener('abort', this.#cancel, { once: true });
    this.#pool.share.take(this);
  }

  onRefusal(): void {
    this.#reject(new UpstreamFailure('queue_full', { operation: this.#request.operation }));
    this.#end();
  }

  onConnection(): void {
    const { deadlines, basePath, headersTimeout, bodyTimeout, reader, writeHeaders } = this.#kind;
    const request = this.#request;
    // The connection of a call that was cancelled with this one.
    if (request.signal?.aborted === true) {
      this.#reject(failureOfCancellation(request, null, false));
      this.#end();
      return;
    }
    deadlines.begin(this);
    try {
      this.#onSend?.();
      this.#options = {
        method: request.method,
        path: basePath + request.path,
        headers: writeHeaders(request, reader.accept),
        body: bodyOf(request),
        headersTimeout,
        bodyTimeout,
      };
      this.#dispatch(connectionFor(request));
    } catch (error) {
      this.#fail(error);
    }
  }

  onTimeUp(): void {
    this.#abandon(
      this.#isFailure ? this.#failure(null) : failureOfTime(this.#request, this.#status, this.#controller !== null),
    );
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#abandoned === null) this.#controller = controller;
    else controller.abort(this.#abandoned);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // What comes before a response, such as 103, is none.
    if (status < 200) return;
    this.#status = status;
    this.#maxBytes = this.#kind.maxErrorBytes;
    const isRead = status > 299 ? this.#startFailure(status, headers) : this.#startSuccess(status);
    if (!isRead) return;
    const { 'content-encoding': codings } = headers;
    if (codings !== undefined) this.#codings = [codings].flat().join(',').toLowerCase();
    this.#contentType = headerOf(headers, 'content-type');
    this.#pieces = new BodyPieces();
    if (Number(headerOf(headers, 'content-length') ?? 0) > this.#maxBytes) this.#stopBody(new BodyTooLargeError());
    else this.#held = this.#kind.budget.open(() => this.#stopBody(new BodyGivenUpError()));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#size > this.#maxBytes) this.#stopBody(new BodyTooLargeError());
    else if (this.#pieces !== null && this.#held.add(chunk.length)) this.#pieces.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#status === null) this.#fail(new errors.SocketError('There was no response.'));
    else this.#endBody(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    // undici sends elsewhere what it has not sent when its connection is closed, but not when that is reset.
    const isUnsent = this.#controller === null && 'syscall' in error && socketCalls.has(error.syscall);
    if (isUnsent && !this.#wasSentElsewhere && this.#abandoned === null) {
      this.#wasSentElsewhere = true;
      this.#dispatch('fresh');
    } else if (this.#status === null) this.#fail(error);
    else this.#endBody(error);
  }

  /** Reads the body, which is complete. */
  readBody(): void {
    const bytes = this.#pieces?.take() ?? Buffer.alloc(0);
    if (this.#codings === '') {
      this.#read(bytes);
      return;
    }
    void undoCodings(bytes, this.#codings, this.#maxBytes, this.#held).then(
      (inflated) => this.#read(inflated),
      (error: unknown) => this.#failToRead(error),
    );
  }

  readonly #cancel = (): void => {
    const error = failureOfCancellation(this.#request, this.#status, this.#controller !== null);
    const waits = this.place?.lane != null;
    this.#abandon(error);
    if (waits) this.#end();
  };

  /** Gives the result before the HTTP client is done, which cannot leave an attempt to connect before that is over. */
  #abandon(error: UpstreamFailure): void {
    this.#abandoned = error;
    this.#reject(error);
    this.#controller?.abort(error);
  }

  /** The failure that the status says, with the reason that the body gives. */
  #failure(reason: GivenReason | null): UpstreamFailure {
    return failureOfStatus(this.#request, this.#status ?? 0, this.#retryAfterSeconds, reason);
  }

  #dispatch(age: ConnectionAge): void {
    if (this.#options !== null) this.#pool.of(age).dispatch(this.#options, this);
  }

  /** Begins to take a success. @returns whether its body is read */
  #startSuccess(status: number): boolean {
    const { reader } = this.#kind;
    try {
      const reply = reader.withoutBody(this.#request, status);
      if (reply !== null) this.#resolve(reply);
      else this.#maxBytes = reader.maxBytes(this.#request);
      return reply === null;
    } catch (error) {
      this.#reject(error);
      return false;
    }
  }

  /** Begins to take what is no success. @returns whether its body is read */
  #startFailure(status: number, headers: IncomingHttpHeaders): boolean {
    const { now, reader } = this.#kind;
    this.#isFailure = true;
    this.#retryAfterSeconds = readRetryAfter(headerOf(headers, 'retry-after'), now());
    const isRead = givesReason(status) || (mayBeRefusal(status) && reader.refusals(this.#request) !== null);
    if (!isRead) this.#reject(this.#failure(null));
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
    if (this.#pieces === null) this.#end();
    else if (error === null) readTogether(this);
    else this.#failToRead(error);
  }

  #read(bytes: Buffer): void {
    const { reader } = this.#kind;
    if (this.#isFailure) this.#readFailure(decodeText(bytes, this.#contentType).text);
    else {
      try {
        this.#resolve(reader.read(this.#request, this.#status ?? 0, bytes, this.#contentType));
      } catch (error) {
        this.#failToRead(error);
        return;
      }
    }
    this.#end();
  }

  #failToRead(error: unknown): void {
    if (this.#isFailure) this.#readFailure('');
    else {
      try {
        this.#resolve(this.#kind.reader.unread(this.#request, this.#status ?? 0, error));
      } catch (failure) {
        this.#reject(failure);
      }
    }
    this.#end();
  }

  #readFailure(text: string): void {
    const reason = readReason(text);
    const status = this.#status ?? 0;
    const replyTo = mayBeRefusal(status) ? this.#kind.reader.refusals(this.#request) : null;
    const refusal = replyTo === null ? null : refusalIn(text, reason);
    if (replyTo === null || refusal === null) this.#reject(this.#failure(reason));
    else this.#resolve(replyTo(status, refusal));
  }

  #fail(error: unknown): void {
    this.#reject(
      failureIn(error) ?? failureOfConnection(this.#request, error, this.#status, this.#controller !== null),
    );
    this.#end();
  }

  /** All of it is over, which may be after its result. */
  #end(): void {
    this.#kind.deadlines.end(this);
    this.#request.signal?.removeEventListener('abort', this.#cancel);
    this.#held.release();
    this.#pool.share.leave(this);
  }
}
