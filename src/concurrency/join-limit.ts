/** Limit of those who wait for work that somebody else is doing already, once that takes long. */

/** Too many wait for the same work, and it takes long. */
export class TooManyJoinedError extends Error {
  override readonly name = 'TooManyJoinedError';

  constructor() {
    super('Too many wait for work that takes long.');
  }
}

/** Bounds the waits for work of others. */
export interface JoinLimit {
  /** Those who wait now. */
  readonly waiting: number;
  /** Start of work that begins now, for `wait`. */
  startedAt(): number;
  /**
   * Waits for work that began then.
   *
   * @throws TooManyJoinedError, at once, when too many wait for as long as it has taken
   */
  wait<Result>(startedAt: number, wait: () => Promise<Result>): Promise<Result>;
}

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
export const createJoinLimit = ({
  maxWaiting = 128,
  now = () => performance.now(),
}: JoinLimitOptions = {}): JoinLimit => {
  let waiting = 0;
  return {
    get waiting() {
      return waiting;
    },
    startedAt: now,
    wait: async (startedAt, wait) => {
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
