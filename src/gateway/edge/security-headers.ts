/** The headers of security, on every answer whichever part of the gateway gives it. */
import type { ServerResponse } from 'node:http';

/** Headers of every answer; a route may replace them. */
export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

const entries = Object.entries(securityHeaders);

/** Sets them; to be done before anything can answer. */
export const setSecurityHeaders = (response: ServerResponse): void => {
  for (const [name, value] of entries) response.setHeader(name, value);
};
