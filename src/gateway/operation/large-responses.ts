/** Bounds how many large responses are made at the same time: each holds what there is of it, until it is written. */

/** Limits by size. */
export interface LargeResponseLimits {
  /** Memory from which on a response takes a place, in bytes. */
  readonly fromBytes: number;
  /** Made at the same time. */
  readonly atOnce: number;
  /** Wait until others are written; what comes then is refused. */
  readonly waiting: number;
}

/**
 * Limits that let a heap of 512 MB do: 64 responses of up to a megabyte, two of the largest, which take some 20 MB each, and 64 KB
 * for each that waits. A page of listings may wait for the service while it has its place, so there are many of those.
 */
export const largeResponseLimits = {
  large: { fromBytes: 65_536, atOnce: 64, waiting: 500 },
  huge: { fromBytes: 1_048_576, atOnce: 2, waiting: 32 },
} as const satisfies Readonly<Record<string, LargeResponseLimits>>;

/** The place of one response among those that are made. */
export interface LargeResponsePlace {
  /** True if others have to be written first. */
  readonly isWaiting: boolean;
  /** Gives it to the next. Does nothing the second time. */
  leave(): void;
}

/** Gives places. */
export interface LargeResponses {
  /** Memory from which on a response takes a place, in bytes. */
  readonly fromBytes: number;
  /**
   * Gives the next place; null when too many wait for one.
   *
   * @param onFree called when it has waited for long enough
   */
  acquire(onFree: () => void): LargeResponsePlace | null;
}

class Place implements LargeResponsePlace {
  isWaiting: boolean;
  readonly onFree: () => void;
  readonly #leave: (place: Place) => void;
  #isLeft = false;

  constructor(isWaiting: boolean, onFree: () => void, leave: (place: Place) => void) {
    this.isWaiting = isWaiting;
    this.onFree = onFree;
    this.#leave = leave;
  }

  leave(): void {
    if (this.#isLeft) return;
    this.#isLeft = true;
    this.#leave(this);
  }
}

/** @param onRefusal called with each that is refused */
export const createLargeResponses = (
  { fromBytes, atOnce, waiting: maxWaiting }: LargeResponseLimits,
  onRefusal: () => void = () => {},
): LargeResponses => {
  const waiting = new Set<Place>();
  let free = atOnce;

  const leave = (place: Place): void => {
    if (waiting.delete(place)) return;
    const [next] = waiting;
    if (next === undefined) {
      free += 1;
      return;
    }
    waiting.delete(next);
    next.isWaiting = false;
    next.onFree();
  };

  return {
    fromBytes,
    acquire: (onFree) => {
      if (free > 0) {
        free -= 1;
        return new Place(false, onFree, leave);
      }
      if (waiting.size >= maxWaiting) {
        onRefusal();
        return null;
      }
      const place = new Place(true, onFree, leave);
      waiting.add(place);
      return place;
    },
  };
};
