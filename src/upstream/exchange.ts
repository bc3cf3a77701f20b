/** A request under way: how far it has got, and where its result goes. */
import type { Dispatcher } from 'undici';
import type { UpstreamError } from './errors.ts';

/** An answer whose headers are there, and whose body is not read yet. */
export type Response = Dispatcher.ResponseData;

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
