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

/** Creates the places, all free. */
export const createConnectionPlaces = ({ most, onEvict }: ConnectionPlacesOptions): ConnectionPlaces => {
  /** Requests under way of each busy connection. */
  const busy = new Map<Socket, number>();
  /** In the order in which they became idle. */
  const idle = new Set<Socket>();

  const leave = (socket: Socket): void => {
    idle.delete(socket);
    busy.delete(socket);
  };

  return {
    take: (socket) => {
      if (idle.size + busy.size >= most) {
        const [longest] = idle;
        onEvict();
        if (longest === undefined) return false;
        leave(longest);
        longest.destroy();
      }
      idle.add(socket);
      socket.once('close', () => leave(socket));
      return true;
    },
    onBegin: (socket) => {
      if (!idle.delete(socket) && !busy.has(socket)) return;
      busy.set(socket, (busy.get(socket) ?? 0) + 1);
    },
    onEnd: (socket) => {
      const left = (busy.get(socket) ?? 0) - 1;
      if (left > 0) busy.set(socket, left);
      else if (busy.delete(socket)) idle.add(socket);
    },
  };
};
