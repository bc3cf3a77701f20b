/** A request under way: how far it has got, and where its result goes. */
import type { Canceller } from '../../concurrency/cancellation.ts';
import type { UpstreamFailure } from '../call/failure.ts';

/** Progress of a request. */
export interface Progress {
  /** True when the service may have seen it. */
  sent: boolean;
  /** HTTP status of the response; null until its headers are there. */
  status: number | null;
  /** Error that the call will end with, while the rest of the body is still read. */
  verdict: UpstreamFailure | null;
}

/** Receivers of the result of a request. Only the first result counts. */
export interface Outcome<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: UpstreamFailure) => void;
}

/** A request under way. */
export interface PendingRequest<Result> {
  readonly progress: Progress;
  readonly outcome: Outcome<Result>;
  /** Ends the request early: cancelled, or timed out. */
  readonly ending: Canceller;
}
