/** A request under way: how far it has got, and where its result goes. */
import type { Readable } from 'node:stream';
import type { Canceller } from '../../concurrency/cancellation.ts';
import type { Semaphore } from '../../concurrency/semaphore.ts';
import type { UpstreamError } from '../call/errors.ts';
import type { RequestHead } from '../call/request.ts';
import type { ConnectionPool } from './connection-pool.ts';
import type { PhaseTimeouts } from './phase-timeouts.ts';
import type { HttpRequest } from './send-request.ts';

/** How far a request has got. */
export interface Progress {
  /** Whether the service may have seen it. */
  sent: boolean;
  /** HTTP status of the answer; null until its headers are there. */
  status: number | null;
  /** What the call has come to, while the rest of the body is still read. */
  verdict: UpstreamError | null;
}

/** Where the result of a request goes. Only the first counts. */
export interface Outcome<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: UpstreamError) => void;
}

/** What belongs to a request under way. */
export interface Running<Result> {
  readonly progress: Progress;
  readonly outcome: Outcome<Result>;
  /** Ends the request before its time: cancelled, or out of time. */
  readonly ending: Canceller;
  readonly timer: PhaseTimeouts;
}

/** How one kind of answers is asked for and read. */
export interface PendingRequest<Result> {
  readonly request: RequestHead;
  readonly accept: string;
  /** Given when the body is a stream. */
  readonly content?: { readonly headers: Readonly<Record<string, string>>; readonly body: Readable };
  /** A place that the request needs beside one of its pool, and takes first. */
  readonly place?: Semaphore;
  readonly pool: ConnectionPool;
  /** Milliseconds for everything up to the result. */
  readonly totalMs: number;
  /** Milliseconds for what is left of the answer once its result is known; null when the time of the request counts on. */
  readonly restMs: number | null;
  /** Sends the request and reads its answer. */
  readonly perform: (pool: ConnectionPool, request: HttpRequest, running: Running<Result>) => Promise<void>;
}
