/** Steps that a store did not confirm, and that are made again until it does. */

/** A step that may be made more than once. */
interface UnsettledStep {
  readonly make: () => Promise<void>;
  /** Size of what it is to write. */
  readonly bytes: number;
}

/** Options of unsettled steps. */
export interface UnsettledStepsOptions {
  /** Returns whether the store has a chance to be reached. */
  readonly isReachable: () => boolean;
  /** Wait before the next attempt, in milliseconds. */
  readonly pauseMs: number;
  /** Most steps, and most bytes of all; the oldest are given up for others. */
  readonly most: number;
  readonly mostBytes: number;
}

/** Creates the steps, of which each holder has at most one. */
export const createUnsettledSteps = ({ isReachable, pauseMs, most, mostBytes }: UnsettledStepsOptions) => {
  const steps = new Map<string, UnsettledStep>();
  let bytes = 0;
  let timer: NodeJS.Timeout | null = null;

  const remove = (holder: string): void => {
    bytes -= steps.get(holder)?.bytes ?? 0;
    steps.delete(holder);
  };

  const settle = async (): Promise<void> => {
    for (const [holder, step] of steps) {
      try {
        await step.make();
      } catch {
        if (!isReachable()) break;
        // The store can be reached and refuses this one.
      }
      if (steps.get(holder) === step) remove(holder);
    }
    timer = null;
    schedule();
  };

  const schedule = (): void => {
    if (steps.size > 0) timer ??= setTimeout(() => void settle(), pauseMs).unref();
  };

  return {
    /** Takes the step that a holder wants to have made last. */
    add: (holder: string, step: UnsettledStep): void => {
      remove(holder);
      steps.set(holder, step);
      bytes += step.bytes;
      for (const oldest of steps.keys()) {
        if (steps.size <= most && bytes <= mostBytes) break;
        remove(oldest);
      }
      schedule();
    },
    /** Forgets the step of a holder, who is about to make another one. */
    remove,
  };
};
