/** Settings of the limits: of operations, of rates, of load and of time. */
import { choice, milliseconds, wholeNumber } from '../kinds.ts';
import { always, settingIn } from './setting.ts';

const setting = settingIn('Limits');

/** Settings of how much one operation may cost. */
export const operationLimitsSettings = {
  maxUpstreamCalls: setting({
    name: 'MAX_UPSTREAM_CALLS',
    what: 'Most calls to the service that one operation may cause, in the worst case; known before it runs.',
    kind: wholeNumber(1, 100_000),
    default: always(50),
    example: '80',
  }),
  upstreamCallLimit: setting({
    name: 'UPSTREAM_CALL_LIMIT',
    what: '`enforce` refuses operations over that limit; `measure` runs them and only reports what they may cost.',
    kind: choice('enforce', 'measure'),
    default: always('enforce'),
    example: 'measure',
  }),
  maxResponseObjects: setting({
    name: 'MAX_RESPONSE_OBJECTS',
    what: 'Most objects in the response to one operation, however deep they stand.',
    kind: wholeNumber(100, 10_000_000),
    default: always(25_000),
    example: '50000',
  }),
  maxResponseBytes: setting({
    name: 'MAX_RESPONSE_BYTES',
    what: 'Largest response to one operation, in bytes of JSON.',
    kind: wholeNumber(10_000, 104_857_600),
    default: always(2_097_152),
    example: '4194304',
  }),
};

/** Settings of how much one client may ask for in a minute. */
export const rateLimitsSettings = {
  signInPerUsernameAndAddress: setting({
    name: 'SIGN_IN_PER_USERNAME_AND_ADDRESS',
    what: 'Attempts to sign in with one username from one address that are accepted in a minute. All spellings of a username count as one; what succeeds does not count.',
    kind: wholeNumber(1, 1_000_000),
    default: always(5),
    example: '10',
  }),
  signInPerAddress: setting({
    name: 'SIGN_IN_PER_ADDRESS',
    what: 'Attempts to start a session from one address (of IPv6: one /64 network; a /56 counts as two, a /48 as four) that are accepted in a minute.',
    kind: wholeNumber(1, 1_000_000),
    default: always(20),
    example: '100',
  }),
  signInPerUsername: setting({
    name: 'SIGN_IN_PER_USERNAME',
    what: 'Attempts to sign in with one username that are accepted in a minute from all addresses together. It limits guessing from many addresses; a value so low that a few addresses reach it lets them lock users out.',
    kind: wholeNumber(1, 1_000_000),
    default: always(100),
    example: '1000',
  }),
  refreshPerToken: setting({
    name: 'REFRESH_PER_TOKEN',
    what: 'Attempts to renew a session with one refresh token that are accepted in a minute, at each process.',
    kind: wholeNumber(1, 1_000_000),
    default: always(10),
    example: '20',
  }),
  refreshPerAddress: setting({
    name: 'REFRESH_PER_ADDRESS',
    what: 'Attempts to renew a session from one address (of IPv6: one /64 network; a /56 counts as two, a /48 as four) that are accepted in a minute, at each process and with whichever tokens. It bounds the calls that made-up tokens cost; a mobile carrier puts hundreds of phones behind one address.',
    kind: wholeNumber(1, 1_000_000),
    default: always(1500),
    example: '5000',
  }),
  ratePerAddress: setting({
    name: 'RATE_PER_ADDRESS_PER_MINUTE',
    what: 'Upstream calls that operations from one address (of IPv6: one /64 network; a /56 counts as two, a /48 as four) may cause in a minute, at each process; a request that causes none counts as one, and so do 100 bytes of variables or of a document that is not known yet, and 200 objects of a response. A tenth of them may come at once (at least 20), the others as time goes by. 0 for no limit. A mobile carrier puts hundreds of phones behind one address, hence 100 a second. Private addresses are not limited unless `TRUSTED_PROXIES` is set: they are proxies, not clients.',
    kind: wholeNumber(0, 100_000_000),
    default: always(6000),
    example: '20000',
  }),
  ratePerToken: setting({
    name: 'RATE_PER_TOKEN_PER_MINUTE',
    what: 'The same for operations with one token; 0 for no limit. Far more than an app in one hand sends; a web server that reads for all its visitors with one token may need more.',
    kind: wholeNumber(0, 100_000_000),
    default: always(3000),
    example: '600',
  }),
  trustedProxies: setting({
    name: 'TRUSTED_PROXIES',
    what: 'How many proxies of your own stand in front of the gateway, each of which appends to `X-Forwarded-For`; with 0 that header is ignored.',
    kind: wholeNumber(0, 10),
    default: always(0),
    example: '1',
  }),
};

/** Settings of how much is under way at a time before requests are shed and connections closed. */
export const loadLimitsSettings = {
  maxInFlight: setting({
    name: 'MAX_OPERATIONS_IN_FLIGHT',
    what: 'Concurrent operations, invoices and photos; further ones get 503 and `Retry-After: 1`.',
    kind: wholeNumber(1, 100_000),
    default: always(500),
    example: '1000',
  }),
  overloadEventLoop: setting({
    name: 'OVERLOAD_EVENT_LOOP_MS',
    what: 'Reject with 503 while the p99 event-loop delay has exceeded this for one second.',
    kind: milliseconds(1),
    default: always(200),
    example: '500',
  }),
  overloadMemory: setting({
    name: 'OVERLOAD_MEMORY_PERCENT',
    what: 'Reject with 503 while more than this percentage of the memory is used: of the maximum heap, or of what the container (otherwise the machine) has per worker.',
    kind: wholeNumber(1, 100),
    default: always(85),
    example: '90',
  }),
  maxUnreadBytes: setting({
    name: 'MAX_UNREAD_BYTES',
    what: 'Bytes that are held for clients in one process, of responses that they have not read and of requests that are incomplete; over it the slowest are closed. 0 for no limit.',
    kind: wholeNumber(0, 1_000_000_000_000),
    default: always(32 * 1024 * 1024),
    example: '67108864',
  }),
  maxConnections: setting({
    name: 'MAX_CONNECTIONS',
    what: 'Connections of clients in one process; for each more, one closes that has waited longest for its client. Each takes an open file, and 10 KB of memory.',
    kind: wholeNumber(1, 1_000_000),
    default: always(20_000),
    example: '50000',
  }),
};

const timeLimit = settingIn('Time limits');

/** Settings of time limits, of operations and of calls to the service. */
export const timeLimitsSettings = {
  queryDeadline: timeLimit({
    name: 'QUERY_DEADLINE_MS',
    what: 'Time for a query; the response holds what is ready by then.',
    kind: milliseconds(1),
    default: always(10_000),
    example: '5000',
  }),
  mutationDeadline: timeLimit({
    name: 'MUTATION_DEADLINE_MS',
    what: 'Time for a mutation.',
    kind: milliseconds(1),
    default: always(20_000),
    example: '30000',
  }),
  connectTimeout: timeLimit({
    name: 'UPSTREAM_CONNECT_TIMEOUT_MS',
    what: 'Time to connect to the service.',
    kind: milliseconds(1),
    default: always(2000),
    example: '1000',
  }),
  headersTimeout: timeLimit({
    name: 'UPSTREAM_HEADERS_TIMEOUT_MS',
    what: 'Time until the service starts to respond.',
    kind: milliseconds(1),
    default: always(5000),
    example: '3000',
  }),
  bodyGapTimeout: timeLimit({
    name: 'UPSTREAM_BODY_GAP_TIMEOUT_MS',
    what: 'Longest pause within a response of the service.',
    kind: milliseconds(1),
    default: always(3000),
    example: '1000',
  }),
  callTimeout: timeLimit({
    name: 'UPSTREAM_TIMEOUT_MS',
    what: 'Time for one call to the service, from connecting to the last byte.',
    kind: milliseconds(1),
    default: always(8000),
    example: '5000',
  }),
};
