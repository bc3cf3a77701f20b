/** Limits of LRU caches by their number of entries. */

/**
 * Options of an LRU cache that keeps at most so many entries. The option `max` does the same, but allocates memory for all
 * of them when the cache is created.
 */
export const entryLimit = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });
