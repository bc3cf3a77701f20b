/** Where the bars of a waterfall stand, and what is said of each call. */

/** @import { TracedCall } from './answer.js' */

/**
 * A call as it is drawn. Shares are of the whole width, from 0 to 1.
 *
 * @typedef {object} Bar
 * @property {TracedCall} call
 * @property {'call' | 'hit' | 'stale' | 'shared' | 'failed'} look
 * @property {string} outcome in words: its status, or why it has none; empty for what was at hand
 * @property {number} start
 * @property {number} width
 */

/**
 * @param {TracedCall} call
 * @returns {Pick<Bar, 'look' | 'outcome'>}
 */
const describe = ({ status, cache, attempts, failure }) => {
  if (failure !== null || (status !== null && status >= 400)) {
    return { look: 'failed', outcome: [status, failure].filter((part) => part !== null).join(' ') };
  }
  if (status !== null) return { look: 'call', outcome: String(status) };
  if (cache === 'HIT') return { look: 'hit', outcome: '' };
  if (cache === 'STALE') return { look: 'stale', outcome: '' };
  if (attempts > 0) return { look: 'failed', outcome: 'no response' };
  return cache === 'MISS' ? { look: 'shared', outcome: 'shared' } : { look: 'failed', outcome: 'not sent' };
};

/**
 * Counts the calls that an operation did not have to make.
 *
 * @param {readonly TracedCall[]} trace
 */
export const savedBy = (trace) => {
  const looks = trace.map((call) => describe(call).look);
  return {
    cached: looks.filter((look) => look === 'hit' || look === 'stale').length,
    shared: looks.filter((look) => look === 'shared').length,
  };
};

/**
 * Milliseconds that the width of a waterfall stands for.
 *
 * @param {readonly TracedCall[]} trace
 */
export const spanOf = (trace) => Math.max(1, ...trace.map(({ startMs, durationMs }) => startMs + durationMs));

/**
 * Places the calls of an operation on a common scale.
 *
 * @param {readonly TracedCall[]} trace
 * @returns {readonly Bar[]}
 */
export const placeBars = (trace) => {
  const span = spanOf(trace);
  return trace.map((call) => ({
    call,
    ...describe(call),
    start: call.startMs / span,
    width: call.durationMs / span,
  }));
};

/**
 * Writes a duration, e.g. `8.4 ms`, `120 ms` or `1.2 s`.
 *
 * @param {number} milliseconds
 */
export const writeDuration = (milliseconds) => {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${milliseconds < 10 ? Math.round(milliseconds * 10) / 10 : Math.round(milliseconds)} ms`;
};
