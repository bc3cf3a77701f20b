/**
 * Returns whether one of many may have one more: while it has fewer than `times` as many as are left. Alone it gets
 * `times / (times + 1)` of all, e.g. a half, and two get a third each: some is left to others, however many take.
 */
export const hasShare = (own: number, left: number, times = 1): boolean => own < left * times;
