/** Reads which service the gateway calls, at what address, and the transport to it. */
import { isLoopbackName } from '../gateway/http/own-host.ts';
import type { TransportOptions, TransportTimeouts } from '../rest/transport.ts';
import { whyNoDatabase } from './files.ts';
import { oneLine } from './kinds.ts';
import type { Reader } from './reader.ts';
import { readServiceTls } from './service-tls.ts';
import { settings } from './settings/settings.ts';

/** Reads the address. Without TLS it has to be on this machine, unless `LISTINGS_ALLOW_HTTP` says otherwise. */
function readServiceAddress(reader: Reader): URL | undefined {
  const url = reader.read(settings.listingsApiUrl);
  const allowsHttp = reader.read(settings.allowHttp);
  // Beside the embedded service the setting itself is refused.
  if (url !== undefined && !reader.situation.embedded && isPlainHttpElsewhere(url) && !allowsHttp) {
    reader.refuse(
      settings.listingsApiUrl,
      'must be https:// because tokens and passwords are sent over it, unless LISTINGS_ALLOW_HTTP=on',
    );
  }
  return url;
}

/** Finds what is allowed in the address and yet probably not what was meant. */
export function findAddressDoubts(url: URL): string[] {
  return url.pathname.endsWith('/v1')
    ? ['LISTINGS_API_URL ends in /v1, which the gateway adds itself: it should end before that, in /api']
    : [];
}

const isPlainHttpElsewhere = (url: URL): boolean => url.protocol === 'http:' && !isLoopbackName(url.hostname);

/** Configurable options of the transport to the service. */
type TransportConfig = Required<
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

/** A Listings Service somewhere else. */
interface RemoteService {
  readonly kind: 'remote';
  /** `{base_url}`, without a slash at the end. */
  readonly url: URL;
}

/** The Listings Service that runs in this process. */
export type EmbeddedService = ReturnType<typeof readEmbeddedService>;

/** The service that is used. */
export type ServiceConfig = RemoteService | EmbeddedService;

/** Reads which service is used; undefined when the settings do not say, which is reported as a problem. */
export function readService(reader: Reader, gatewayPort: number): ServiceConfig | undefined {
  const { remote, embedded } = reader.situation;
  const url = readServiceAddress(reader);
  const service = readEmbeddedService(reader);
  if (embedded && remote) {
    reader.refuse(
      settings.embeddedService,
      'cannot be on while LISTINGS_API_URL is set: drop LISTINGS_API_URL to use the embedded service, or EMBEDDED_SERVICE to use the one at LISTINGS_API_URL',
      'off',
    );
    return undefined;
  }
  if (embedded) {
    if (service.port !== 0 && service.port === gatewayPort) {
      reader.refuse(settings.embeddedPort, 'cannot be the port of the gateway (PORT) too');
    }
    const fault = service.data === 'memory' ? null : whyNoDatabase(service.data);
    if (fault !== null) reader.refuse(settings.embeddedData, `must name a file that can be used: ${oneLine(fault)}`);
    return service;
  }
  if (!remote) {
    reader.refuse(settings.listingsApiUrl, whyAddressIsNeeded(reader));
    return undefined;
  }
  return url === undefined ? undefined : { kind: 'remote', url };
}

const whyAddressIsNeeded = (reader: Reader): string =>
  reader.situation.production && reader.textOf(settings.embeddedService) === undefined
    ? 'must be set in production, unless EMBEDDED_SERVICE=on turns on the embedded service with its demo data'
    : 'must be set while EMBEDDED_SERVICE is off';

function readEmbeddedService(reader: Reader) {
  reader.read(settings.embeddedService);
  return {
    kind: 'embedded',
    /** 0 takes a free one. */
    port: reader.read(settings.embeddedPort),
    /** `memory`, or the path of the database file. */
    data: reader.read(settings.embeddedData),
    tokenLifetimeS: reader.read(settings.embeddedTokenLifetime),
    refreshTokenLifetimeS: reader.read(settings.embeddedRefreshTokenLifetime),
    testListingLimit: reader.read(settings.embeddedTestListingLimit),
    /** Origin of the addresses it writes; null for the one it listens on. */
    publicOrigin: reader.read(settings.embeddedPublicOrigin) ?? null,
    /** True when a request may ask for faults. */
    faults: reader.read(settings.embeddedFaults),
    /** Faults that it makes by itself; null for none. */
    faultPlan: reader.read(settings.embeddedFaultPlan) ?? null,
  } as const;
}
