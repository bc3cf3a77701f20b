/** Limits of the HTTP server for a connection. */

import { MAX_UPLOAD_BYTES } from '../uploads/byte-limit.ts';
import type { BudgetLimits } from './connection-budget.ts';

/** Limits of the HTTP server. Times are in milliseconds. */
export interface ServerLimits {
  /** For the headers of a request to come. */
  readonly headersMs: number;
  /** For a whole request to come; longest for photos. */
  readonly requestMs: number;
  /** For a body that is no photo to come. */
  readonly bodyMs: number;
  /** Least rate at which any body comes, in bytes a second. */
  readonly bodyBytesPerS: number;
  /** For a client to take a response, from its headers on. */
  readonly responseMs: number;
  /** For which a connection may idle between requests: longer than the idle time of usual load balancers, 60 s. */
  readonly keepAliveMs: number;
  /** Interval at which the times are checked. */
  readonly checkMs: number;
  /** Size of all headers together, in bytes. */
  readonly headerBytes: number;
  /** Number of headers. */
  readonly headers: number;
  /** Size of a body that is refused by its announced length alone, whatever its path takes, in bytes. */
  readonly bodyBytes: number;
  /** Connections at once; for each more, the one closes that has waited longest for a request. */
  readonly connections: BudgetLimits;
  /** Requests of a connection that wait for the responses before theirs; with more it is closed. */
  readonly pipelinedRequests: number;
  /** Requests that have begun and are not there yet. */
  readonly unfinishedRequests: BudgetLimits;
  /** Bytes of responses that were written and not taken. */
  readonly unreadBytes: BudgetLimits;
  /** Bytes of photos that have come in and are not sent on yet. */
  readonly photoBytes: BudgetLimits;
}

/** The limits unless given. */
export const defaultServerLimits: ServerLimits = {
  headersMs: 10_000,
  requestMs: 60_000,
  bodyMs: 10_000,
  bodyBytesPerS: 1_024,
  responseMs: 60_000,
  keepAliveMs: 65_000,
  checkMs: 1_000,
  headerBytes: 16_384,
  headers: 100,
  bodyBytes: MAX_UPLOAD_BYTES,
  connections: { perProcess: 20_000, perNetwork: 2_000 },
  pipelinedRequests: 8,
  unfinishedRequests: { perProcess: 256, perNetwork: 32 },
  unreadBytes: { perProcess: 32 * 1024 * 1024, perNetwork: 24 * 1024 * 1024 },
  photoBytes: { perProcess: 64 * 1024 * 1024, perNetwork: 24 * 1024 * 1024 },
};
