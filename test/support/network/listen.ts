/** Servers of tests on free ports. */
import { once } from 'node:events';
import type { Server, Socket } from 'node:net';

/** A server that listens. Disposing of it breaks its connections and closes it. */
export interface ListeningServer extends AsyncDisposable {
  readonly port: number;
  /** Connections that are open now. */
  readonly connections: () => number;
  /** Breaks every connection. */
  readonly disconnect: () => void;
}

/** Lets a server listen, on a free port unless it is given one. */
export const startListening = async (server: Server, host = '127.0.0.1', port = 0): Promise<ListeningServer> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  const disconnect = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: await listen(server, host, port),
    connections: () => sockets.size,
    disconnect,
    [Symbol.asyncDispose]: async () => {
      server.close();
      disconnect();
      if (server.listening) await once(server, 'close');
    },
  };
};

/** Lets a server listen that the test closes itself; returns the port, which is a free one unless given. */
export const listen = async (server: Server, host = '127.0.0.1', port = 0): Promise<number> => {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on no port.');
  return address.port;
};
