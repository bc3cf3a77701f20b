/** The address of a Listings Service somewhere else (`LISTINGS_API_URL`). */
import { isLoopbackName } from '../gateway/http/own-host.ts';
import type { Reader } from './reader.ts';
import { settings } from './settings/settings.ts';

/** Reads the address. Without TLS it has to be on this machine, unless `LISTINGS_ALLOW_HTTP` says otherwise. */
export function readServiceAddress(reader: Reader): URL | undefined {
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
