/** The error of whoever finds a queue full. */

/** There is no capacity, and too many wait for it already, or the wait was too long. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}
