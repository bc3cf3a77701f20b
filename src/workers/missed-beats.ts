/** Notices that an event loop stands: it gives a sign of life again and again, and somebody else listens. */

/** Count of the signs of life that did not come. */
export type MissedBeats = ReturnType<typeof createMissedBeats>;

/** Creates the count. `limit` is the number of looks. */
export const createMissedBeats = (limit: number) => {
  let missed = 0;
  let isDebugged = false;
  return {
    /**
     * Takes a sign of life.
     *
     * @param debugged whether a debugger may stop the loop from now on: then nothing is missed until the next sign says otherwise
     */
    beat: (debugged: boolean): void => {
      missed = 0;
      isDebugged = debugged;
    },
    /**
     * To be called at a steady pace. What is counted is how often the listener looked and found nothing, and not the time: while its
     * process was stopped too, or the machine was suspended, it did not look.
     *
     * @returns true once, when as many looks in a row found nothing as make it certain
     */
    look: (): boolean => {
      if (isDebugged) return false;
      missed += 1;
      return missed === limit;
    },
  };
};

/** Interval between two looks, in milliseconds. */
export const LOOK_MS = 1000;
/** Interval between two signs of a loop, in milliseconds: at least once between two looks, also when it is late. */
export const BEAT_MS = 500;
