/** Connector to the service: directly or through a proxy, with TLS and a client certificate where that is wanted. */
import { request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { buildConnector, errors } from 'undici';
import { startTimeout } from '../concurrency/timeout.ts';
import type { Secret } from './call/credentials.ts';

/** A proxy that opens tunnels to the service (CONNECT). */
export interface ServiceProxy {
  /** `http:` or `https:`, host and port. */
  readonly origin: URL;
  /** Value of `Proxy-Authorization`; null for a proxy that asks for none. */
  readonly authorization: Secret | null;
}

/** Options of connections. */
export interface ServiceConnectorOptions {
  /** Milliseconds for a connection; for the way through a proxy, and then for TLS. */
  readonly connectMs: number;
  /** Trusted authorities, and the client certificate; null for the defaults of Node. */
  readonly secureContext: SecureContext | null;
  /** Null for none. */
  readonly proxy: ServiceProxy | null;
  /** Resolves the name of the service, or of the proxy; that of the system unless given. */
  readonly lookup?: LookupFunction | undefined;
}

/** The proxy cannot be reached, or opens no tunnel. Nothing was sent to the service. */
export class ProxyError extends Error {
  /** The status of the proxy or the code of the system, e.g. `PROXY_407` or `PROXY_ECONNREFUSED`. */
  readonly code: string;
  /** As the system names it: it comes before anything is sent. */
  readonly syscall = 'connect';

  constructor(why: string) {
    super('The proxy opens no way to the service.');
    this.name = 'ProxyError';
    this.code = `PROXY_${why}`;
  }
}

const proxyErrorFor = (error: Error): Error => {
  if (error instanceof errors.ConnectTimeoutError || error instanceof ProxyError) return error;
  return new ProxyError('code' in error && typeof error.code === 'string' ? error.code : 'FAILED');
};

type Tunnel = (host: string, port: string, done: (error: Error | null, socket: Socket | null) => void) => void;

/** Creates the function that opens tunnels. Each has a connection to the proxy of its own. */
const createTunnel =
  ({ origin, authorization }: ServiceProxy, { connectMs, lookup }: ServiceConnectorOptions): Tunnel =>
  (hostname, port, done) => {
    const host = `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
    const send = origin.protocol === 'https:' ? requestByHttps : requestByHttp;
    const request = send({
      method: 'CONNECT',
      hostname: origin.hostname.replace(/^\[|\]$/g, ''),
      port: origin.port === '' ? (origin.protocol === 'https:' ? 443 : 80) : Number(origin.port),
      path: host,
      headers: {
        host,
        ...(authorization === null ? {} : { 'proxy-authorization': authorization.reveal() }),
      },
      agent: false,
      ...(lookup === undefined ? {} : { lookup }),
    });
    const stopTimeout = startTimeout(() => request.destroy(new errors.ConnectTimeoutError()), connectMs, false);
    const end = (error: Error | null, socket: Socket | null): void => {
      stopTimeout();
      done(error, socket);
    };
    request.once('error', (error) => end(proxyErrorFor(error), null));
    request.once('response', (response) => {
      response.destroy();
      end(new ProxyError(String(response.statusCode)), null);
    });
    request.once('connect', (response, socket, head) => {
      // What comes before anything is asked for is no response of the service.
      const isOpen = response.statusCode !== undefined && response.statusCode >= 200 && response.statusCode < 300;
      if (isOpen && head.length === 0) {
        end(null, socket);
        return;
      }
      socket.destroy();
      end(new ProxyError(isOpen ? 'BYTES' : String(response.statusCode)), null);
    });
    request.end();
  };

/** Creates the connector for undici. */
export const createServiceConnector = (options: ServiceConnectorOptions): buildConnector.connector => {
  const { connectMs, secureContext, proxy, lookup } = options;
  const connect = buildConnector({
    timeout: connectMs,
    allowH2: false,
    ...(secureContext === null ? {} : { secureContext }),
    ...(lookup === undefined ? {} : { lookup }),
  });
  if (proxy === null) return connect;
  const open = createTunnel(proxy, options);
  return (target, callback) => {
    const isSecure = target.protocol === 'https:';
    open(target.hostname, target.port === '' ? (isSecure ? '443' : '80') : target.port, (error, socket) => {
      if (error !== null || socket === null) callback(error ?? new ProxyError('FAILED'), null);
      else if (isSecure) connect({ ...target, httpSocket: socket }, callback);
      else callback(null, socket.setNoDelay(true));
    });
  };
};
