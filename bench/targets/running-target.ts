/** What is measured, while it runs. */
import type { Server } from 'node:http';

/** A server that responds to `POST /graphql`. Disposing of it closes it. */
export interface RunningTarget extends AsyncDisposable {
  readonly url: URL;
}

/** Lets a server listen on a free port of this machine. */
export const listenLocally = async (server: Server): Promise<URL> => {
  const address = await new Promise<ReturnType<Server['address']>>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server.address()));
  });
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return new URL(`http://127.0.0.1:${address.port}/graphql`);
};

/** Closes a server and its connections. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
