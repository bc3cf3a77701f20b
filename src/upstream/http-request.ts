/** One HTTP request by the leanest way that the HTTP client has: its body is no stream, and its time is ours. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { errors } from 'undici';
import type { Endpoint } from '../contract/endpoints.ts';
import type { Cancellation } from './cancellation.ts';
import type { Response } from './exchange.ts';
import type { PhaseTimer } from './phase-timer.ts';
import { ReceivedBody } from './received-body.ts';

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
}

/** Ends a request that is under way. */
export interface RequestController {
  /** Ends it, and its connection. Its handler is told the reason as an error. */
  abort(reason: Error): void;
}

/** Follows a request. */
export interface ResponseHandler {
  /** It is about to be written to a connection. */
  onRequestStart(controller: RequestController): void;
  onResponseStart(controller: RequestController, statusCode: number, headers: IncomingHttpHeaders): void;
  onResponseData(controller: RequestController, chunk: Buffer): void;
  onResponseEnd(controller: RequestController): void;
  /** Told once of whatever ends the request before its answer. */
  onResponseError(controller: RequestController, error: Error): void;
}

/** Sends a request. */
export type Dispatch = (request: HttpRequest, handler: ResponseHandler) => void;

/** What comes of a request. */
export interface RequestHandling {
  readonly ending: Cancellation;
  readonly timer: PhaseTimer;
  readonly limits: PhaseLimits;
  /** It is written to a connection. */
  readonly onStart: () => void;
  /** Reads the answer as soon as its headers are there. */
  readonly read: (response: Response) => Promise<void>;
}

const reasonOf = ({ reason }: Cancellation): Error =>
  reason instanceof Error ? reason : new errors.RequestAbortedError();

/**
 * Sends a request. Resolves when its answer is read.
 *
 * @throws the error of the connection, when that comes before the headers; what `read` throws
 */
export const sendRequest = (
  dispatch: Dispatch,
  request: HttpRequest,
  { ending, timer, limits, onStart, read }: RequestHandling,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let body: ReceivedBody | null = null;
    let onEnding = (): void => {};
    const endWith = (error: Error | null): void => {
      ending.removeEventListener('abort', onEnding);
      if (body !== null) body.end(error);
      else reject(error ?? new errors.SocketError('There was no answer.'));
    };
    timer.enter('connect', limits.connectMs);
    dispatch(request, {
      onRequestStart: (controller) => {
        onEnding = () => controller.abort(reasonOf(ending));
        if (ending.aborted) {
          onEnding();
          return;
        }
        ending.addEventListener('abort', onEnding, { once: true });
        onStart();
        timer.enter('headers', limits.headersMs);
      },
      onResponseStart: (controller, statusCode, received) => {
        // What comes before an answer, such as 103, is none.
        if (statusCode < 200) return;
        timer.enter('body', limits.bodyGapMs);
        body = new ReceivedBody(() => controller.abort(new errors.RequestAbortedError()));
        read({ statusCode, headers: received, body }).then(resolve, reject);
      },
      onResponseData: (_controller, chunk) => {
        timer.enter('body', limits.bodyGapMs);
        body?.push(chunk);
      },
      onResponseEnd: () => endWith(null),
      onResponseError: (_controller, error) => endWith(error),
    });
  });
