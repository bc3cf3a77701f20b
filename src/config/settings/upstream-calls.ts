import { clientAddressForms } from '../../rest/request.ts';
import { choice, filePath, milliseconds, onOff, proxyUrl, wholeNumber } from '../kinds.ts';
import { always, settingIn, unset } from './setting.ts';

const setting = settingIn('Calls to the service');

/** Settings of calls to the service: connections, queue, retries, sizes, TLS, proxy. */
export const upstreamCallsSettings = {
  connections: setting({
    name: 'UPSTREAM_CONNECTIONS',
    what: 'Connections to the service, and so calls in flight. One part of the service gets no more than half of them, and one caller alone a third.',
    kind: wholeNumber(1, 10_000),
    default: always(64),
    example: '128',
  }),
  tokenConnections: setting({
    name: 'UPSTREAM_TOKEN_CONNECTIONS',
    what: 'Connections to the service for sign-ins alone, and as many for refreshed sessions.',
    kind: wholeNumber(1, 1000),
    default: always(8),
    example: '16',
  }),
  uploadConnections: setting({
    name: 'UPSTREAM_UPLOAD_CONNECTIONS',
    what: 'Connections to the service for photos alone, and so photos on their way at a time.',
    kind: wholeNumber(1, 1000),
    default: always(4),
    example: '8',
  }),
  queue: setting({
    name: 'UPSTREAM_QUEUE',
    what: 'Calls that may wait for a connection at a time, a fifth of them of one caller; further ones fail with `OVERLOADED`. No operation is let in that needs nothing but a part of the service for which half of it waits, or a thirty-second of the same caller.',
    kind: wholeNumber(0, 100_000),
    default: always(4096),
    example: '8192',
  }),
  queueWait: setting({
    name: 'UPSTREAM_QUEUE_WAIT_MS',
    what: 'How long a caller may wait for the next of its calls to a part of the service to get a connection, before those that wait fail with `OVERLOADED`; a photo may wait as long as its time allows.',
    kind: milliseconds(1),
    default: always(1000),
    example: '500',
  }),
  retryPercent: setting({
    name: 'UPSTREAM_RETRY_PERCENT',
    what: 'Percentage of calls that may be retried once after a failure, where that is safe; at least three in ten seconds. 0 disables retries.',
    kind: wholeNumber(0, 100),
    default: always(10),
    example: '0',
  }),
  breaker: setting({
    name: 'UPSTREAM_BREAKER',
    what: 'Whether calls fail early while the part of the service that they go to is down: writes at once, reads after a wait of 300 ms.',
    kind: onOff,
    default: always(true),
    example: 'off',
  }),
  maxJsonBytes: setting({
    name: 'UPSTREAM_MAX_JSON_BYTES',
    what: 'Largest lookup list of the service, in bytes of JSON after decompression; other JSON has 2 MB at most.',
    kind: wholeNumber(1024, 1_073_741_824),
    default: always(10_485_760),
    example: '5242880',
  }),
  maxHeldBytes: setting({
    name: 'UPSTREAM_MAX_HELD_BYTES',
    what: 'Bytes of responses of the service that are being received, in one process; over it the largest of more than 64 KB fail with `OVERLOADED`. Never less than twice `UPSTREAM_MAX_JSON_BYTES`; 0 for no limit.',
    kind: wholeNumber(0, 1_000_000_000_000),
    default: always(67_108_864),
    example: '134217728',
  }),
  connectionMaxAge: setting({
    name: 'UPSTREAM_CONNECTION_MAX_AGE_S',
    what: 'Seconds for which a connection to the service is used, up to a fifth less at random; the name of the service is resolved with each new one. 0 for as long as it holds.',
    kind: wholeNumber(0, 86_400, 'of seconds '),
    default: always(120),
    example: '60',
  }),
  clientAddress: setting({
    name: 'UPSTREAM_CLIENT_ADDRESS',
    what: 'Header that carries the address of the client to the service, as determined with `TRUSTED_PROXIES`; never what a client wrote.',
    kind: choice(...clientAddressForms),
    default: always('off'),
    example: 'x-forwarded-for',
  }),
  caFile: setting({
    name: 'UPSTREAM_CA_FILE',
    what: 'Certificates (PEM) of the authorities that are trusted for the service, in place of those that Node trusts.',
    kind: filePath,
    default: unset,
    example: '/etc/gateway/service-ca.pem',
  }),
  certFile: setting({
    name: 'UPSTREAM_CERT_FILE',
    what: 'Certificate (PEM, with those between it and its authority) that the gateway shows to a service which asks for one.',
    kind: filePath,
    default: unset,
    example: '/etc/gateway/client.pem',
  }),
  keyFile: setting({
    name: 'UPSTREAM_KEY_FILE',
    what: 'The private key of that certificate (PEM, without a passphrase).',
    kind: filePath,
    default: unset,
    example: '/etc/gateway/client-key.pem',
  }),
  proxy: setting({
    name: 'UPSTREAM_PROXY',
    what: 'HTTP proxy through which the service is reached, by a tunnel (`CONNECT`) for each connection. The usual variables for proxies are not read.',
    kind: proxyUrl,
    default: unset,
    example: 'http://gateway:password@proxy.example:3128',
  }),
};
