/** For whom a probe calls, and how many of its calls run at once. */
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

/** Runs a call when there is room for it. */
export type RunCall = <Result>(call: () => Promise<Result>) => Promise<Result>;

/** Creates a bound; calls beyond it wait in order. */
export const createCallLimit = (most: number): RunCall => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (call) => {
    if (running >= most) {
      // Whoever ends a call hands its room on, so that nobody else can take it in between.
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
