/** Limits of the fast path for each connection. */

/** Limits of the fast path. Times are in milliseconds. */
export interface FastPathLimits {
  /** Size of a request line and all headers together, in bytes. */
  readonly headerBytes: number;
  /** Number of headers. */
  readonly headers: number;
  /** For a client to take a response, from its first byte on. */
  readonly responseMs: number;
  /** For which a connection may idle between requests. Sent to clients. */
  readonly keepAliveMs: number;
  /** From check to check of the times. */
  readonly checkMs: number;
}
