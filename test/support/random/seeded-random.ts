/** A stream of pseudo-random choices that is the same for the same seed. */
export interface SeededRandom {
  /** Next number in [0, 1). */
  next(): number;
  /** Whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  /** Number in [min, max), rounded to `decimals` places. */
  decimal(min: number, max: number, decimals: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** One item. Throws a RangeError for an empty list. */
  pick<Item>(items: readonly Item[]): Item;
  /** `count` different items (all of them when there are fewer), in random order. */
  sample<Item>(items: readonly Item[], count: number): Item[];
}

/** Creates a stream from a whole number (the mulberry32 generator). */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[integer(0, items.length - 1)];
    if (item === undefined) throw new RangeError('Cannot pick from an empty list.');
    return item;
  };
  const sample = <Item>(items: readonly Item[], count: number): Item[] => {
    const rest = [...items];
    const taken: Item[] = [];
    while (taken.length < count && rest.length > 0) taken.push(...rest.splice(integer(0, rest.length - 1), 1));
    return taken;
  };
  return {
    next,
    integer,
    decimal: (min, max, decimals) => Number((min + next() * (max - min)).toFixed(decimals)),
    chance: (probability) => next() < probability,
    pick,
    sample,
  };
}

/** Derives a seed from whole numbers, so that neighbouring inputs give unrelated streams. */
export function mixSeed(...parts: readonly number[]): number {
  let hash = 0x811c9dc5;
  for (const part of parts) {
    hash = Math.imul(hash ^ (part | 0), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  }
  return hash >>> 0;
}
