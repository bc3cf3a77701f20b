/** Ends connections whose clients do not take their answers. */
import type { ServerResponse } from 'node:http';

/**
 * Looks at the answers under way from time to time, and closes the connection of one that began too long ago: neither a
 * client that reads nothing nor one that reads a byte now and then holds an answer in memory for ever.
 *
 * @param answerMs how long a client may take, from the headers of the answer on
 * @param checkMs how often to look
 */
export const endSlowReaders = (
  answers: Iterable<ServerResponse>,
  { answerMs, checkMs }: { readonly answerMs: number; readonly checkMs: number },
): Disposable => {
  const begunAt = new WeakMap<ServerResponse, number>();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const answer of answers) {
      if (!answer.headersSent) continue;
      const begun = begunAt.get(answer) ?? now;
      begunAt.set(answer, begun);
      if (now - begun >= answerMs) answer.req.socket.destroy();
    }
  }, checkMs).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
};
