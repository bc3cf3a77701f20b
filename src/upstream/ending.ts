/** The end of a request before its time: cancelled, or out of time. */
import { EventEmitter } from 'node:events';

/**
 * Ends one request. It is an emitter of `abort`, which undici takes for a signal: every request needs one, and an
 * AbortController costs as much as the rest of the request's bookkeeping.
 */
export class Ending extends EventEmitter<{ abort: [] }> {
  /** Named as in AbortSignal, which is how undici asks. */
  aborted = false;
  /** Why it was ended; undefined while it is not. Named as in AbortSignal: undici ends the body with it. */
  reason: Error | undefined;

  /** Ends the request, once. */
  end(reason?: Error): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    this.emit('abort');
  }
}
