/** Callers of a probe. */
import type { Call, DocumentCall } from '../../../upstream/call/call.ts';

/** One caller with a token. */
export interface ProbeCaller {
  readonly call: Call;
  readonly document: DocumentCall;
}

/** The application and, when there is a username, its user; null for whom there is no token. */
export interface Callers {
  readonly application: ProbeCaller | null;
  readonly user: ProbeCaller | null;
}

/** Runs a call when it has a permit. */
export type RunCall = <Result>(call: () => Promise<Result>) => Promise<Result>;
