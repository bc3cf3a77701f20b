/** The headers that every response has, whichever part of the gateway gives it. */

/** Headers of every response; a route may replace them. */
export const standardHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  // Which origin asks decides who may read a response.
  Vary: 'Origin',
} as const;

/** Value of `Vary`, for a route that looks at further headers of its request. */
export const varyBy = (...names: readonly string[]): string => [standardHeaders.Vary, ...names].join(', ');
