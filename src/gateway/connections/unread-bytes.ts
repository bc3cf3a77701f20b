/** Bounds the memory of responses that clients do not read: when it is spent, the slowest connections are closed. */
import type { Socket } from 'node:net';
import { type BudgetLimits, ConnectionBudget } from './connection-budget.ts';

/** Options of the watch. */
export interface UnreadBytesOptions {
  /** In bytes. */
  readonly limits: BudgetLimits;
  /** Bytes written to a connection that the system has not taken, those included that wait behind another response. */
  readonly heldBy: (socket: Socket) => number;
  /** Called for each connection that is closed. */
  readonly onEvict: (limit: keyof BudgetLimits) => void;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** Watches what is written and not read. */
export interface UnreadBytes {
  /** Called each time something was written. `networkOf` names the client of the response; null when unknown. */
  onWritten(socket: Socket, networkOf: () => string | null): void;
  /** Looks at all connections again. */
  look(): void;
  /** Bytes that are held now. */
  readonly total: number;
  /** True if more is held than may be: what was closed is freed only when the event loop comes to it. */
  readonly isFull: boolean;
}

/** A connection whose client has not read all. */
interface Reader {
  readonly since: number;
  /** Bytes that were unread at the last look. */
  unread: number;
  /** That, and what of it lay in the queue of the system still: it falls with each byte that is read. */
  left: number;
  /** Bytes that it has read since, roughly: what counts is whether it is nothing, little or much. */
  read: number;
}

/**
 * Bytes of the write under way that the system has not taken: all of them are held until the last is taken, so only this shows
 * a client that reads slowly from one that reads nothing. Node keeps it in its handle.
 */
const queuedIn = (socket: Socket): number => {
  const handle: unknown = Reflect.get(socket, '_handle');
  const size: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'writeQueueSize') : 0;
  return typeof size === 'number' ? size : 0;
};

/** How many times what may be held may be there, with what is being closed: a few large invoices to clients that read nothing refuse nobody. */
const CLOSING_TIMES = 3;

/** Begins to watch. */
export const watchUnreadBytes = ({ limits, heldBy, onEvict, now }: UnreadBytesOptions): UnreadBytes => {
  const weigh = (socket: Socket, reader: Reader): number => {
    if (socket.destroyed) return 0;
    const unread = heldBy(socket);
    const left = unread + queuedIn(socket);
    reader.read += Math.max(0, reader.left - left);
    reader.left = left;
    reader.unread = unread;
    return unread;
  };
  let closing = 0;
  const budget = new ConnectionBudget<Reader>({
    limits,
    weigh,
    // How long it will take to read what is left: a client that has read nothing takes longest, and one that came just now none.
    slownessOf: (_socket, { since, unread, read }) => (unread * (now() - since)) / (read + 1),
    evict: (socket, limit) => {
      const bytes = heldBy(socket);
      closing += bytes;
      socket.once('close', () => {
        closing -= bytes;
      });
      socket.destroy();
      onEvict(limit);
    },
  });
  return {
    onWritten: (socket, networkOf) => {
      const reader = budget.stateOf(socket);
      if (reader === undefined && heldBy(socket) === 0) return;
      budget.draw(socket, networkOf(), reader ?? { since: now(), unread: 0, left: 0, read: 0 });
    },
    look: () => budget.look(),
    get total() {
      budget.look();
      return budget.total + closing;
    },
    get isFull() {
      return limits.perProcess > 0 && budget.total + closing > limits.perProcess * CLOSING_TIMES;
    },
  };
};
