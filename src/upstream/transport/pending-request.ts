/** A request under way: how far it has got, and where its result goes. */
import type { Canceller } from '../../concurrency/cancellation.ts';
import type { UpstreamError } from '../call/errors.ts';
import type { PhaseTimeouts } from './phase-timeouts.ts';

/** How far a request has got. */
export interface Progress {
  /** Whether the service may have seen it. */
  sent: boolean;
  /** HTTP status of the response; null until its headers are there. */
  status: number | null;
  /** What the call has come to, while the rest of the body is still read. */
  verdict: UpstreamError | null;
}

/** Where the result of a request goes. Only the first counts. */
export interface Outcome<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: UpstreamError) => void;
}

/** A request under way. */
export interface PendingRequest<Result> {
  readonly progress: Progress;
  readonly outcome: Outcome<Result>;
  /** Ends the request early: cancelled, or timed out. */
  readonly ending: Canceller;
  readonly timeouts: PhaseTimeouts;
}
