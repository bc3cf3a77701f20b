/**
 * Returns whether a holder may take one more: it may while it holds fewer than `times` the number left. A single holder gets
 * `times / (times + 1)` of all, e.g. a half, and two get a third each: some are left for others, however many holders there are.
 */
export const hasShare = (own: number, left: number, times = 1): boolean => own < left * times;
