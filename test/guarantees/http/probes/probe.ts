/** Probes of HTTP/1.1: bytes, and what a sound server makes of them. */

/**
 * What a server does with the bytes of a probe when a good request comes behind them: the statuses of its responses in their order.
 *
 * `200 200` took both requests. `400` refused the bytes and closed the connection: nothing behind them is read. `400 200` refused one
 * request and read on behind it. `200` took the first request and closed the connection behind it. `waits` has no response yet, since
 * more has to come. `closed` has closed without a response.
 */
export type Verdict =
  | '200'
  | '200 200'
  | '200 200 200'
  | '200 405'
  | '400'
  | '400 200'
  | '405'
  | '413'
  | '417 200'
  | '431'
  | '431 200'
  | '501'
  | '505'
  | 'closed'
  | 'waits';

/** A probe. */
export interface Probe {
  readonly name: string;
  /** Where it is ruled, e.g. `9112 3.2`. */
  readonly section: string;
  /** In Latin-1. */
  readonly bytes: string;
  readonly verdict: Verdict;
  /** Body of the first request as it has to be read; null when it does not matter. */
  readonly body: string | null;
  /** Whether it stops within a request: then no other comes behind it. */
  readonly stops: boolean;
}

/** Makes a probe. */
export const probe = (
  section: string,
  name: string,
  bytes: string,
  verdict: Verdict,
  { body = null }: { readonly body?: string | null } = {},
): Probe => ({
  name,
  section,
  bytes,
  verdict,
  stops: verdict === 'waits',
  body,
});

/** The start of an ordinary request. */
export const POST = 'POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';

/** An ordinary request, with further lines in its head. */
export const postWith = (lines: string): string => `${POST}Content-Length: 2\r\n${lines}\r\n{}`;

/** A request without a body, with further lines in its head. */
export const getWith = (lines: string): string => `GET / HTTP/1.1\r\nHost: a\r\n${lines}\r\n`;

/** A request in chunks, with what comes behind its head. */
export const chunked = (body: string, lines = ''): string => `${POST}${lines}Transfer-Encoding: chunked\r\n\r\n${body}`;

/** A request that must never be read where it is hidden. */
export const HIDDEN = 'GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n';
