/** Ends connections whose clients do not take their answers. */
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** How long clients have. Times are in milliseconds. */
export interface AnswerTimes {
  /** How long a client may take, from the headers of its answer on. */
  readonly responseMs: number;
  /** How often it is looked at. */
  readonly checkMs: number;
  /** A clock that never goes back; the system's unless given. */
  readonly now?: () => number;
}

/** Looks at the answers until it is disposed of. */
export interface SlowReaderWatch extends Disposable {
  /** Looks now; done by itself from time to time. */
  look(): void;
}

/**
 * Looks at the answers under way from time to time, and closes the connection of one that began too long ago: neither a
 * client that reads nothing nor one that reads a byte now and then holds an answer in memory for ever.
 */
export const endSlowReaders = (
  answers: Iterable<readonly [ServerResponse, Duplex]>,
  { responseMs, checkMs, now = () => performance.now() }: AnswerTimes,
): SlowReaderWatch => {
  const begunAt = new WeakMap<ServerResponse, number>();
  const look = (): void => {
    const time = now();
    for (const [answer, connection] of answers) {
      if (!answer.headersSent) continue;
      const begun = begunAt.get(answer) ?? time;
      begunAt.set(answer, begun);
      if (time - begun >= responseMs) connection.destroy();
    }
  };
  const timer = setInterval(look, checkMs).unref();
  return { look, [Symbol.dispose]: () => clearInterval(timer) };
};
