import { once } from 'node:events';
import { createServer } from 'node:net';

/** Finds a port of 127.0.0.1 that is free now; somebody else may take it before it is used. */
export const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
};
