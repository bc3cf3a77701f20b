/** Guarantees of the gateway, with the figures that the code uses: source of the table in docs/guarantees.md. */
import { REFRESH_PER_TOKEN } from '../../src/gateway/admission/sign-in-limit.ts';
import { MAX_INPUT_LIST } from '../../src/gateway/arguments/input-list.ts';
import { defaultServerLimits } from '../../src/gateway/connections/server-limits.ts';
import { operationLimits } from '../../src/gateway/documents/operation-limits.ts';
import { LOOKUP_STALE_MS } from '../../src/gateway/loaders/lookups/shared-lists.ts';
import { LOOKUP_MAX_AGE_S } from '../../src/gateway/routes/graphql.ts';
import { UPLOAD_MS } from '../../src/gateway/stages/deadline.ts';
import { MAX_PHOTO_BYTES } from '../../src/gateway/uploads/incoming-photo.ts';
import { ERROR_RESERVE, MAX_HELD } from '../../src/log/line-output.ts';
import { MAX_PAGE_SIZE } from '../../src/rest/endpoints/user.ts';
import { RETRY_PERCENT } from '../../src/rest/retry.ts';
import { transportDefaults } from '../../src/rest/transport-defaults.ts';
import type { Setting, Situation } from '../../src/settings/setting.ts';

/** Writes a length of time. */
const time = (milliseconds: number): string => {
  const units = [
    [3_600_000, 'h'],
    [1000, 's'],
  ] as const;
  const [size, unit] = units.find(([each]) => milliseconds >= each && milliseconds % each === 0) ?? [1, 'ms'];
  return `${(milliseconds / size).toLocaleString('en')} ${unit}`;
};

/** Writes a size. */
const size = (bytes: number): string => {
  const [unit, name] = bytes >= 1_048_576 ? [1_048_576, 'MB'] : [1024, 'KB'];
  return `${(bytes / unit).toLocaleString('en')} ${name}`;
};

const count = (figure: number): string => figure.toLocaleString('en');

/** Where guarantees matter: in production, in front of a service that is elsewhere. */
const deployed: Situation = { production: true, remote: true, embedded: false, graphiql: false, anyPort: false };

/** A promise; `{NAME}` stands for the default of a setting, with its unit. */
interface Guarantee {
  readonly against: string;
  readonly promise: string;
}

/**
 * All promises. One whose settings are not all there is left out.
 *
 * In this order: time, the service, the edge, the operation, the response, secrets, the process.
 */
export const guarantees: readonly Guarantee[] = [
  {
    against: 'Slow operations',
    promise: `A query ends after {QUERY_DEADLINE_MS}, a mutation after {MUTATION_DEADLINE_MS}, an upload after ${time(UPLOAD_MS)}. The gateway returns what is ready, cancels all calls in flight and starts no others`,
  },
  {
    against: 'A slow or hanging service',
    promise: `An upstream call has ${time(transportDefaults.timeouts.connectMs)} to connect, {UPSTREAM_HEADERS_TIMEOUT_MS} until its response headers, ${time(transportDefaults.timeouts.bodyGapMs)} between two chunks of the body and {UPSTREAM_TIMEOUT_MS} in total (${time(transportDefaults.timeouts.uploadMs)} for photos and invoices), even if bytes keep trickling in. The total is exact; the others may come up to a second late`,
  },
  {
    against: 'Intermittent failures of the service',
    promise: `Reads are retried at most once, and retries are limited to ${RETRY_PERCENT} % of calls. A write is never sent twice once it may have arrived. Writes use a fresh connection, so that a service that closes idle ones leaves no outcome unknown`,
  },
  {
    against: 'Writes that are sent again',
    promise:
      'A write with an `Idempotency-Key` is made at most once, whatever its client repeats for {IDEMPOTENCY_TTL_S} and whichever worker or gateway it reaches. A repeat gets the first response, or `RESULT_UNKNOWN` where that was lost, and never the response of another user. If the key cannot be recorded (Redis is down, or without it {IDEMPOTENCY_MEMORY_MB} MB are full), nothing is sent. What Redis forgets, the gateway does not know',
  },
  {
    against: 'Outages of the service',
    promise:
      'Connections that all break at one moment cost no read while fewer than 50 calls to a part are in flight, and hardly any beyond that. Once half of the last 100 calls to a part had no response (or none that is HTTP, or 408, 502, 503, 504, or to a read 421 or 425), for half of the callers and of what they ask for, its circuit breaker (`UPSTREAM_BREAKER`: {UPSTREAM_BREAKER}) is open until a probe, sent every 250 ms, succeeds: writes fail at once, and reads after they have waited 300 ms for it. Late calls do not count while the part responds to somebody. A process sends fewer than 150 calls to each part in a total outage of 3 s',
  },
  {
    against: 'More calls than the service can handle',
    promise: `At most {UPSTREAM_CONNECTIONS} concurrent upstream calls, plus separate pools for sign-ins and for refreshes (${transportDefaults.tokens} each) and photos ({UPSTREAM_UPLOAD_CONNECTIONS}). Up to ${count(transportDefaults.maxWaiting)} calls wait, in one queue for each caller; callers take turns, and one that has none for ${time(transportDefaults.maxWaitMs)} is \`OVERLOADED\``,
  },
  {
    against: 'One caller who takes it all',
    promise:
      'A caller is a token that the service has accepted, otherwise an address (of IPv6 a /48). One alone gets a third of the {UPSTREAM_CONNECTIONS} connections at one part of the service and up to a half at several, never more than a quarter while that keeps somebody with fewer waiting, and some are always left for whoever has none. It may fill a fifth of the queue; what is over that is refused. Refreshes with made-up tokens delay no sign-in',
  },
  {
    against: 'A slow or hanging part of the service',
    promise:
      'It gets at most half of the {UPSTREAM_CONNECTIONS} connections, a third if two are slow, and keeps no call to another part waiting. While half of the queue waits for it, operations that need nothing else are rejected with 503, unless a connection is free for the caller, and in others only that part is `OVERLOADED`. At least 98 % of everything else succeeds: cached lists, sign-ins, photos and all other parts',
  },
  {
    against: 'One abusive client',
    promise:
      '{RATE_PER_ADDRESS_PER_MINUTE} calls per minute from one address (of IPv6 a /64; a /56 counts as two, a /48 as four) and {RATE_PER_TOKEN_PER_MINUTE} with one token, at each process, then 429 with `Retry-After`. An operation counts as the calls it may cause, and one without calls as one; work of the processor counts too: 100 bytes of variables or of a new document, and 200 objects, 30 KB or 4 errors of a response, as one call. A tenth of a minute’s calls may come at once, the others as time goes by',
  },
  {
    against: 'More clients than the process can handle',
    promise:
      '503 with `Retry-After` above {MAX_OPERATIONS_IN_FLIGHT} concurrent operations (counted once their bodies have arrived, and not while they wait for the first request of their key, for their turn to change a listing or for the renewal of a session; one address, or one token where the address is unknown, has half of them at most, and leaves as many as it has), {OVERLOAD_EVENT_LOOP_MS} of event-loop delay or {OVERLOAD_MEMORY_PERCENT} % of the memory (the heap, or all that the process may use)',
  },
  {
    against: 'Clients that do not read their responses',
    promise:
      'Unread responses and incomplete requests may take {MAX_UNREAD_BYTES} per process. Above that the slowest clients of the address that holds most are disconnected, and each response must be read within ' +
      time(defaultServerLimits.responseMs),
  },
  {
    against: 'Requests that never end (Slowloris)',
    promise:
      `Headers must arrive within ${time(defaultServerLimits.headersMs)}, a whole request within ${time(defaultServerLimits.requestMs)}. Incomplete requests take no slot of an operation; ` +
      'what they bring, beginning with their headers, counts with the unread responses ({MAX_UNREAD_BYTES} per process), and the slowest of the address that holds most get 408. ' +
      `A photo takes a connection to the service once it has arrived. Those that arrive and those that are sent on may take ${size(defaultServerLimits.photoBytes)} per process; above that, photos of the address that holds most are \`OVERLOADED\`: those that have stood still longest, and when all have arrived the last of those that still wait for their connection`,
  },
  {
    against: 'Too many connections',
    promise:
      '{MAX_CONNECTIONS} client connections per process, always leaving enough file descriptors for upstream calls. Each additional connection closes one of the address with most of them: the one that has waited longest for its client. Caps for each address are those of the proxy in front',
  },
  {
    against: 'Password guessing',
    promise: `Per minute, {SIGN_IN_PER_USERNAME_AND_ADDRESS} attempts for a username from one address (of IPv6 a /64; a /56 counts as two, a /48 as four), {SIGN_IN_PER_ADDRESS} per address and {SIGN_IN_PER_USERNAME} per username, so that one network cannot lock users out; what succeeds does not count once it has, and what a limit rejects not at all; {SIGN_IN_PER_USERNAME_AND_ADDRESS} from all browsers together where this user has signed in before, whoever guesses elsewhere; ${REFRESH_PER_TOKEN} refreshes per refresh token and, with tokens that the process has not seen granted, {REFRESH_PER_ADDRESS} per address. Usernames are case-insensitive, and a wrong username and a wrong password give the same response. Credentials are accepted only as variables, in an operation of their own`,
  },
  {
    against: 'Oversized requests',
    promise: `JSON bodies have at most {MAX_BODY_BYTES}, photos ${size(MAX_PHOTO_BYTES)}, chunked bodies included`,
  },
  {
    against: 'Oversized operations',
    promise: `Checked before execution, with fragments expanded: ${size(operationLimits.documentBytes)} of text, ${count(operationLimits.tokens)} tokens, ${operationLimits.depth} levels, ${operationLimits.aliases} aliases, ${count(operationLimits.selections)} selections (fields, spreads, inline fragments), ${size(operationLimits.variablesBytes)} of variables, 5,000 values in all of a request`,
  },
  {
    against: 'Small requests that cause much work',
    promise:
      'Each pass over a document visits a fragment once, rejects fragment cycles first, computes line numbers once for all errors, stops planning at the limit and stops checking variables at the first invalid value, and prints none. No document within the limits delays other requests by 100 ms',
  },
  {
    against: 'Expensive operations',
    promise: `At most {MAX_UPSTREAM_CALLS} upstream calls per operation, computed from the actual variables before the first call; pages of ${MAX_PAGE_SIZE}, input lists of ${MAX_INPUT_LIST}`,
  },
  {
    against: 'Oversized responses',
    promise:
      'At most {MAX_RESPONSE_OBJECTS} objects and {MAX_RESPONSE_BYTES}: estimated before execution where list lengths are known; where they are not, the response stops when it has become larger, that of a query also when the rate of its caller is spent. It is then dropped whole',
  },
  {
    against: 'Arbitrary queries',
    promise:
      'With `TRUSTED_DOCUMENTS=only` (default: {TRUSTED_DOCUMENTS}) only the documents in your manifests run, under the same limits. No request can add one',
  },
  {
    against: 'Schema disclosure in production',
    promise:
      'In production, introspection and `/schema.graphql` are {INTROSPECTION}, and validation errors name nothing of the schema that the caller did not send',
  },
  {
    against: 'Disclosure of application tokens and traces',
    promise:
      "Nobody gets a token of the gateway's own application (`CLIENT_SESSIONS`: {CLIENT_SESSIONS}) or a trace of upstream calls (`UPSTREAM_TRACE`: {UPSTREAM_TRACE}). Demo sessions go only to pages on a hostname of the gateway's own machine",
  },
  {
    against: 'CSRF and other origins',
    promise:
      'Requests must be JSON or carry a header that no HTML form can send. CORS origins must match exactly, or but for one label that is `*` ({CORS_ORIGINS} in production), and the only cookie that counts is that of a browser session, from the own origin and those of the list. Batching, `@defer` and subscriptions are not supported',
  },
  {
    against: 'Oversized upstream responses',
    promise: `At most {UPSTREAM_MAX_JSON_BYTES} of a lookup list, 2 MB of other JSON (300,000 values, 10,000 of one object, 500 levels), ${size(transportDefaults.maxDocumentBytes)} of an invoice and ${size(transportDefaults.maxErrorBytes)} of an error are read, counted after decompression`,
  },
  {
    against: 'Large and slow upstream responses',
    promise:
      'Responses in transit take at most {UPSTREAM_MAX_HELD_BYTES} per process, counted after decompression. Above that the largest become `OVERLOADED`; responses of up to 64 KB never do',
  },
  {
    against: 'A service that changes its address',
    promise: `A connection is used for at most ${time(transportDefaults.maxAgeMs)}, minus up to 20 % of jitter, and every new one resolves the hostname. No call is interrupted`,
  },
  {
    against: 'Data leaks between users',
    promise: `Only data that is the same for everyone is shared: lookup lists and sections, fresh for {LOOKUP_FRESH_MS} and served stale for up to ${time(LOOKUP_STALE_MS)} more while the service is down. Everything else lives only as long as its operation`,
  },
  {
    against: 'Intermediate caches',
    promise: `Responses to operations are \`no-store\`. Only lookups, requested by GET with a trusted document and without errors, may be cached for ${time(LOOKUP_MAX_AGE_S * 1000)}, and only by the client`,
  },
  {
    against: 'A slow or unavailable Redis',
    promise:
      'Responses stay correct without Redis; each Redis operation of a sign-in or renewal adds at most {REDIS_TIMEOUT_MS}. Request counting never waits',
  },
  {
    against: 'Unnecessary data at the service',
    promise:
      "Of the caller's request only the bearer token, the request id and the trace (`traceparent`, `tracestate`) are forwarded. The client address is forwarded only with `UPSTREAM_CLIENT_ADDRESS` (default: {UPSTREAM_CLIENT_ADDRESS}): as determined by `TRUSTED_PROXIES`, never as the client states it, and never with shared reads",
  },
  {
    against: 'Leaked secrets',
    promise:
      'No token, password, client secret or session cookie appears in a log line, metric, trace or error. No response contains an upstream body, address, header or stack trace. Redirects are never followed',
  },
  {
    against: 'Tokens in pages',
    promise:
      'With `SESSION_KEYS` a page never holds a token: the gateway keeps it in a sealed cookie that scripts cannot read. Pages of other sites cannot use, open or end a session, and cookies that are made up are nobody’s. All processes together send each refresh token once, and a session ends {SESSION_MAX_AGE_S} after sign-in; an outage of the service ends none',
  },
  {
    against: 'A log that nobody reads',
    promise: `A process buffers ${size(MAX_HELD)} of log lines, plus ${size(ERROR_RESERVE)} of errors. Lines dropped beyond that are counted and reported once the reader resumes. Nothing waits for the reader, not even shutdown`,
  },
  {
    against: 'A blocked event loop',
    promise:
      'A blocked worker is killed and replaced within 10 s; a single process exits after {EVENT_LOOP_WATCHDOG_S}, for its platform to restart it. Debuggers, slow startups and suspended machines are not mistaken for that',
  },
  {
    against: 'Shutdown under load',
    promise:
      'After SIGTERM `/readyz` returns 503, requests are accepted for {SHUTDOWN_GRACE_MS} more, and requests in flight have {SHUTDOWN_DRAIN_MS} to finish. No response completed by then is lost. SIGHUP replaces workers one by one within the same times, each successor starting first',
  },
];

const PLACEHOLDER = /\{([A-Z_]+)\}/g;

/** Writes the default of a setting. The unit follows from its name. */
const defaultOf = ({ name, default: fallback }: Setting): string => {
  const text = fallback.in(deployed);
  if (text === null || !/^\d+$/.test(text)) return String(text);
  const value = Number(text);
  if (name.endsWith('_MS')) return time(value);
  if (name.endsWith('_S')) return time(value * 1000);
  return /_BYTES(?:_|$)/.test(name) ? size(value) : count(value);
};

/** Writes the promises that these settings bear out, as a Markdown table. */
export const guaranteeTable = (settings: readonly Setting[]): string => {
  const byName = new Map(settings.map((setting) => [setting.name, setting]));
  const rows = guarantees.flatMap(({ against, promise }) => {
    const names = [...promise.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
    if (!names.every((name) => byName.has(name))) return [];
    const text = promise.replaceAll(PLACEHOLDER, (_placeholder, name: string) => {
      const setting = byName.get(name);
      return setting === undefined ? '' : defaultOf(setting);
    });
    return [`| ${against} | ${text}. | ${names.map((name) => `\`${name}\``).join(', ')} |`];
  });
  return ['| Protection against | Promise | Settings |', '|---|---|---|', ...rows].join('\n');
};
