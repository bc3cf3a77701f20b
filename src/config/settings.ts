/** Every setting there is. To add one: describe it here, and read its value from the configuration where it is used. */
import { samplerNames } from '../gateway/observability/tracing/otel-settings.ts';
import { logLevels } from '../log/logger.ts';
import { clientAddressForms } from '../rest/request.ts';
import {
  anyText,
  autoOnOff,
  choice,
  clientList,
  currencyCode,
  dataPlace,
  faultPlan,
  filePath,
  headerName,
  headerNames,
  host,
  megabytes,
  milliseconds,
  onOff,
  origin,
  originList,
  otlpHeaders,
  pathList,
  port,
  proxyUrl,
  redisUrl,
  seconds,
  secret,
  serviceUrl,
  sessionKeys,
  share,
  trueFalse,
  wholeNumber,
} from './kinds.ts';
import { depends, isSetting, type Setting, settingIn, type SettingTree } from './setting.ts';

const limit = settingIn('Limits');
const timeLimit = settingIn('Time limits');
const server = settingIn('Server');
const service = settingIn('Listings Service');
const embedded = settingIn('Embedded service');
const graphql = settingIn('GraphQL');
const session = settingIn('Browser sessions');
const idempotency = settingIn('Idempotency keys');
const call = settingIn('Calls to the service');
const lookup = settingIn('Shared lookups');
const scale = settingIn('Scale');
const shutdown = settingIn('Shutdown');
const traces = settingIn('Traces');

/** The settings, in groups of what is used together: `readConfig` gives their values in the same shape. */
export const settings = {
  nodeEnv: server('NODE_ENV', anyText, {
    what: '`production` selects deployment defaults: embedded service and GraphiQL off, graceful shutdown on.',
    example: 'production',
  }),
  logLevel: server('LOG_LEVEL', choice(...logLevels), {
    what: 'Lowest level that is logged.',
    default: 'info',
    example: 'debug',
  }),
  operationLog: server('LOG_OPERATIONS', choice('on', 'errors', 'off'), {
    what: 'Operations that are logged: all (`on`), those whose response had errors (`errors`), or none (`off`).',
    default: 'on',
    example: 'errors',
  }),
  knownClients: server('KNOWN_CLIENTS', clientList, {
    what: 'Clients that the metrics distinguish, by their headers `apollographql-client-name` and `apollographql-client-version`: comma-separated names, or `name@version`. A version may end with `*`; the first entry that fits counts.',
    example: 'ios@8.*,ios,android,web',
  }),
  server: {
    port: server('PORT', port, {
      what: 'Port of the gateway; 0 takes a free one.',
      default: 4000,
      example: '8080',
    }),
    host: server('HOST', host, {
      what: 'Address that the gateway listens on; the container image sets `0.0.0.0`, every interface.',
      default: '127.0.0.1',
      example: '0.0.0.0',
    }),
    maxBodyBytes: server('MAX_BODY_BYTES', wholeNumber(1024, 104_857_600), {
      what: 'Largest body of a GraphQL request, in bytes.',
      default: 262_144,
      example: '131072',
    }),
    corsOrigins: server('CORS_ORIGINS', originList, {
      what: 'Origins whose pages may call the gateway from a browser, exactly as the browser names them. `https://*.shop.example` stands for any one label there, without sessions; `localhost` for every origin of this machine.',
      default: depends('`localhost`; `none` in production', ({ production }) => (production ? 'none' : 'localhost')),
      example: 'https://shop.example,https://admin.shop.example',
    }),
    corsHeaders: server('CORS_HEADERS', headerNames, {
      what: 'Headers that these pages may send besides those of GraphQL clients, of W3C traces, Sentry and Datadog.',
      example: 'x-b3-traceid,x-b3-spanid,x-b3-sampled',
    }),
    graphiql: graphql('GRAPHIQL', autoOnOff, {
      what: 'Whether browsers get GraphiQL at `/graphql`. Where `INTROSPECTION=off` or `TRUSTED_DOCUMENTS=only` leave it no use, `auto` is off.',
      default: depends('`auto`: on outside production or with the embedded service', ({ graphiql }) =>
        graphiql ? 'on' : 'off',
      ),
      example: 'off',
    }),
    shutdownGraceMs: shutdown('SHUTDOWN_GRACE_MS', milliseconds(0), {
      what: 'After SIGTERM: how long requests are still accepted while `/readyz` says 503.',
      default: depends('`5000` in production, else `0`', ({ production }) => (production ? 5000 : 0)),
      example: '10000',
    }),
    shutdownDrainMs: shutdown('SHUTDOWN_DRAIN_MS', milliseconds(0), {
      what: 'After that: how long requests in flight may take to finish.',
      default: 25_000,
      example: '10000',
    }),
  },
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
  introspection: graphql('INTROSPECTION', autoOnOff, {
    what: 'Whether clients may ask for the schema, also at `/schema.graphql`. While it is off, no error of validation or variables names anything of the schema that the caller did not.',
    default: depends('`auto`: on outside production or with GraphiQL', ({ production, graphiql }) =>
      !production || graphiql ? 'on' : 'off',
    ),
    example: 'off',
  }),
  upstreamTrace: graphql('UPSTREAM_TRACE', onOff, {
    what: 'Whether a response reports the calls that it made to the service, to clients that send `x-upstream-trace: true`: endpoints, statuses, times. With `plan` in place of `true` nothing runs, and the response has only the price.',
    default: depends('`on`; `off` in production', ({ production }) => (production ? 'off' : 'on')),
    example: 'on',
  }),
  trustedDocuments: {
    mode: graphql('TRUSTED_DOCUMENTS', choice('off', 'prefer', 'only'), {
      what: 'Documents that clients name by an id: `prefer` runs any text too, `only` nothing but trusted documents, `off` knows no ids.',
      default: 'off',
      example: 'prefer',
    }),
    paths: graphql('TRUSTED_DOCUMENTS_FILE', pathList, {
      what: 'Manifests of trusted documents: comma-separated files of graphql-codegen, Apollo or Relay, optionally gzipped, or directories of such files.',
      example: './persisted-documents.json',
    }),
  },
  callLimit: {
    maxCalls: limit('MAX_UPSTREAM_CALLS', wholeNumber(1, 100_000), {
      what: 'Most calls to the service that one operation may cause, in the worst case; known before it runs.',
      default: 50,
      example: '80',
    }),
    mode: limit('UPSTREAM_CALL_LIMIT', choice('enforce', 'measure'), {
      what: '`enforce` refuses operations over that limit; `measure` runs them and only reports what they may cost.',
      default: 'enforce',
      example: 'measure',
    }),
  },
  responseLimits: {
    objects: limit('MAX_RESPONSE_OBJECTS', wholeNumber(100, 10_000_000), {
      what: 'Most objects in the response to one operation, however deep they stand.',
      default: 25_000,
      example: '50000',
    }),
    bytes: limit('MAX_RESPONSE_BYTES', wholeNumber(10_000, 104_857_600), {
      what: 'Largest response to one operation, in bytes of JSON.',
      default: 2_097_152,
      example: '4194304',
    }),
  },
  signIn: {
    perUsernameAndAddress: limit('SIGN_IN_PER_USERNAME_AND_ADDRESS', wholeNumber(1, 1_000_000), {
      what: 'Attempts to sign in with one username from one address that are accepted in a minute. All spellings of a username count as one; what succeeds does not count.',
      default: 5,
      example: '10',
    }),
    perAddress: limit('SIGN_IN_PER_ADDRESS', wholeNumber(1, 1_000_000), {
      what: 'Attempts to start a session from one address (of IPv6: one /64 network; a /56 counts as two, a /48 as four) that are accepted in a minute.',
      default: 20,
      example: '100',
    }),
    perUsername: limit('SIGN_IN_PER_USERNAME', wholeNumber(1, 1_000_000), {
      what: 'Attempts to sign in with one username that are accepted in a minute from all addresses together. It limits guessing from many addresses; a value so low that a few addresses reach it lets them lock users out.',
      default: 100,
      example: '1000',
    }),
  },
  refresh: {
    perToken: limit('REFRESH_PER_TOKEN', wholeNumber(1, 1_000_000), {
      what: 'Attempts to renew a session with one refresh token that are accepted in a minute, at each process.',
      default: 10,
      example: '20',
    }),
    perAddress: limit('REFRESH_PER_ADDRESS', wholeNumber(1, 1_000_000), {
      what: 'Attempts to renew a session from one address (of IPv6: one /64 network; a /56 counts as two, a /48 as four) that are accepted in a minute, at each process and with whichever tokens. It bounds the calls that made-up tokens cost; a mobile carrier puts hundreds of phones behind one address.',
      default: 1500,
      example: '5000',
    }),
  },
  requestRates: {
    perAddress: limit('RATE_PER_ADDRESS_PER_MINUTE', wholeNumber(0, 100_000_000), {
      what: 'Upstream calls that operations from one address (of IPv6: one /64 network; a /56 counts as two, a /48 as four) may cause in a minute, at each process; a request that causes none counts as one, and so do 100 bytes of variables or of a document that is not known yet, and 200 objects of a response. A tenth of them may come at once (at least 20), the others as time goes by. 0 for no limit. A mobile carrier puts hundreds of phones behind one address, hence 100 a second. Private addresses are not limited unless `TRUSTED_PROXIES` is set: they are proxies, not clients.',
      default: 6000,
      example: '20000',
    }),
    perToken: limit('RATE_PER_TOKEN_PER_MINUTE', wholeNumber(0, 100_000_000), {
      what: 'The same for operations with one token; 0 for no limit. Far more than an app in one hand sends; a web server that reads for all its visitors with one token may need more.',
      default: 3000,
      example: '600',
    }),
  },
  trustedProxies: limit('TRUSTED_PROXIES', wholeNumber(0, 10), {
    what: 'How many proxies of your own stand in front of the gateway, each of which appends to `X-Forwarded-For`; with 0 that header is ignored.',
    default: 0,
    example: '1',
  }),
  overload: {
    maxInFlight: limit('MAX_OPERATIONS_IN_FLIGHT', wholeNumber(1, 100_000), {
      what: 'Concurrent operations, invoices and photos; further ones get 503 and `Retry-After: 1`.',
      default: 500,
      example: '1000',
    }),
    eventLoopMs: limit('OVERLOAD_EVENT_LOOP_MS', milliseconds(1), {
      what: 'Reject with 503 while the p99 event-loop delay has exceeded this for one second.',
      default: 200,
      example: '500',
    }),
    memoryPercent: limit('OVERLOAD_MEMORY_PERCENT', wholeNumber(1, 100), {
      what: 'Reject with 503 while more than this percentage of the memory is used: of the maximum heap, or of what the container (otherwise the machine) has per worker.',
      default: 85,
      example: '90',
    }),
  },
  serverLimits: {
    unreadBytes: limit('MAX_UNREAD_BYTES', wholeNumber(0, 1_000_000_000_000), {
      what: 'Bytes that are held for clients in one process, of responses that they have not read and of requests that are incomplete; over it the slowest are closed. 0 for no limit.',
      default: 32 * 1024 * 1024,
      example: '67108864',
    }),
    connections: limit('MAX_CONNECTIONS', wholeNumber(1, 1_000_000), {
      what: 'Connections of clients in one process; for each more, one closes that has waited longest for its client. Each takes an open file, and 10 KB of memory.',
      default: 20_000,
      example: '50000',
    }),
  },
  deadlines: {
    queryMs: timeLimit('QUERY_DEADLINE_MS', milliseconds(1), {
      what: 'Time for a query; the response holds what is ready by then.',
      default: 10_000,
      example: '5000',
    }),
    mutationMs: timeLimit('MUTATION_DEADLINE_MS', milliseconds(1), {
      what: 'Time for a mutation.',
      default: 20_000,
      example: '30000',
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
  clientSessions: service('CLIENT_SESSIONS', onOff, {
    what: "Whether anybody gets tokens of the gateway's own application by `startClientSession`. With such a token the service can be called directly, past the limits of the gateway.",
    default: depends('`on` with the embedded service outside production, else `off`', ({ production, embedded }) =>
      embedded && !production ? 'on' : 'off',
    ),
    example: 'on',
  }),
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
  currency: service('LISTINGS_CURRENCY', currencyCode, {
    what: 'Currency of all prices (ISO 4217), which the service does not state.',
    default: depends('unset; `EUR` with the embedded service', ({ embedded }) => (embedded ? 'EUR' : null)),
    example: 'EUR',
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
    refreshTokenLifetimeSeconds: embedded(
      'EMBEDDED_REFRESH_TOKEN_LIFETIME_S',
      wholeNumber(1, 315_360_000, 'of seconds '),
      {
        what: 'Seconds for which refresh tokens of the embedded service are valid.',
        default: 2_592_000,
        example: '600',
      },
    ),
    testListingLimit: embedded('EMBEDDED_TEST_LISTING_LIMIT', wholeNumber(0, 1_000_000), {
      what: 'How many active test listings an account of the embedded service may hold.',
      default: 10,
      example: '3',
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
      default: 64,
      example: '128',
    }),
    tokens: call('UPSTREAM_TOKEN_CONNECTIONS', wholeNumber(1, 1000), {
      what: 'Connections to the service for sign-ins alone, and as many for refreshed sessions.',
      default: 8,
      example: '16',
    }),
    uploads: call('UPSTREAM_UPLOAD_CONNECTIONS', wholeNumber(1, 1000), {
      what: 'Connections to the service for photos alone, and so photos on their way at a time.',
      default: 4,
      example: '8',
    }),
    maxWaiting: call('UPSTREAM_QUEUE', wholeNumber(0, 100_000), {
      what: 'Calls that may wait for a connection at a time, a fifth of them of one caller; further ones fail with `OVERLOADED`. No operation is let in that needs nothing but a part of the service for which half of it waits, or a thirty-second of the same caller.',
      default: 4096,
      example: '8192',
    }),
    maxWaitMs: call('UPSTREAM_QUEUE_WAIT_MS', milliseconds(1), {
      what: 'How long a caller may wait for the next of its calls to a part of the service to get a connection, before those that wait fail with `OVERLOADED`; a photo may wait as long as its time allows.',
      default: 1000,
      example: '500',
    }),
    maxJsonBytes: call('UPSTREAM_MAX_JSON_BYTES', wholeNumber(1024, 1_073_741_824), {
      what: 'Largest lookup list of the service, in bytes of JSON after decompression; other JSON has 2 MB at most.',
      default: 10_485_760,
      example: '5242880',
    }),
    maxHeldBytes: call('UPSTREAM_MAX_HELD_BYTES', wholeNumber(0, 1_000_000_000_000), {
      what: 'Bytes of responses of the service that are being received, in one process; over it the largest of more than 64 KB fail with `OVERLOADED`. Never less than twice `UPSTREAM_MAX_JSON_BYTES`; 0 for no limit.',
      default: 67_108_864,
      example: '134217728',
    }),
    connectionMaxAgeMs: call('UPSTREAM_CONNECTION_MAX_AGE_S', seconds(0, 86_400), {
      what: 'Seconds for which a connection to the service is used, up to a fifth less at random; the name of the service is resolved with each new one. 0 for as long as it holds.',
      default: 120,
      example: '60',
    }),
    clientAddress: call('UPSTREAM_CLIENT_ADDRESS', choice(...clientAddressForms), {
      what: 'Header that carries the address of the client to the service, as determined with `TRUSTED_PROXIES`; never what a client wrote.',
      default: 'off',
      example: 'x-forwarded-for',
    }),
    proxy: call('UPSTREAM_PROXY', proxyUrl, {
      what: 'HTTP proxy through which the service is reached, by a tunnel (`CONNECT`) for each connection. The usual variables for proxies are not read.',
      example: 'http://gateway:password@proxy.example:3128',
    }),
    timeouts: {
      connectMs: timeLimit('UPSTREAM_CONNECT_TIMEOUT_MS', milliseconds(1), {
        what: 'Time to connect to the service.',
        default: 2000,
        example: '1000',
      }),
      headersMs: timeLimit('UPSTREAM_HEADERS_TIMEOUT_MS', milliseconds(1), {
        what: 'Time until the service starts to respond.',
        default: 5000,
        example: '3000',
      }),
      bodyGapMs: timeLimit('UPSTREAM_BODY_GAP_TIMEOUT_MS', milliseconds(1), {
        what: 'Longest pause within a response of the service.',
        default: 3000,
        example: '1000',
      }),
      totalMs: timeLimit('UPSTREAM_TIMEOUT_MS', milliseconds(1), {
        what: 'Time for one call to the service, from connecting to the last byte.',
        default: 8000,
        example: '5000',
      }),
    },
  },
  resilience: {
    retryPercent: call('UPSTREAM_RETRY_PERCENT', wholeNumber(0, 100), {
      what: 'Percentage of calls that may be retried once after a failure, where that is safe; at least three in ten seconds. 0 disables retries.',
      default: 10,
      example: '0',
    }),
    breaker: call('UPSTREAM_BREAKER', onOff, {
      what: 'Whether calls fail early while the part of the service that they go to is down: writes at once, reads after a wait of 300 ms.',
      default: 'on',
      example: 'off',
    }),
  },
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
  lookups: {
    freshMs: lookup('LOOKUP_FRESH_MS', milliseconds(0), {
      what: 'How long a lookup list or section counts as fresh.',
      default: 3_600_000,
      example: '600000',
    }),
    staleMs: lookup('LOOKUP_STALE_MS', milliseconds(0), {
      what: 'How long after that it may still be served while it is refreshed or the service is down.',
      default: 86_400_000,
      example: '3600000',
    }),
  },
  lookupMaxAgeS: lookup('LOOKUP_MAX_AGE_S', wholeNumber(0, 86_400), {
    what: 'Seconds for which a client may cache lookups that it requested by GET with a trusted document.',
    default: 300,
    example: '60',
  }),
  browserSessions: {
    keys: session('SESSION_KEYS', sessionKeys, {
      what: 'Secrets that seal the session cookies of browsers, each of at least 32 bytes in hexadecimal or base64url, comma-separated. The first seals and all open, so that a secret can be rotated. Without one there are no browser sessions.',
      default: depends('unset; a random key with the embedded service, until it stops', () => null),
      example: '5f0f4b2ad3b0b5b0c1f8a5a8c2d6a0f37cc1de22e6d34b1b9f6a51d2b30c7e14',
    }),
    maxAgeS: session('SESSION_MAX_AGE_S', wholeNumber(60, 34_560_000, 'of seconds '), {
      what: 'Seconds from sign-in after which a browser session ends, however often it was renewed.',
      default: 2_592_000,
      example: '604800',
    }),
  },
  idempotency: {
    keepMs: idempotency('IDEMPOTENCY_TTL_S', seconds(60, 2_592_000), {
      what: 'Seconds for which a write with an idempotency key, and its response, are remembered; sent again after that, it counts as a new one.',
      default: 86_400,
      example: '604800',
    }),
    maxBytes: idempotency('IDEMPOTENCY_MEMORY_MB', megabytes(1, 65_536), {
      what: 'Most memory for idempotency keys and their responses without Redis. When it is full, writes with a key are refused (`IDEMPOTENCY_UNAVAILABLE`): to forget one early would let its write be made twice.',
      default: 64,
      example: '256',
    }),
  },
  workers: scale('WORKERS', wholeNumber(0, 256), {
    what: 'Processes that serve on the one port; 0 takes one for each core. Limits on connections and concurrent requests apply to each. Idempotency keys and browser sessions need `REDIS_URL` then.',
    default: 1,
    example: '0',
  }),
  redisUrl: scale('REDIS_URL', redisUrl, {
    what: 'Redis, Redis Cluster or Sentinels (`redis+sentinel://`) by which several gateways, or `WORKERS` of one, share idempotency keys and renewals of sessions, and count attempts to sign in together; while it is down each does without, and refuses writes with an idempotency key.',
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
    what: 'Seconds for which the event loop may block before the process exits, so that its platform restarts it; a supervisor replaces such a worker after 6 seconds at the latest. 0 turns this off, and so does a debugger.',
    default: 30,
    example: '60',
  }),
  /** Named by OpenTelemetry. Its packages read the others that they have by themselves. */
  tracing: {
    endpoint: traces('OTEL_EXPORTER_OTLP_ENDPOINT', serviceUrl, {
      what: 'Base address of an OpenTelemetry collector (OTLP over HTTP); when it is set, operations are traced.',
      example: 'http://localhost:4318',
    }),
    headers: traces('OTEL_EXPORTER_OTLP_HEADERS', otlpHeaders, {
      what: 'Headers for the collector: comma-separated `name=value` pairs with percent-encoded values.',
      example: 'api-key=the-key-of-the-collector',
    }),
    tracesEndpoint: traces('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', serviceUrl, {
      what: 'Address to which traces go as it is, in place of `/v1/traces` under `OTEL_EXPORTER_OTLP_ENDPOINT`.',
      example: 'http://localhost:4318/v1/traces',
    }),
    tracesHeaders: traces('OTEL_EXPORTER_OTLP_TRACES_HEADERS', otlpHeaders, {
      what: 'The same as `OTEL_EXPORTER_OTLP_HEADERS`, which it replaces.',
      example: 'api-key=the-key-of-the-collector',
    }),
    isDisabled: traces('OTEL_SDK_DISABLED', trueFalse, {
      what: 'Whether operations are not traced, whatever else is set.',
      default: 'false',
      example: 'true',
    }),
    sampler: traces('OTEL_TRACES_SAMPLER', choice(...samplerNames), {
      what: 'Which operations are recorded: `always_on`, `always_off`, or a share (`traceidratio`). With `parentbased_` in front a client that sends `traceparent` decides for its own.',
      default: 'traceidratio',
      example: 'parentbased_traceidratio',
    }),
    sampleRatio: traces('OTEL_TRACES_SAMPLER_ARG', share, {
      what: 'The share that `traceidratio` records, from 0 to 1.',
      default: 1,
      example: '0.05',
    }),
    maxQueue: traces('OTEL_BSP_MAX_QUEUE_SIZE', wholeNumber(1, 1_000_000), {
      what: 'Most spans that wait in a process, each of a few kilobytes; further ones are dropped.',
      default: 2048,
      example: '8192',
    }),
  },
};

const settingsIn = (tree: SettingTree): readonly Setting[] =>
  Object.values(tree).flatMap((node) => (isSetting(node) ? [node] : settingsIn(node)));

/** The same as a list. */
export const allSettings = settingsIn(settings);
