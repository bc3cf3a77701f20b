/** A real HTTP proxy that opens tunnels, refuses them, or says nothing, and keeps what passes through it. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Certificate } from './certificates.ts';
import { listen } from './listen.ts';

/** What becomes of a request for a tunnel: it is opened, answered with a status, or left alone. */
export type ProxyMood = 'open' | number | 'silent';

/** A running proxy. */
export interface ConnectProxy extends AsyncDisposable {
  readonly url: URL;
  /** Each request for a tunnel: where to, and with which `Proxy-Authorization`. */
  readonly asked: readonly { readonly target: string; readonly authorization: string | null }[];
  /** All that clients sent through tunnels. */
  passed(): Buffer;
  /** Tunnels that are open. */
  open(): number;
  mood: ProxyMood;
}

/** Starts a proxy on a free port; with a certificate by TLS. */
export const startConnectProxy = async (certificate: Certificate | null = null): Promise<ConnectProxy> => {
  const asked: { target: string; authorization: string | null }[] = [];
  const chunks: Buffer[] = [];
  const sockets = new Set<Duplex>();
  let open = 0;
  const server = certificate === null ? createServer() : createSecureServer({ ...certificate });
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('connect', (request: IncomingMessage, client: Duplex) => {
    const target = request.url ?? '';
    asked.push({ target, authorization: request.headers['proxy-authorization'] ?? null });
    client.on('error', () => {});
    if (proxy.mood === 'silent') return;
    if (proxy.mood !== 'open') {
      client.end(`HTTP/1.1 ${proxy.mood} Refused\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const [, host = '', port = ''] = /^\[?([^\]]+)\]?:(\d+)$/.exec(target) ?? [];
    const service = connect(Number(port), host, () => client.write('HTTP/1.1 200 Connection established\r\n\r\n'));
    sockets.add(service);
    open += 1;
    client.on('data', (chunk: Buffer) => chunks.push(chunk));
    service.on('error', () => client.destroy());
    service.once('close', () => {
      open -= 1;
      sockets.delete(service);
      client.destroy();
    });
    client.once('close', () => service.destroy());
    client.pipe(service).pipe(client);
  });
  const port = await listen(server, 'localhost');
  const proxy: ConnectProxy = {
    url: new URL(`${certificate === null ? 'http' : 'https'}://localhost:${port}`),
    asked,
    passed: () => Buffer.concat(chunks),
    open: () => open,
    mood: 'open',
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
};
