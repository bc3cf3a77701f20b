/** Every setting there is: those of the gateway and of traces are with what uses them, all others here. */
import { tracingSettings } from '../gateway/observability/tracing/otel-settings.ts';
import { gatewaySettings } from '../gateway/settings.ts';
import { logLevels } from '../log/logger.ts';
import { clientAddressForms } from '../rest/request.ts';
import { transportDefaults } from '../rest/transport-defaults.ts';
import {
  anyText,
  autoOnOff,
  choice,
  dataPlace,
  filePath,
  headerName,
  host,
  milliseconds,
  onOff,
  origin,
  port,
  serviceUrl,
  wholeNumber,
} from '../settings/kinds.ts';
import { depends, isSetting, type Setting, settingIn, type SettingTree } from '../settings/setting.ts';
import { faultPlan, proxyUrl, redisUrl, secret } from './kinds.ts';

const timeLimit = settingIn('Time limits');
const server = settingIn('Server');
const service = settingIn('Listings Service');
const embedded = settingIn('Embedded service');
const call = settingIn('Calls to the service');
const scale = settingIn('Scale');

/** The settings, in groups of what is used together: `readConfig` gives their values in the same shape. */
export const settings = {
  ...gatewaySettings,
  nodeEnv: server('NODE_ENV', anyText, {
    what: '`production` selects deployment defaults: embedded service and GraphiQL off, graceful shutdown on.',
    example: 'production',
  }),
  logLevel: server('LOG_LEVEL', choice(...logLevels), {
    what: 'Lowest level that is logged.',
    default: 'info',
    example: 'debug',
  }),
  metrics: {
    port: server('METRICS_PORT', port, {
      what: 'Port on which `/metrics` is served, with `/livez` and `/readyz`: one of its own, which clients need not reach, or that of the gateway, by its number. 0 takes a free one, and so does production with `PORT=0`.',
      default: depends('`9464` in production; else unset: the port of the gateway', ({ production, anyPort }) =>
        production ? (anyPort ? 0 : 9464) : null,
      ),
      example: '9464',
    }),
    host: server('METRICS_HOST', host, {
      what: 'Address on which the port of the metrics listens.',
      default: depends('that of `HOST`', () => null),
      example: '10.0.0.5',
    }),
  },
  remote: {
    url: service('LISTINGS_API_URL', serviceUrl, {
      what: 'Base address of the service, including `/api`; unset uses the embedded service.',
      example: 'https://listings.example.com/api',
    }),
    allowsHttp: service('LISTINGS_ALLOW_HTTP', onOff, {
      what: 'Whether the service may be called without TLS when it is not on this machine.',
      default: 'off',
      example: 'on',
    }),
  },
  client: {
    clientId: service('LISTINGS_CLIENT_ID', anyText, {
      what: "The gateway's own application: apps sign in without a client secret of theirs, and callers without a token can read lookups and listings.",
      example: 'my-application',
    }),
    clientSecret: service('LISTINGS_CLIENT_SECRET', secret, {
      what: 'The secret of that application.',
      example: 'the-secret-of-my-application',
    }),
  },
  tokenParams: service('LISTINGS_TOKEN_PARAMS', choice('headers', 'form'), {
    what: 'Where the token endpoint takes its parameters: request headers, or a form.',
    default: 'headers',
    example: 'form',
  }),
  photoBody: service('LISTINGS_PHOTO_BODY', choice('multipart', 'binary'), {
    what: 'How the service takes photos: a form with one file, or the bytes alone.',
    default: 'multipart',
    example: 'binary',
  }),
  embedded: {
    isOn: embedded('EMBEDDED_SERVICE', autoOnOff, {
      what: 'Whether the gateway runs a Listings Service of its own, with demo data.',
      default: depends('`auto`: on without `LISTINGS_API_URL`, unless in production', ({ production, remote }) =>
        production || remote ? 'off' : 'on',
      ),
      example: 'on',
    }),
    port: embedded('EMBEDDED_PORT', port, {
      what: 'Port of the embedded service; 0 takes a free one.',
      default: 4001,
      example: '8081',
    }),
    data: embedded('EMBEDDED_DATA', dataPlace, {
      what: 'Where the embedded service keeps its data: `memory`, `file` (`./listings-service.db`) or the path of a file.',
      default: 'memory',
      example: 'file',
    }),
    accessTokenLifetimeSeconds: embedded('EMBEDDED_TOKEN_LIFETIME_S', wholeNumber(1, 31_536_000, 'of seconds '), {
      what: 'Seconds for which access tokens of the embedded service are valid.',
      default: 3600,
      example: '60',
    }),
    publicOrigin: embedded('EMBEDDED_PUBLIC_ORIGIN', origin, {
      what: 'Origin of the picture, page and invoice addresses that the embedded service writes, where clients reach it under another than it listens on.',
      example: 'https://pictures.example',
    }),
    faults: embedded('EMBEDDED_FAULTS', onOff, {
      what: 'Whether a request to the embedded service may ask for faults with the header `x-demo-fault`.',
      default: 'off',
      example: 'on',
    }),
    faultPlan: embedded('EMBEDDED_FAULT_PLAN', faultPlan, {
      what: 'Faults that the embedded service makes by itself, to see how clients behave.',
      example: 'GET /v1/listings/{id}=503*2, /v1/user/*=latency:200',
    }),
  },
  transport: {
    tokenHeader: service('LISTINGS_AUTH_HEADER', headerName, {
      what: 'Header in which the service takes the bearer token, for a service that corrects its spelling.',
      default: 'Authorisation',
      example: 'Authorization',
    }),
    connections: call('UPSTREAM_CONNECTIONS', wholeNumber(1, 10_000), {
      what: 'Connections to the service, and so calls in flight. One part of the service gets no more than half of them, and one caller alone a third.',
      default: transportDefaults.connections,
      example: '128',
    }),
    uploads: call('UPSTREAM_UPLOAD_CONNECTIONS', wholeNumber(1, 1000), {
      what: 'Connections to the service for photos alone, and so photos on their way at a time.',
      default: transportDefaults.uploads,
      example: '8',
    }),
    maxJsonBytes: call('UPSTREAM_MAX_JSON_BYTES', wholeNumber(1024, 1_073_741_824), {
      what: 'Largest lookup list of the service, in bytes of JSON after decompression, in which there are 300,000 values at most; other JSON has 2 MB at most.',
      default: transportDefaults.maxJsonBytes,
      example: '8388608',
    }),
    maxHeldBytes: call('UPSTREAM_MAX_HELD_BYTES', wholeNumber(0, 1_000_000_000_000), {
      what: 'Bytes of responses of the service that are being received, in one process; over it the largest of more than 64 KB fail with `OVERLOADED`. Never less than twice `UPSTREAM_MAX_JSON_BYTES`; 0 for no limit.',
      default: transportDefaults.maxHeldBytes,
      example: '134217728',
    }),
    clientAddress: call('UPSTREAM_CLIENT_ADDRESS', choice(...clientAddressForms), {
      what: 'Header that carries the address of the client to the service, as determined with `TRUSTED_PROXIES`; never what a client wrote.',
      default: transportDefaults.clientAddress,
      example: 'x-forwarded-for',
    }),
    proxy: call('UPSTREAM_PROXY', proxyUrl, {
      what: 'HTTP proxy through which the service is reached, by a tunnel (`CONNECT`) for each connection. The usual variables for proxies are not read.',
      example: 'http://gateway:password@proxy.example:3128',
    }),
    timeouts: {
      headersMs: timeLimit('UPSTREAM_HEADERS_TIMEOUT_MS', milliseconds(1), {
        what: 'Time until the service starts to respond.',
        default: transportDefaults.timeouts.headersMs,
        example: '3000',
      }),
      totalMs: timeLimit('UPSTREAM_TIMEOUT_MS', milliseconds(1), {
        what: 'Time for one call to the service, from connecting to the last byte.',
        default: transportDefaults.timeouts.totalMs,
        example: '5000',
      }),
    },
  },
  breaker: call('UPSTREAM_BREAKER', onOff, {
    what: 'Whether calls fail early while the part of the service that they go to is down: writes at once, reads after a wait of 300 ms.',
    default: 'on',
    example: 'off',
  }),
  /** Files for TLS to the service. */
  tls: {
    authorities: call('UPSTREAM_CA_FILE', filePath, {
      what: 'Certificates (PEM) of the authorities that are trusted for the service, in place of those that Node trusts.',
      example: '/etc/gateway/service-ca.pem',
    }),
    certificate: call('UPSTREAM_CERT_FILE', filePath, {
      what: 'Certificate (PEM, with those between it and its authority) that the gateway shows to a service which asks for one.',
      example: '/etc/gateway/client.pem',
    }),
    key: call('UPSTREAM_KEY_FILE', filePath, {
      what: 'The private key of that certificate (PEM, without a passphrase).',
      example: '/etc/gateway/client-key.pem',
    }),
  },
  workers: scale('WORKERS', wholeNumber(0, 256), {
    what: 'Processes that serve on the one port; 0 takes one for each core. Limits on connections and concurrent requests apply to each. Idempotency keys and browser sessions need `REDIS_URL` then.',
    default: 1,
    example: '0',
  }),
  redisUrl: scale('REDIS_URL', redisUrl, {
    what: 'Redis, Redis Cluster or Sentinels (`redis+sentinel://`) by which several gateways, or `WORKERS` of one, share idempotency keys, renewals of sessions and counts of sign-ins; while it is down each does without, and refuses writes with an idempotency key.',
    example: 'rediss://gateway:password@redis.example:6379/0',
  }),
  redisTimeoutMs: scale('REDIS_TIMEOUT_MS', milliseconds(1), {
    what: 'Time for one Redis command; a slower server is not used until it responds in time again.',
    default: 50,
    example: '100',
  }),
  rateLimitKey: scale('RATE_LIMIT_KEY', secret, {
    what: 'Secret under which usernames and addresses are counted at sign-in, the same for all gateways that count together; unset, it is made of `REDIS_URL`.',
    example: 'a-long-random-text',
  }),
  eventLoopWatchdogS: scale('EVENT_LOOP_WATCHDOG_S', wholeNumber(0, 86_400, 'of seconds '), {
    what: 'Seconds for which the event loop may block before the process exits, so that its platform restarts it; a supervisor replaces such a worker sooner. 0 turns this off, and so does a debugger.',
    default: 30,
    example: '60',
  }),
  tracing: tracingSettings,
};

const settingsIn = (tree: SettingTree): readonly Setting[] =>
  Object.values(tree).flatMap((node) => (isSetting(node) ? [node] : settingsIn(node)));

/** The same as a list. */
export const allSettings = settingsIn(settings);
