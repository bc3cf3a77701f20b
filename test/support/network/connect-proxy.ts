/** A real HTTP proxy that opens tunnels, refuses them, or says nothing, and keeps what passes through it. */
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Certificate } from './certificates.ts';
import { startListening } from './listen.ts';

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
  let open = 0;
  const server = certificate === null ? createServer() : createSecureServer({ ...certificate });
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
    open += 1;
    client.on('data', (chunk: Buffer) => chunks.push(chunk));
    service.on('error', () => client.destroy());
    service.once('close', () => {
      open -= 1;
      client.destroy();
    });
    client.once('close', () => service.destroy());
    client.pipe(service).pipe(client);
  });
  const listening = await startListening(server, 'localhost');
  const proxy: ConnectProxy = {
    url: new URL(`${certificate === null ? 'http' : 'https'}://localhost:${listening.port}`),
    asked,
    passed: () => Buffer.concat(chunks),
    open: () => open,
    mood: 'open',
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
  return proxy;
};
