/**
 * A slow client costs a slow client: bodies that have not come whole and responses that nobody reads share a budget (`MAX_UNREAD_BYTES`). When it is
 * full, of the network that holds most those go that are slowest; a response that nobody reads for long goes in any case.
 */
import type { GatewayRequest } from '../http/gateway-request.ts';
import type { GatewayResponse } from '../http/gateway-response.ts';
import { isJson } from '../http/media-type.ts';
import { bytesReadOf, type ClientConnection, type Pace } from './client-connections.ts';
import type { ServerLimits } from './server-limits.ts';

type Connection = ClientConnection<GatewayResponse<GatewayRequest>>;

interface SlowClientsOptions {
  readonly connections: Iterable<Connection>;
  readonly limits: Pick<ServerLimits, 'unreadBytes' | 'responseMs' | 'headerBytes'>;
  /** Closes a connection that holds too much for too long. */
  readonly evict: (connection: Connection) => void;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** What a connection holds. */
interface Holding {
  readonly connection: Connection;
  readonly held: number;
  readonly slowness: number;
}

/** Share of the budget that may come before it is looked who holds it. */
const UNSEEN_SHARE = 1 / 8;
/** Share of the budget that is held when enough have gone: not each one after them looks at all connections. */
const KEPT_SHARE = 7 / 8;
/** Most that a form keeps beside its file, whose bytes have a budget of their own. */
const MOST_OF_FORM = 262_144;

/**
 * Bytes of the write under way that the system has not taken: all of them are held until the last is taken, so only this shows
 * a client that reads slowly from one that reads nothing. Node keeps it in its handle.
 */
const queuedIn = (socket: object): number => {
  const handle: unknown = Reflect.get(socket, '_handle');
  const size: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'writeQueueSize') : 0;
  return typeof size === 'number' ? size : 0;
};

/** Begins to watch. */
export const watchSlowClients = ({ connections, limits, evict, now }: SlowClientsOptions) => {
  let unseen = 0;

  const comingOf = ({ last, headBytes }: Connection): number => {
    if (last === null || last.req.complete) return headBytes;
    const { req: request } = last;
    return headBytes + (isJson(request) ? request.received : Math.min(request.received, MOST_OF_FORM));
  };

  /** What waits behind a request is held as headers, which take more than their bytes. */
  const heldBy = (connection: Connection): number =>
    connection.socket.writableLength + connection.waiting * limits.headerBytes + comingOf(connection);

  const see = (connection: Connection, time: number): Pace => {
    const { socket, open, pace } = connection;
    const left = socket.writableLength + queuedIn(socket);
    pace.taken += Math.max(0, pace.left - left);
    pace.left = left;
    if (open[0]?.headersSent === true) pace.sentAt ??= time;
    return pace;
  };

  const look = (): void => {
    unseen = 0;
    const time = now();
    let total = 0;
    const holding: Holding[] = [];
    /** Bytes by holder. */
    const holders = new Map<string | Connection, number>();
    for (const connection of connections) {
      const { socket, open, isIncomplete, beganAt, readBefore } = connection;
      // Most connections wait for a request, and hold nothing.
      if (socket.destroyed || (open.length === 0 && !isIncomplete && socket.writableLength === 0)) continue;
      const { sentAt, taken } = see(connection, time);
      // It was told to go, and holds nothing that its end would not free.
      if (socket.writableEnded && socket.writableLength === 0) continue;
      if (sentAt !== null && time - sentAt >= limits.responseMs) {
        socket.destroy();
        continue;
      }
      const held = heldBy(connection);
      if (held === 0) continue;
      total += held;
      const { holder } = connection;
      holders.set(holder, (holders.get(holder) ?? 0) + held);
      // How long it will take to move what is left: a client that has moved nothing takes longest, and one that came just now none.
      const moved = taken + bytesReadOf(socket) - readBefore;
      holding.push({ connection, held, slowness: (held * (time - beganAt)) / (moved + 1) });
    }
    if (limits.unreadBytes === 0 || total <= limits.unreadBytes) return;
    const heldByAll = ({ connection }: Holding): number => holders.get(connection.holder) ?? 0;
    holding.sort((one, other) => heldByAll(other) - heldByAll(one) || other.slowness - one.slowness);
    for (const { connection, held } of holding) {
      if (total <= limits.unreadBytes * KEPT_SHARE) return;
      total -= held;
      evict(connection);
    }
  };

  return {
    /** More is held. */
    add: (bytes: number): void => {
      unseen += bytes;
      if (limits.unreadBytes > 0 && unseen > limits.unreadBytes * UNSEEN_SHARE) look();
    },
    /** Looks at all connections; done by `add` when much has come together, and to be done from time to time. */
    look,
    /** Bytes of responses that clients have not read. */
    get unreadBytes() {
      let bytes = 0;
      for (const { socket } of connections) bytes += socket.writableLength;
      return bytes;
    },
    /** Requests that are incomplete. */
    get incomplete() {
      let count = 0;
      for (const { isIncomplete } of connections) if (isIncomplete) count += 1;
      return count;
    },
  };
};
