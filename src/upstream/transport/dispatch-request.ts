/** Dispatches one HTTP request to a connection, by the leanest way that undici has: the response is no stream. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { type Dispatcher, errors } from 'undici';
import type { Cancellation } from '../../concurrency/cancellation.ts';
import type { Endpoint } from '../../contract/endpoints.ts';
import { ReceivedBody } from './buffered-body.ts';
import type { ResponseBudget } from './response-budget.ts';
import type { Response } from './response.ts';
import type { ConnectionAge, ServiceConnections } from './service-connections.ts';

/** A request as it is sent. */
export interface HttpRequest {
  readonly method: Endpoint['method'];
  readonly path: string;
  /** Without those of the connection. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Readable | null;
  readonly connection: ConnectionAge;
}

/** Time-outs of the phases of a request, in milliseconds, which undici keeps: they may come up to a second late. */
export interface PhaseTimes {
  /** From the moment when it is written to a connection. */
  readonly headersTimeout: number;
  /** Between two pieces of the body. */
  readonly bodyTimeout: number;
}

/** Handling of a request and its response. */
export interface RequestHandling {
  readonly ending: Cancellation;
  readonly times: PhaseTimes;
  readonly budget: ResponseBudget;
  /** Called when it is written to a connection. */
  readonly onStart: () => void;
  /** Reads the response as soon as its headers are there. */
  readonly read: (response: Response) => Promise<void>;
}

const reasonOf = ({ reason }: Cancellation): Error =>
  reason instanceof Error ? reason : new errors.RequestAbortedError();

/** System calls with which the socket reports that the other side has reset the connection. */
const socketCalls = new Set<unknown>(['read', 'write']);

/** A request from its connection to the end of its response. */
class DispatchedRequest implements Dispatcher.DispatchHandler {
  readonly #handling: RequestHandling;
  /** Sends it on another connection; null when that has been done before. */
  readonly #sendElsewhere: (() => void) | null;
  readonly #resolve: () => void;
  readonly #reject: (error: unknown) => void;
  #body: ReceivedBody | null = null;
  #end: (() => void) | null = null;

  constructor(
    handling: RequestHandling,
    sendElsewhere: (() => void) | null,
    resolve: () => void,
    reject: (error: unknown) => void,
  ) {
    this.#handling = handling;
    this.#sendElsewhere = sendElsewhere;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const { ending, onStart } = this.#handling;
    this.#end = () => controller.abort(reasonOf(ending));
    if (ending.aborted) {
      this.#end();
      return;
    }
    ending.addEventListener('abort', this.#end, { once: true });
    onStart();
  }

  onResponseStart(controller: Dispatcher.DispatchController, statusCode: number, headers: IncomingHttpHeaders): void {
    // What comes before a response, such as 103, is none.
    if (statusCode < 200) return;
    const { budget, read } = this.#handling;
    this.#body = new ReceivedBody(() => controller.abort(new errors.RequestAbortedError()), budget);
    read({ statusCode, headers, body: this.#body }).then(this.#resolve, this.#reject);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#body?.push(chunk);
  }

  onResponseEnd(): void {
    this.#finish(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    // undici sends elsewhere what it has not sent when its connection is closed, but not when that is reset.
    const isUnsent = this.#end === null && 'syscall' in error && socketCalls.has(error.syscall);
    if (isUnsent && this.#sendElsewhere !== null) this.#sendElsewhere();
    else this.#finish(error);
  }

  #finish(error: Error | null): void {
    if (this.#end !== null) this.#handling.ending.removeEventListener('abort', this.#end);
    if (this.#body !== null) this.#body.end(error);
    else this.#reject(error ?? new errors.SocketError('There was no response.'));
  }
}

/**
 * Sends a request. Resolves when its response is read.
 *
 * @throws the error of the connection, when that comes before the headers; what `read` throws
 */
export const dispatchRequest = (
  connections: ServiceConnections,
  { connection, ...request }: HttpRequest,
  handling: RequestHandling,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const options = { ...request, ...handling.times };
    const send = (age: ConnectionAge, sendElsewhere: (() => void) | null): void => {
      connections.of(age).dispatch(options, new DispatchedRequest(handling, sendElsewhere, resolve, reject));
    };
    send(connection, () => send('fresh', null));
  });
