/** What the gateway promises whoever runs it, with the figures that the code uses: the table of docs/guarantees.md is made from it. */
import type { Setting, Situation } from '../../src/config/settings/setting.ts';
import { MAX_INPUT_LIST } from '../../src/gateway/arguments/input-list.ts';
import { MAX_PAGE_SIZE } from '../../src/gateway/arguments/paging.ts';
import { defaultServerLimits } from '../../src/gateway/connections/server-limits.ts';
import { PATIENCE_MS } from '../../src/gateway/connections/unfinished-requests.ts';
import { operationLimits } from '../../src/gateway/documents/operation-limits.ts';
import { UPLOAD_MS } from '../../src/gateway/execution/execution-limits.ts';
import { largeResponseLimits } from '../../src/gateway/operation/large-responses.ts';
import { MAX_PHOTO_BYTES } from '../../src/gateway/uploads/inspect-photo.ts';
import { ERROR_RESERVE, MAX_HELD } from '../../src/log/line-output.ts';
import { transportDefaults } from '../../src/upstream/transport/transport-options.ts';

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

/** A promise; `{NAME}` stands for what a setting is unless it is set, with its unit. */
interface Guarantee {
  readonly against: string;
  readonly promise: string;
}

/**
 * All promises. One whose settings are not all there is left out.
 *
 * In this order: time, the service, the edge, the operation, the response, secrets, the process.
 */
const guarantees: readonly Guarantee[] = [
  {
    against: 'Long-running operations',
    promise: `A query ends after {QUERY_DEADLINE_MS}, a mutation after {MUTATION_DEADLINE_MS}, an upload after ${time(UPLOAD_MS)}: what is ready is returned, every call under way is cancelled, and no further call is made`,
  },
  {
    against: 'A slow or hanging service',
    promise: `A call has {UPSTREAM_CONNECT_TIMEOUT_MS} to connect, {UPSTREAM_HEADERS_TIMEOUT_MS} to its headers, {UPSTREAM_BODY_GAP_TIMEOUT_MS} between two pieces of its body, and {UPSTREAM_TIMEOUT_MS} in all (${time(transportDefaults.timeouts.uploadMs)} for photos and invoices), however its bytes drip in`,
  },
  {
    against: 'Intermittent failures of the service',
    promise:
      'Calls that change nothing are sent once more at most, all together {UPSTREAM_RETRY_PERCENT} in a hundred; a change is never sent twice once it may have arrived, and goes on a fresh connection, so that a service that closes kept ones leaves none unknown',
  },
  {
    against: 'Outages of the service',
    promise:
      'Failures of less than a second hardly cost a response: calls wait for the few that probe the service. Calls to a part that has been down for longer fail at once (`UPSTREAM_BREAKER`: {UPSTREAM_BREAKER}) until a probe, every 250 to 500 ms, succeeds; fewer than 100 calls leave a process in a total outage of 3 s',
  },
  {
    against: 'Overload of the service',
    promise:
      '{UPSTREAM_CONNECTIONS} calls in flight, which never take the connection of a sign-in ({UPSTREAM_TOKEN_CONNECTIONS} of their own) or a photo ({UPSTREAM_UPLOAD_CONNECTIONS}); {UPSTREAM_QUEUE} may wait, and {UPSTREAM_QUEUE_WAIT_MS} at most. Operations of more than four calls run in turn, those of the fewest first, so that a list keeps no small screen waiting',
  },
  {
    against: 'A slow or hanging part of the service',
    promise:
      'It gets half of the {UPSTREAM_CONNECTIONS} connections and three quarters of the queue of {UPSTREAM_QUEUE} at most, and more only while its calls complete within {UPSTREAM_QUEUE_WAIT_MS}. Operations that need nothing else are refused with 503 once half of the queue wait for it, and of others that part alone is `OVERLOADED`: cached lists, sign-ins, photos and every other part keep working for at least 98 requests in a hundred',
  },
  {
    against: 'A client that floods the gateway',
    promise:
      '{RATE_PER_ADDRESS_PER_MINUTE} requests a minute from one address and {RATE_PER_TOKEN_PER_MINUTE} with one token, then 429 with `Retry-After`; several processes count together, without keeping a request waiting',
  },
  {
    against: 'Overload of the process',
    promise:
      '503 with `Retry-After` over {MAX_OPERATIONS_IN_FLIGHT} operations in flight, counted when their bodies are there, an event loop {OVERLOAD_EVENT_LOOP_MS} late, memory {OVERLOAD_MEMORY_PERCENT} % full (the heap, or all that the process may have); and for operations of many calls while a quarter as many as {UPSTREAM_QUEUE} wait for their turn at one part of the service',
  },
  {
    against: 'Clients that do not read their responses',
    promise:
      'Responses that were written and not taken have {MAX_UNREAD_BYTES} in a process and {MAX_UNREAD_BYTES_PER_ADDRESS} for an address; over that the connections that read slowest are closed, and each has ' +
      `${time(defaultServerLimits.responseMs)} for a response`,
  },
  {
    against: 'Slow and unfinished requests',
    promise:
      `A body has ${time(defaultServerLimits.bodyMs)}, a photo ${time(defaultServerLimits.requestMs)}, both at ${size(defaultServerLimits.bodyBytesPerS)} a second or more after the first ${time(PATIENCE_MS)}; ` +
      '{MAX_UNFINISHED_REQUESTS} may be unfinished in a process and {MAX_UNFINISHED_REQUESTS_PER_ADDRESS} of an address, of which the slowest get 408. They take the place of no operation',
  },
  {
    against: 'Connection exhaustion',
    promise:
      '{MAX_CONNECTIONS} connections of clients in a process and {MAX_CONNECTIONS_PER_ADDRESS} of an address that connects directly, and never more than leave open files for calls to the service; for each more, the one closes that has waited longest for a request',
  },
  {
    against: 'Password guessing',
    promise:
      '{SIGN_IN_PER_USERNAME_AND_ADDRESS} attempts a minute with one username from one address, {SIGN_IN_PER_ADDRESS} from one address, and {SIGN_IN_PER_USERNAME} with one username, so that an attacker locks nobody out; {REFRESH_PER_TOKEN} renewals with one refresh token and {REFRESH_PER_ADDRESS} from one address; all spellings of a username count as one; a wrong name and a wrong password get the same response; credentials only in variables, and alone in their operation',
  },
  {
    against: 'Oversized requests',
    promise: `A body of JSON has {MAX_BODY_BYTES} at most, a photo ${size(MAX_PHOTO_BYTES)}; chunked bodies are counted too`,
  },
  {
    against: 'Oversized operations',
    promise: `Measured before they run, fragments written out: ${size(operationLimits.documentBytes)} of text, ${count(operationLimits.tokens)} tokens, ${operationLimits.depth} levels, ${operationLimits.aliases} aliases, ${count(operationLimits.selections)} selections (fields, spreads, inline fragments), ${size(operationLimits.variablesBytes)} of variables`,
  },
  {
    against: 'Small requests that are expensive to process',
    promise:
      'Every walk over a document follows a fragment once, a circle of fragments is refused first, the lines of a document are counted once for all its errors, planning ends at the limit, and variables that do not fit are given up after a few values: nobody else waits 100 ms for any document within the limits',
  },
  {
    against: 'Expensive operations',
    promise: `{MAX_UPSTREAM_CALLS} calls to the service at most, known with the real variables before the first; pages of ${MAX_PAGE_SIZE}, input lists of ${MAX_INPUT_LIST}`,
  },
  {
    against: 'Oversized results',
    promise:
      '{MAX_RESPONSE_OBJECTS} objects and {MAX_RESPONSE_BYTES}, known before it runs where the lengths of lists are, and counted while it is made; what is larger stops at once, and nothing of it is sent. A large response is made in slices of time, between which everybody else is served; ' +
      `${largeResponseLimits.large.atOnce} of more than ${size(largeResponseLimits.large.fromBytes)} in memory are made at the same time, ${largeResponseLimits.huge.atOnce} of more than ${size(largeResponseLimits.huge.fromBytes)}; others wait, and too many of them are \`OVERLOADED\``,
  },
  {
    against: 'Arbitrary queries',
    promise:
      'With `TRUSTED_DOCUMENTS=only` (unless set: {TRUSTED_DOCUMENTS}) nothing runs but the documents of your manifests, under the same limits; no request adds one',
  },
  {
    against: 'Schema disclosure in production',
    promise:
      'Introspection and `/schema.graphql` are {INTROSPECTION} in production, and then no error of validation or variables names anything of the schema that the caller did not',
  },
  {
    against: 'Disclosure of tokens and traces',
    promise:
      "Nobody gets a token of the gateway's own application (`CLIENT_SESSIONS`: {CLIENT_SESSIONS}), or learns which calls an operation makes (`UPSTREAM_TRACE`: {UPSTREAM_TRACE}); the session of a demo account goes to pages under a name of its own machine alone",
  },
  {
    against: 'Cross-site requests',
    promise:
      'JSON, or a header that no form can send; origins allowed by exact match ({CORS_ORIGINS} in production); never the credentials of a browser. Batches, `@defer` and subscriptions are not offered',
  },
  {
    against: 'Oversized responses of the service',
    promise: `{UPSTREAM_MAX_JSON_BYTES} of JSON, ${size(transportDefaults.maxDocumentBytes)} of an invoice, ${size(transportDefaults.maxErrorBytes)} of a failure are read, counted once inflated`,
  },
  {
    against: 'Large and slow responses of the service',
    promise:
      'Responses that are being received have {UPSTREAM_MAX_HELD_BYTES} in a process, all together, counted once inflated; over that the largest are `OVERLOADED`, and those of up to 64 KB never are',
  },
  {
    against: 'Address changes of the service',
    promise:
      'A connection is used for {UPSTREAM_CONNECTION_MAX_AGE_S} at most, up to a fifth less at random, and each new one resolves the name; no call is cut off for it',
  },
  {
    against: 'Data leaks between users',
    promise:
      'Only what is the same for everyone is shared: lookup lists and sections, fresh for {LOOKUP_FRESH_MS}, and served for {LOOKUP_STALE_MS} more while the service is down. Everything else is made for one operation and gone with it',
  },
  {
    against: 'Intermediate caches',
    promise:
      'Responses to operations are `no-store`. Lookups alone, by GET with a trusted document and without an error, may be kept {LOOKUP_MAX_AGE_S} by the client itself',
  },
  {
    against: 'A slow or unavailable Redis',
    promise:
      'Responses are right without it, and at most {REDIS_TIMEOUT_MS} later for each step of a lookup or sign-in; counting requests waits for nothing',
  },
  {
    against: 'Disclosure of client data to the service',
    promise:
      'From the caller only the bearer token and the request id go to the service. The address of the client goes too where that is wanted (`UPSTREAM_CLIENT_ADDRESS`, unless set: {UPSTREAM_CLIENT_ADDRESS}): as `TRUSTED_PROXIES` makes it out, never as a client writes it, and never with what is read for all',
  },
  {
    against: 'Leaks of secrets',
    promise:
      'Tokens, passwords and client secrets are in no log line, metric or error; no body, address, header or stack of the service is in a response; a redirect is never followed',
  },
  {
    against: 'An unread log',
    promise: `A process holds ${size(MAX_HELD)} of lines, and ${size(ERROR_RESERVE)} more of errors; what is dropped beyond that is counted and reported once lines are taken again. Nothing waits for the reader, not even the end of the process`,
  },
  {
    against: 'A blocked event loop',
    promise:
      'A worker whose event loop is blocked is killed and replaced within 10 s; a single process ends itself after {EVENT_LOOP_WATCHDOG_S}, for its platform to restart it. A debugger, a slow start or a suspended machine does not count as blocked',
  },
  {
    against: 'Shutdown under load',
    promise:
      'After SIGTERM `/readyz` is 503, requests are taken for {SHUTDOWN_GRACE_MS} more, and those under way have {SHUTDOWN_DRAIN_MS} to end; no response that is ready by then is lost. At SIGHUP workers are replaced one after the other, a new one first, in the same times',
  },
];

const PLACEHOLDER = /\{([A-Z_]+)\}/g;

/** Writes the default of a setting. The unit follows from its name. */
const defaultOf = ({ name, default: fallback }: Setting): string => {
  const value = fallback.in(deployed);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value !== 'number') return String(value);
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
  return ['| Against | Promise | Settings |', '|---|---|---|', ...rows].join('\n');
};
