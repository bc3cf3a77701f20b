/** Callers of a probe, and the limit of its concurrent calls. */
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

/** Creates a bound; calls beyond it wait in order. */
export const createCallLimit = (most: number): RunCall => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (call) => {
    if (running >= most) {
      // A call that ends hands its permit on, so that nobody else can take it in between.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await call();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};
