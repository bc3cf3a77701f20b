/** Bounds the connections of clients: of too many, the one goes that has waited longest for its next request. */
import type { Socket } from 'node:net';

/** The connections of clients. */
export interface ConnectionPlaces {
  /** Takes a new connection. When there are too many, the longest idle is closed for it; false when none is idle. */
  take(socket: Socket): boolean;
  /** A request of a connection begins: it is not idle until `onEnd` has come as often. */
  onBegin(socket: Socket): void;
  onEnd(socket: Socket): void;
}

/** What bounding needs. */
export interface ConnectionPlacesOptions {
  /** Connections at once. */
  readonly most: number;
  /** Told of each connection that is closed because there are too many. */
  readonly onEvict: () => void;
}

/** What a connection does. */
interface Place {
  /** Requests under way. */
  busy: number;
  /** When it became idle, in the order of all connections. */
  idleSince: number;
}

/**
 * Creates the places, all free. The longest idle is looked for when there are too many: a list of idle connections that changes with
 * each request would be kept alive by V8 (docs/performance.md).
 */
export const createConnectionPlaces = ({ most, onEvict }: ConnectionPlacesOptions): ConnectionPlaces => {
  const places = new Map<Socket, Place>();
  let turn = 0;

  const longestIdle = (): Socket | null => {
    let longest: Socket | null = null;
    let since = Number.POSITIVE_INFINITY;
    for (const [socket, { busy, idleSince }] of places) {
      if (busy === 0 && idleSince < since) [longest, since] = [socket, idleSince];
    }
    return longest;
  };

  const becomeIdle = (place: Place): void => {
    turn += 1;
    place.idleSince = turn;
  };

  return {
    take: (socket) => {
      if (places.size >= most) {
        const longest = longestIdle();
        onEvict();
        if (longest === null) return false;
        places.delete(longest);
        longest.destroy();
      }
      const place = { busy: 0, idleSince: 0 };
      becomeIdle(place);
      places.set(socket, place);
      socket.once('close', () => places.delete(socket));
      return true;
    },
    onBegin: (socket) => {
      const place = places.get(socket);
      if (place !== undefined) place.busy += 1;
    },
    onEnd: (socket) => {
      const place = places.get(socket);
      if (place === undefined || place.busy === 0) return;
      place.busy -= 1;
      if (place.busy === 0) becomeIdle(place);
    },
  };
};
