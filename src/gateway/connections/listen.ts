/** Listening on a port. */
import type { Server } from 'node:http';

/** Connections that the system accepts before the process does; it may allow fewer. Node's 511 drop a herd of phones unseen. */
const BACKLOG = 4096;

/** Makes a server listen; gives the port, which the system chooses when 0 is given. @throws the error of the system */
export const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('The server listens on no port.'));
      else resolve(address.port);
    });
  });

/** The address of a server that listens there. */
export const originOf = (host: string, port: number): URL =>
  new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}/`);
