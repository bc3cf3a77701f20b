/** The responses that are under way, by connection. */
import type { Duplex } from 'node:stream';
import type { GatewayResponse } from '../http/node-response.ts';

/** The responses that are under way, each with its connection. */
export interface OpenResponses extends Iterable<readonly [GatewayResponse, Duplex]> {
  /** Called with every request, before anything can respond to it. */
  add(response: GatewayResponse): void;
  /** Those of one connection, in the order of their requests. */
  of(connection: Duplex): readonly GatewayResponse[];
  /** Number of those of a connection whose turn has not come. */
  waitingOn(connection: Duplex): number;
  /** The response to the last request of a connection, under way or not; null before the first. */
  last(connection: Duplex): GatewayResponse | null;
}

/** The responses of a connection. */
interface ConnectionResponses {
  /** Those under way. */
  readonly open: GatewayResponse[];
  last: GatewayResponse | null;
}

/**
 * Creates the list, empty. `onClosed` is called with every response that is over, sent or not. Those whose turn had not come when their
 * connection was closed are forgotten: nothing was done for them.
 */
export const createOpenResponses = (
  onClosed: (response: GatewayResponse, connection: Duplex) => void,
): OpenResponses => {
  // Arrays, for V8 chains the tables of a Set that is filled and emptied again and again, and keeps all responses by them.
  const byConnection = new Map<Duplex, ConnectionResponses>();

  const follow = (connection: Duplex): ConnectionResponses => {
    const open: GatewayResponse[] = [];
    const responses: ConnectionResponses = { open, last: null };
    byConnection.set(connection, responses);
    connection.once('close', () => byConnection.delete(connection));
    return responses;
  };

  return {
    add: (response) => {
      const { socket } = response.req;
      const responses = byConnection.get(socket) ?? follow(socket);
      const { open } = responses;
      open.push(response);
      responses.last = response;
      response.once('close', () => {
        open.splice(open.indexOf(response), 1);
        onClosed(response, socket);
      });
    },
    of: (connection) => [...(byConnection.get(connection)?.open ?? [])],
    waitingOn: (connection) => Math.max(0, (byConnection.get(connection)?.open.length ?? 0) - 1),
    last: (connection) => byConnection.get(connection)?.last ?? null,
    *[Symbol.iterator]() {
      for (const [connection, { open }] of byConnection) for (const response of open) yield [response, connection];
    },
  };
};
