/** Connections on which a test writes bytes as it likes, for what no HTTP client would send. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text as readText } from 'node:stream/consumers';

/** A connection. Disposing of it destroys it. */
export interface RawConnection extends Disposable {
  readonly socket: Socket;
  /** Everything that came back so far, as Latin-1. */
  readonly received: string;
  /** Resolves when the server has closed the connection, with everything that came back; rejects when it was reset. */
  readonly closed: Promise<string>;
  /** Resolves when what came back has this in it. */
  until(text: string): Promise<void>;
}

/** Opens a connection and writes to it. */
export const openConnection = async (url: URL, ...parts: readonly (string | Buffer)[]): Promise<RawConnection> => {
  const socket = connect(Number(url.port), url.hostname);
  let received = '';
  let check: () => void = () => {};
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
    check();
  });
  const closed = new Promise<string>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => resolve(received));
  });
  // Not every test waits for the end.
  closed.catch(() => {});
  await once(socket, 'connect');
  for (const part of parts) socket.write(part);
  return {
    socket,
    get received() {
      return received;
    },
    closed,
    until: (text) => {
      const found = new Promise<void>((resolve) => {
        const previous = check;
        check = () => {
          previous();
          if (received.includes(text)) resolve();
        };
        check();
      });
      const missing = closed.then((all) => {
        if (!all.includes(text)) throw new Error(`The connection was closed without "${text}":\n${all}`);
      });
      return Promise.race([found, missing]);
    },
    [Symbol.dispose]: () => {
      socket.destroy();
    },
  };
};

/** Opens a connection, writes to it, and gives what came back until the server closed it. */
export const exchange = async (url: URL, ...parts: readonly (string | Buffer)[]): Promise<string> => {
  using connection = await openConnection(url, ...parts);
  return await connection.closed;
};

/** Writes to a connection, ends its own side of it, and gives what came back, whatever became of the connection. */
export const sendBytes = async (url: URL, bytes: string | Buffer): Promise<string> => {
  const socket = connect(Number(url.port), url.hostname);
  socket.on('error', () => {});
  socket.end(bytes);
  return readText(socket).catch(() => '');
};
