/** Bounds the large responses that are built at the same time: each stays in memory until it is written. */

/** Limits for responses above a size. */
export interface LargeResponseLimits {
  /** Size from which a response needs a place, in bytes. */
  readonly fromBytes: number;
  /** Number of responses that are built at the same time. */
  readonly atOnce: number;
  /** Number of responses that wait until others are written; further ones are refused. */
  readonly waiting: number;
}

/**
 * Limits that fit a heap of 512 MB: 64 responses of up to a megabyte, two of the largest, which take some 20 MB each, and 64 KB
 * for each that waits. A page of listings may wait for the service while it has its place, so there are many of those.
 */
export const largeResponseLimits = {
  large: { fromBytes: 65_536, atOnce: 64, waiting: 500 },
  huge: { fromBytes: 1_048_576, atOnce: 2, waiting: 32 },
} as const satisfies Readonly<Record<string, LargeResponseLimits>>;

/** The place of one response among those that are built. */
export interface LargeResponsePlace {
  /** True if others have to be written first. */
  readonly isWaiting: boolean;
  /** Passes it to the next response. Later calls do nothing. */
  leave(): void;
}

/** Source of places. */
export interface LargeResponses {
  /** Size from which a response needs a place, in bytes. */
  readonly fromBytes: number;
  /**
   * Takes the next place; null when too many responses wait for one.
   *
   * @param onFree called when the wait for the place is over
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
  const waiting: Place[] = [];
  let free = atOnce;

  const leave = (place: Place): void => {
    if (place.isWaiting) {
      waiting.splice(waiting.indexOf(place), 1);
      return;
    }
    const next = waiting.shift();
    if (next === undefined) {
      free += 1;
      return;
    }
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
      if (waiting.length >= maxWaiting) {
        onRefusal();
        return null;
      }
      const place = new Place(true, onFree, leave);
      waiting.push(place);
      return place;
    },
  };
};
