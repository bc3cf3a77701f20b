/** Listening on a port. */
import type { Server } from 'node:http';

/** Makes a server listen; gives the port, which the system chooses when 0 is given. @throws the error of the system */
export const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('The server listens on no port.'));
      else resolve(address.port);
    });
  });

/** The address of a server that listens there. */
export const originOf = (host: string, port: number): URL =>
  new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}/`);
