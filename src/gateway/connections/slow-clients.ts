/** Ends connections whose clients do not take their responses. */
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Limits for slow clients. Times are in milliseconds. */
export interface SlowClientLimits {
  /** Time that a client may take, from the headers of its response on. */
  readonly responseMs: number;
  /** Interval at which that is checked. */
  readonly checkMs: number;
  /** A clock that never goes back; the system's unless given. */
  readonly now?: () => number;
}

/** Looks at the responses until it is disposed of. */
export interface SlowClientWatch extends Disposable {
  /** Looks now; done by itself from time to time. */
  look(): void;
}

/**
 * Looks at the responses under way from time to time, and closes the connection of one that began too long ago: neither a
 * client that reads nothing nor one that reads a byte now and then holds a response in memory for ever.
 */
export const endSlowClients = (
  responses: Iterable<readonly [ServerResponse, Duplex]>,
  { responseMs, checkMs, now = () => performance.now() }: SlowClientLimits,
): SlowClientWatch => {
  const begunAt = new WeakMap<ServerResponse, number>();
  const look = (): void => {
    const time = now();
    for (const [response, connection] of responses) {
      if (!response.headersSent) continue;
      const begun = begunAt.get(response) ?? time;
      begunAt.set(response, begun);
      if (time - begun >= responseMs) connection.destroy();
    }
  };
  const timer = setInterval(look, checkMs).unref();
  return { look, [Symbol.dispose]: () => clearInterval(timer) };
};
