/** Limit of those who wait for work that somebody else is doing already, once that takes long. */

/** Too many wait for the same work, and it takes long. */
export class TooManyJoinedError extends Error {
  override readonly name = 'TooManyJoinedError';

  constructor() {
    super('Too many wait for work that takes long.');
  }
}

/** Bound on the waits for work of others. */
export type JoinLimit = ReturnType<typeof createJoinLimit>;

/** Options of a limit. */
export interface JoinLimitOptions {
  /** Number of those who may wait for work that has taken a second; of half a second twice as many: what is there in a moment is for all. */
  readonly maxWaiting?: number;
  /** A clock in milliseconds that never goes back; `performance.now` unless given. */
  readonly now?: () => number;
}

const SECOND_MS = 1_000;

/**
 * Creates a limit for all pieces of work of a kind. Whoever waits for another's call takes no permit for the service, but is one
 * of the operations under way: a call that hangs must not fill those.
 */
export const createJoinLimit = ({ maxWaiting = 128, now = () => performance.now() }: JoinLimitOptions = {}) => {
  let waiting = 0;
  return {
    /** Those who wait now. */
    get waiting(): number {
      return waiting;
    },
    /** Start of work that begins now, for `wait`. */
    startedAt: now,
    /**
     * Waits for work that began then.
     *
     * @throws TooManyJoinedError, at once, when too many wait for as long as it has taken
     */
    wait: async <Result>(startedAt: number, wait: () => Promise<Result>): Promise<Result> => {
      if (waiting * (now() - startedAt) >= maxWaiting * SECOND_MS) throw new TooManyJoinedError();
      waiting += 1;
      try {
        return await wait();
      } finally {
        waiting -= 1;
      }
    },
  };
};
