/** One HTTP request by the leanest way that the HTTP client has: its body is no stream, and its time is ours. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { type Dispatcher, errors } from 'undici';
import type { Cancellation } from '../../concurrency/cancellation.ts';
import type { Endpoint } from '../../contract/endpoints.ts';
import type { ConnectionAge, ServiceConnections } from '../../http1/client.ts';
import { ReceivedBody } from './buffered-body.ts';
import type { PhaseTimeouts } from './phase-timeouts.ts';
import type { Response } from './response.ts';
import type { ResponseBudget } from './response-budget.ts';

/** Time for the phases of a request, in milliseconds. */
export interface PhaseLimits {
  readonly connectMs: number;
  /** From the moment when it is written to a connection. */
  readonly headersMs: number;
  readonly bodyGapMs: number;
}

/** A request as it is sent. */
export interface HttpRequest {
  readonly method: Endpoint['method'];
  readonly path: string;
  /** Without those of the connection. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Readable | null;
  readonly connection: ConnectionAge;
}

/** What comes of a request. */
export interface RequestHandling {
  readonly ending: Cancellation;
  readonly timer: PhaseTimeouts;
  readonly limits: PhaseLimits;
  readonly budget: ResponseBudget;
  /** It is written to a connection. */
  readonly onStart: () => void;
  /** Reads the answer as soon as its headers are there. */
  readonly read: (response: Response) => Promise<void>;
}

const reasonOf = ({ reason }: Cancellation): Error =>
  reason instanceof Error ? reason : new errors.RequestAbortedError();

/** How the socket tells that the other side has reset the connection. */
const socketCalls = new Set<unknown>(['read', 'write']);

/** Where a request is under way. */
interface Place {
  readonly giveBack: () => void;
  /** Sends it elsewhere; null when it has been sent elsewhere before. */
  readonly sendElsewhere: (() => void) | null;
}

/** Follows one request from its connection to the end of its answer. */
class FollowedRequest implements Dispatcher.DispatchHandler {
  readonly #handling: RequestHandling;
  readonly #place: Place;
  readonly #resolve: () => void;
  readonly #reject: (error: unknown) => void;
  #body: ReceivedBody | null = null;
  #end: (() => void) | null = null;

  constructor(handling: RequestHandling, place: Place, resolve: () => void, reject: (error: unknown) => void) {
    this.#handling = handling;
    this.#place = place;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const { ending, timer, limits, onStart } = this.#handling;
    this.#end = () => controller.abort(reasonOf(ending));
    if (ending.aborted) {
      this.#end();
      return;
    }
    ending.addEventListener('abort', this.#end, { once: true });
    onStart();
    timer.enter('headers', limits.headersMs);
  }

  onResponseStart(controller: Dispatcher.DispatchController, statusCode: number, headers: IncomingHttpHeaders): void {
    // What comes before an answer, such as 103, is none.
    if (statusCode < 200) return;
    const { timer, limits, budget, read } = this.#handling;
    timer.enter('body', limits.bodyGapMs);
    this.#body = new ReceivedBody(() => controller.abort(new errors.RequestAbortedError()), budget);
    read({ statusCode, headers, body: this.#body }).then(this.#resolve, this.#reject);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { timer, limits } = this.#handling;
    timer.enter('body', limits.bodyGapMs);
    this.#body?.push(chunk);
  }

  onResponseEnd(): void {
    this.#finish(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const { sendElsewhere, giveBack } = this.#place;
    // undici sends elsewhere what it has not sent when its connection is closed, but not when that is reset.
    const isUnsent = this.#end === null && 'syscall' in error && socketCalls.has(error.syscall);
    if (isUnsent && sendElsewhere !== null) {
      giveBack();
      sendElsewhere();
    } else {
      this.#finish(error);
    }
  }

  #finish(error: Error | null): void {
    if (this.#end !== null) this.#handling.ending.removeEventListener('abort', this.#end);
    this.#place.giveBack();
    if (this.#body !== null) this.#body.end(error);
    else this.#reject(error ?? new errors.SocketError('There was no answer.'));
  }
}

/**
 * Sends a request. Resolves when its answer is read.
 *
 * @throws the error of the connection, when that comes before the headers; what `read` throws
 */
export const sendRequest = (
  connections: ServiceConnections,
  request: HttpRequest,
  handling: RequestHandling,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const send = (age: ConnectionAge, sendElsewhere: (() => void) | null): void =>
      connections.take(age, (client) => {
        const place = { giveBack: () => connections.giveBack(client), sendElsewhere };
        client.dispatch(request, new FollowedRequest(handling, place, resolve, reject));
      });
    handling.timer.enter('connect', handling.limits.connectMs);
    send(request.connection, () => send('fresh', null));
  });

/** Times that undici keeps itself, in milliseconds. */
export interface StreamTimes {
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
}

/** Sends a request whose answer is a stream. Its connection is given back when that is closed. @throws the error of the connection */
export const openStream = (
  connections: ServiceConnections,
  request: HttpRequest,
  times: StreamTimes,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> =>
  new Promise((resolve, reject) => {
    connections.take(request.connection, (client) => {
      const giveBack = (): void => connections.giveBack(client);
      client.request({ ...request, ...times, signal }).then(
        (response) => {
          response.body.once('close', giveBack);
          resolve(response);
        },
        (error: unknown) => {
          giveBack();
          reject(error);
        },
      );
    });
  });
