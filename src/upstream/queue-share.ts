/** How much of the queue for connections one caller takes up: what does not fit waits with the caller, not in the queue. */

/** A caller's share of the queue. */
export interface QueueShare {
  /**
   * Enters the queue, when there is room for this caller.
   *
   * @returns what leaves it again, for when the call was sent or has ended; later calls of it do nothing
   */
  enter(): Promise<() => void>;
}

/**
 * Creates a share. An operation may make 50 calls at once; a handful of such operations would fill the queue, and calls
 * would be refused while the service is well.
 */
export const createQueueShare = (size: number): QueueShare => {
  let waiting = 0;
  const next: (() => void)[] = [];

  const createLeave = (): (() => void) => {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const go = next.shift();
      if (go === undefined) waiting -= 1;
      else go();
    };
  };

  return {
    enter: async () => {
      if (waiting < size) waiting += 1;
      else await new Promise<void>((resolve) => next.push(resolve));
      return createLeave();
    },
  };
};
