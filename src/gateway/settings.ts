/** The settings of the gateway. To add one: describe it here, and read its value from the options where it is used. */
import { Secret } from '../rest/call/credentials.ts';
import {
  type Kind,
  autoOnOff,
  choice,
  currencyCode,
  headerNames,
  host,
  megabytes,
  milliseconds,
  onOff,
  originList,
  pathList,
  port,
  seconds,
  wholeNumber,
} from '../settings/kinds.ts';
import { depends, settingIn, type ValuesOf } from '../settings/setting.ts';
import { decodeSecret } from './browser-sessions/seal.ts';
import { defaultServerLimits } from './connections/server-limits.ts';
import { type KnownClients, MAX_KNOWN_CLIENTS, isKnownClients } from './operation/known-clients.ts';

/** Secrets that browser sessions are sealed with. */
const sessionKeys: Kind<readonly Secret[]> = {
  expected:
    'one or more secrets of at least 32 bytes in hexadecimal or base64url, comma-separated (for example the output of `openssl rand -hex 32`)',
  parse: (text) => {
    const texts = text.split(',').map((each) => each.trim());
    return texts.every((each) => decodeSecret(each) !== null) ? texts.map((each) => new Secret(each)) : undefined;
  },
  mask: () => '[redacted]',
  isSecret: true,
};

/** Clients by name, and by version where one is given. */
const clientList: Kind<KnownClients> = {
  expected: `comma-separated names, or name@version, where a version may end with *: at most ${MAX_KNOWN_CLIENTS}, none twice, none of them other or none`,
  parse: (text) => {
    const clients = text.split(',').map((each) => each.trim());
    return isKnownClients(clients) ? clients : undefined;
  },
};

const limit = settingIn('Limits');
const timeLimit = settingIn('Time limits');
const server = settingIn('Server');
const service = settingIn('Listings Service');
const graphql = settingIn('GraphQL');
const session = settingIn('Browser sessions');
const idempotency = settingIn('Idempotency keys');
const lookup = settingIn('Shared lookups');
const shutdown = settingIn('Shutdown');

/** The settings, in groups of what is used together: their values are options of the gateway, in the same shape. */
export const gatewaySettings = {
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
      what: 'Attempts to sign in with one username that are accepted in a minute from all addresses together. If it is so low that a few addresses reach it, they lock users out.',
      default: 100,
      example: '1000',
    }),
  },
  refresh: {
    perAddress: limit('REFRESH_PER_ADDRESS', wholeNumber(1, 1_000_000), {
      what: 'Attempts to renew a session from one address (as for `SIGN_IN_PER_ADDRESS`) with refresh tokens that the process has not seen granted, that each process accepts in a minute. It bounds the calls that made-up tokens cost; a mobile carrier puts hundreds of phones behind one address.',
      default: 1500,
      example: '5000',
    }),
  },
  requestRates: {
    perAddress: limit('RATE_PER_ADDRESS_PER_MINUTE', wholeNumber(0, 100_000_000), {
      what: 'Upstream calls that operations from one address (as for `SIGN_IN_PER_ADDRESS`) may cause in a minute, at each process; an operation counts as one at least, and so do 100 bytes of variables or of a new document, and 200 objects of a response. A tenth of them may come at once (at least 20). 0 for no limit. A mobile carrier puts hundreds of phones behind one address, hence 100 a second. Private addresses are limited only where `TRUSTED_PROXIES` is set.',
      default: 6000,
      example: '20000',
    }),
    perToken: limit('RATE_PER_TOKEN_PER_MINUTE', wholeNumber(0, 100_000_000), {
      what: 'The same for operations with one token. A web server that reads for all its visitors with one token may need more.',
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
      default: defaultServerLimits.unreadBytes,
      example: '67108864',
    }),
    connections: limit('MAX_CONNECTIONS', wholeNumber(1, 1_000_000), {
      what: 'Connections of clients in one process; for each more, one closes that has waited longest for its client. Each takes an open file, and 10 KB of memory.',
      default: defaultServerLimits.connections,
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
  clientSessions: service('CLIENT_SESSIONS', onOff, {
    what: "Whether anybody gets tokens of the gateway's own application by `startClientSession`. With such a token the service can be called directly, past the limits of the gateway.",
    default: depends('`on` with the embedded service outside production, else `off`', ({ production, embedded }) =>
      embedded && !production ? 'on' : 'off',
    ),
    example: 'on',
  }),
  currency: service('LISTINGS_CURRENCY', currencyCode, {
    what: 'Currency of all prices (ISO 4217), which the service does not state.',
    default: depends('unset; `EUR` with the embedded service', ({ embedded }) => (embedded ? 'EUR' : null)),
    example: 'EUR',
  }),
  lookups: {
    freshMs: lookup('LOOKUP_FRESH_MS', milliseconds(0), {
      what: 'How long a lookup list or section counts as fresh.',
      default: 3_600_000,
      example: '600000',
    }),
  },
  browserSessions: {
    keys: session('SESSION_KEYS', sessionKeys, {
      what: 'Secrets that seal the session cookies of browsers, each of at least 32 bytes in hexadecimal or base64url, comma-separated. The first seals and all open. Without one there are no browser sessions.',
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
      what: 'Most memory for idempotency keys and their responses without Redis, a sixteenth of it for one user: about 50 writes in `IDEMPOTENCY_TTL_S` for each MB. When it is full, writes with a key are refused (`IDEMPOTENCY_UNAVAILABLE`): to forget one early would let its write be made twice.',
      default: 64,
      example: '256',
    }),
  },
};

/** Values of the settings. */
export type GatewaySettings = ValuesOf<typeof gatewaySettings>;
