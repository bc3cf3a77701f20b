/** Reads which Listings Service is used: one somewhere else, or the embedded one. */
import { whyNoDatabase } from './files/database-file.ts';
import { oneLine } from './kinds/kind.ts';
import type { Reader } from './reader.ts';
import { readServiceAddress } from './service-address.ts';
import { settings } from './settings/settings.ts';

/** A Listings Service somewhere else. */
export interface RemoteService {
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
