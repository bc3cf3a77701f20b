/** Servers of tests on free ports. */
import { once } from 'node:events';
import type { Server } from 'node:net';

/** Lets a server listen on a free port; returns the port. */
export const listen = async (server: Server, host = '127.0.0.1'): Promise<number> => {
  server.listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on no port.');
  return address.port;
};
