/** The answers that are under way, by connection. */
import type { Duplex } from 'node:stream';
import type { GatewayResponse } from '../http/node-response.ts';

/** The answers that are under way, each with its connection. */
export interface OpenAnswers extends Iterable<readonly [GatewayResponse, Duplex]> {
  /** To be told of every request, before anything can answer it. */
  add(response: GatewayResponse): void;
  /** Those of one connection, in the order of their requests. */
  of(connection: Duplex): readonly GatewayResponse[];
  /** The answer to the last request of a connection, under way or not; null before the first. */
  last(connection: Duplex): GatewayResponse | null;
}

/** The answers of a connection. */
interface ConnectionAnswers {
  /** Those under way. */
  readonly open: GatewayResponse[];
  last: GatewayResponse | null;
}

/**
 * Creates the list, empty. `onClosed` is told of every answer that is over, sent or not. Those whose turn had not come when their
 * connection was closed are forgotten: nothing was done for them.
 */
export const createOpenResponses = (onClosed: (response: GatewayResponse, connection: Duplex) => void): OpenAnswers => {
  // Arrays, for V8 chains the tables of a Set that is filled and emptied again and again, and keeps all answers by them.
  const byConnection = new Map<Duplex, ConnectionAnswers>();

  const follow = (connection: Duplex): ConnectionAnswers => {
    const open: GatewayResponse[] = [];
    const answers: ConnectionAnswers = { open, last: null };
    byConnection.set(connection, answers);
    connection.once('close', () => byConnection.delete(connection));
    return answers;
  };

  return {
    add: (response) => {
      const { socket } = response.req;
      const answers = byConnection.get(socket) ?? follow(socket);
      const { open } = answers;
      open.push(response);
      answers.last = response;
      response.once('close', () => {
        open.splice(open.indexOf(response), 1);
        onClosed(response, socket);
      });
    },
    of: (connection) => [...(byConnection.get(connection)?.open ?? [])],
    last: (connection) => byConnection.get(connection)?.last ?? null,
    *[Symbol.iterator]() {
      for (const [connection, { open }] of byConnection) for (const answer of open) yield [answer, connection];
    },
  };
};
