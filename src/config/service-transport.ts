/** Reads how the service is reached. */
import type { TransportOptions, TransportTimeouts } from '../upstream/transport-options.ts';
import type { Reader } from './reader.ts';
import { readServiceTls } from './service-tls.ts';
import { settings } from './settings/settings.ts';

/** Configurable options of the transport to the service. */
export type TransportConfig = Required<
  Pick<
    TransportOptions,
    | 'tokenHeader'
    | 'clientAddress'
    | 'connections'
    | 'connectionMaxAgeMs'
    | 'tokens'
    | 'uploads'
    | 'maxWaiting'
    | 'maxWaitMs'
    | 'maxJsonBytes'
    | 'maxHeldBytes'
    | 'secureContext'
    | 'proxy'
  >
> & {
  readonly timeouts: Omit<TransportTimeouts, 'documentMs' | 'uploadMs'>;
};

const readProxy = (reader: Reader): TransportConfig['proxy'] => {
  const proxy = reader.read(settings.proxy) ?? null;
  if (proxy !== null && reader.situation.embedded) {
    reader.refuse(settings.proxy, 'requires LISTINGS_API_URL, because the embedded service is called without a proxy');
  }
  return proxy;
};

/** Reads how the service is reached. `service` is its address; null for the embedded one, and when it is not known. */
export const readTransport = (reader: Reader, service: URL | null): TransportConfig => {
  const maxJsonBytes = reader.read(settings.maxJsonBytes);
  const maxHeldBytes = reader.read(settings.maxHeldBytes);
  return {
    tokenHeader: reader.read(settings.authHeader),
    clientAddress: reader.read(settings.clientAddress),
    connections: reader.read(settings.connections),
    connectionMaxAgeMs: reader.read(settings.connectionMaxAge) * 1000,
    tokens: reader.read(settings.tokenConnections),
    uploads: reader.read(settings.uploadConnections),
    maxWaiting: reader.read(settings.queue),
    maxWaitMs: reader.read(settings.queueWait),
    maxJsonBytes,
    // A single response, as sent and inflated, has to fit.
    maxHeldBytes: maxHeldBytes === 0 ? 0 : Math.max(maxHeldBytes, 2 * maxJsonBytes),
    secureContext: readServiceTls(reader, service),
    proxy: readProxy(reader),
    timeouts: {
      connectMs: reader.read(settings.connectTimeout),
      headersMs: reader.read(settings.headersTimeout),
      bodyGapMs: reader.read(settings.bodyGapTimeout),
      totalMs: reader.read(settings.callTimeout),
    },
  };
};
