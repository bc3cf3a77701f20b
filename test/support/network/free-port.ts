import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to whoever asks for any: those of Linux begin at 32,768, others at 49,152. Above the last that `fetch`
 * refuses, 10,080 (https://fetch.spec.whatwg.org/#port-blocking).
 */
const FIRST_PORT = 11_000;
const PORTS = 21_000;

/** Processes that run at the same time begin at different ports. */
let next = process.pid * 101;

const canListenAt = async (port: number): Promise<boolean> => {
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return false;
  server.close();
  await once(server, 'close');
  return true;
};

/**
 * Finds a port of 127.0.0.1 at which nobody listens, and which no connection or server gets that asks for any port: for a program that
 * starts later, or for nobody at all.
 */
export const findFreePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < PORTS; attempt += 1) {
    const port = FIRST_PORT + (next % PORTS);
    next += 1;
    if (await canListenAt(port)) return port;
  }
  throw new Error('There is no free port.');
};
