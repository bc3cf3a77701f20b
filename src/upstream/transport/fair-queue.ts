/** A caller's share of the queue for connections: calls beyond the share wait outside the queue. */

/** Leaves the queue; called when the call was sent or has ended. */
export type Leave = () => void;

/**
 * Creates a caller's share of the queue. An operation may make 50 calls at once; a handful of such operations would fill the queue, and calls
 * would be refused while the service is well.
 */
export const createFairQueue = (size: number) => {
  let waiting = 0;
  const next: (() => void)[] = [];

  const createLeave = (): Leave => {
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
    /**
     * Enters the queue, at once when there is capacity for this caller.
     *
     * @returns what leaves it again, for when the call was sent or has ended; later calls of it do nothing
     */
    enter: (): Leave | Promise<Leave> => {
      if (waiting >= size) return new Promise<void>((resolve) => next.push(resolve)).then(createLeave);
      waiting += 1;
      return createLeave();
    },
  };
};
