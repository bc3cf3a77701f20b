/** Every kind of failure of a call to the service, with all that follows from it: one table, and everything else looks up. */

/** Sentences for whoever runs the gateway. */
export interface FailureAdvice {
  /** Sentence that says what is wrong. */
  readonly meaning: string;
  /** What to do about it; no sentence, so that it can follow "to do:". */
  readonly remedy: string;
}

/** A row of the table. */
interface FailureKindInfo extends FailureAdvice {
  /** Calls that may be sent again: all, for nothing was sent; reads; or none. */
  readonly retry: 'all' | 'reads' | 'none';
  /** Whether it speaks for an outage; null where it says nothing of the service. */
  readonly opensBreaker: boolean | null;
  /** Code of the error that a client gets; its HTTP status is in `gateway/errors/error-codes.ts`. */
  readonly code:
    | 'UNAUTHENTICATED'
    | 'FORBIDDEN'
    | 'RATE_LIMITED'
    | 'OVERLOADED'
    | 'UPSTREAM_REJECTED'
    | 'UPSTREAM_UNAVAILABLE'
    | 'UPSTREAM_TIMEOUT'
    | 'UPSTREAM_INVALID'
    | 'UPSTREAM_TOO_LARGE'
    | 'RESULT_UNKNOWN';
  /** What a client is told. */
  readonly message: string;
  /** Whether the service's own words stand in place of that. */
  readonly quotes: boolean;
  /** Milliseconds for which it is the response to whoever asks next for the same shared list. */
  readonly keptMs: number;
  /** Whether a write that fails so may have changed something. */
  readonly mayHaveChanged: boolean;
  /** Its reason in log, metrics and traces, unless a code of the system tells it in detail; null for what is no failure of the service or the network. */
  readonly reason: string | null;
  /** Seconds to wait, where that does not depend on the service. */
  readonly retryAfterSeconds: number | null;
  /** By whose fault an operation has its code for this reason; null where that is the code's. */
  readonly fault: 'upstream' | 'gateway' | null;
}

/** A service that fails may be well again in a moment. */
const PASSING_MS = 2_000;
/** One that responds with something else may be behind a page of maintenance. */
const UNREADABLE_MS = 30_000;
/** One that has no such list will hardly get it. */
const MISSING_MS = 300_000;

/** What the service says of the caller, or of what was asked. */
const response = {
  retry: 'none',
  opensBreaker: false,
  quotes: false,
  keptMs: 0,
  mayHaveChanged: false,
  reason: null,
  retryAfterSeconds: null,
  fault: null,
} as const;

/** A fault of the service, or on the way to it. */
const fault = { ...response, opensBreaker: true, keptMs: PASSING_MS } as const;

/** A fault that the service responds with: it is there, and may fail for one thing alone. */
const answered = { ...fault, opensBreaker: false } as const;

/** What the gateway ends, or does not begin. */
const own = { ...response, opensBreaker: null } as const;

/** A change of which nobody knows what came of it. */
const unknown = { ...answered, code: 'RESULT_UNKNOWN', keptMs: 0, mayHaveChanged: true, quotes: true } as const;

const missingToken = {
  code: 'UNAUTHENTICATED',
  message: 'This requires an access token: send the header "Authorization: Bearer <access token>".',
} as const;

const unavailable = { code: 'UPSTREAM_UNAVAILABLE', message: 'The service is unavailable.' } as const;

const tooSlow = { code: 'UPSTREAM_TIMEOUT', message: 'The service took too long to respond.' } as const;

const unreadable = {
  message: 'The response of the service cannot be read.',
  reason: 'unreadable',
  meaning: 'The response did not come from the service, or has a form that the gateway cannot read.',
  remedy:
    'check LISTINGS_API_URL, which ends just before /v1; look for a proxy or maintenance page in place of the service; if the service has changed, "node dist/main.js probe" reports where',
} as const;

const redirect = {
  reason: 'redirect',
  meaning: 'The service responded with a redirect, which the gateway never follows.',
  remedy: 'set LISTINGS_API_URL to the final address',
} as const;

const serverError = {
  ...unavailable,
  reason: 'http_5xx',
  meaning: 'The service, or a proxy in front of it, responded with 5xx.',
  remedy: 'report it to the operators of the service, with request ids: the gateway sends them as x-request-id',
} as const;

/** What a code of the system or of the HTTP client tells in detail. */
const connection = {
  reason: 'other',
  remedy: 'check the network between this machine and the service, and any proxy or firewall in between',
} as const;

const slow = {
  ...tooSlow,
  remedy:
    'check the network in between; if the service is slow, raise UPSTREAM_HEADERS_TIMEOUT_MS and UPSTREAM_TIMEOUT_MS',
} as const;

const ended = { ...tooSlow, remedy: 'nothing: nobody waits for it' } as const;

/** Whoever runs the gateway can set it right (assumption R49). */
const refusedApplication = {
  reason: 'application_refused',
  fault: 'gateway',
  meaning: "The service does not grant a token to the gateway's own application.",
  remedy: 'check LISTINGS_CLIENT_ID and LISTINGS_CLIENT_SECRET',
} as const;

const kinds = {
  token_missing: {
    ...response,
    ...missingToken,
    meaning: 'The caller sent no token where one is needed.',
    remedy: 'nothing: the client has to sign in',
  },
  /** The service grants the gateway's own application no token. To callers, who sent none, it is a token that is missing. */
  application_refused: {
    ...response,
    ...missingToken,
    ...refusedApplication,
    message: 'This cannot be shown at the moment. Try again later.',
  },
  /** The same, where it asked for a token of a user. */
  grant_refused: {
    ...response,
    ...refusedApplication,
    code: 'UPSTREAM_REJECTED',
    message: 'Nobody can sign in at the moment. Try again later.',
    quotes: true,
  },
  /** 401: expired, revoked, or an application's in a user's operation (assumption R5). */
  token_rejected: {
    ...response,
    code: 'UNAUTHENTICATED',
    message: 'The access token was rejected: refresh it or sign in again.',
    meaning: 'The service does not accept the token (401).',
    remedy: 'nothing: the client has to refresh its session',
  },
  /** 403: the token is good, but not for this. */
  forbidden: {
    ...response,
    code: 'FORBIDDEN',
    message: 'You are not allowed to see or change this.',
    quotes: true,
    meaning: 'The service forbids this to the caller (403).',
    remedy: 'nothing, unless it forbids everything: ask the operators of the service',
  },
  not_found: {
    ...response,
    code: 'UPSTREAM_REJECTED',
    message: 'Not found.',
    quotes: true,
    keptMs: MISSING_MS,
    meaning: 'The service has no such thing (404, 410).',
    remedy: 'nothing, unless nothing is found: check LISTINGS_API_URL',
  },
  /** Another 4xx, or a 2xx that says so: the service understood the call and refused it. */
  rejected: {
    ...response,
    code: 'UPSTREAM_REJECTED',
    message: 'The service rejected the request.',
    quotes: true,
    meaning: 'The service understood the call and refused it.',
    remedy: 'nothing: its words are for the user',
  },
  rate_limited: {
    ...response,
    code: 'RATE_LIMITED',
    message: 'Too many requests. Try again later.',
    quotes: true,
    fault: 'upstream',
    reason: 'http_429',
    meaning: 'The service rate-limits the gateway (429).',
    remedy: 'ask its operators for a higher limit; find out which operations make the most calls',
  },
  queue_full: {
    ...own,
    code: 'OVERLOADED',
    message: 'The service is busy. Try again in a moment.',
    reason: 'queue_full',
    retryAfterSeconds: 1,
    meaning: 'The call was not sent: too many calls are waiting for a connection, or it waited too long.',
    remedy: 'find out whether the service is slow; if it has spare capacity, raise UPSTREAM_CONNECTIONS',
  },
  breaker_open: {
    ...own,
    ...unavailable,
    reason: 'breaker_open',
    retryAfterSeconds: 1,
    meaning: 'The call was not sent: the circuit breaker is open after too many recent failures.',
    remedy: 'look at the reasons in the log line of the opening circuit breaker; the gateway itself needs no change',
  },
  unreachable: {
    ...fault,
    ...unavailable,
    ...connection,
    retry: 'all',
    meaning: 'No connection was made, so nothing was sent.',
  },
  connect_timeout: {
    ...fault,
    ...slow,
    retry: 'all',
    reason: 'connect_timeout',
    meaning: 'No connection was established within 2 s.',
    remedy: connection.remedy,
  },
  disconnected: {
    ...fault,
    ...unavailable,
    ...connection,
    retry: 'reads',
    meaning: 'The connection broke before the response to a read was complete.',
  },
  /** A read had no response in time, or what was to be sent did not come to that. */
  timeout: {
    ...fault,
    ...slow,
    reason: 'call_timeout',
    meaning: 'The whole call, from its turn for a connection on, took longer than UPSTREAM_TIMEOUT_MS.',
  },
  /** 5xx that will hardly pass by itself. */
  http_5xx: { ...answered, ...serverError, mayHaveChanged: true },
  http_passing: {
    ...fault,
    ...serverError,
    mayHaveChanged: true,
    retry: 'reads',
    meaning: 'The service, or a proxy in front of it, responded with 502, 503 or 504.',
  },
  not_now: {
    ...fault,
    ...unavailable,
    ...connection,
    retry: 'reads',
    meaning: 'The service responded to a read that it did nothing yet (408, 421, 425).',
  },
  /** What came in place of a response to a read, or to a grant, is none. */
  unreadable: {
    ...answered,
    ...unreadable,
    code: 'UPSTREAM_INVALID',
    keptMs: UNREADABLE_MS,
    mayHaveChanged: true,
    quotes: true,
  },
  broken_http: {
    ...fault,
    ...unreadable,
    code: 'UPSTREAM_INVALID',
    keptMs: UNREADABLE_MS,
    retry: 'reads',
    meaning: 'What came in place of a response to a read is no HTTP, or its headers are too large.',
  },
  /** To where one signs in, most likely. */
  redirect: { ...answered, ...redirect, code: 'UPSTREAM_INVALID', message: unreadable.message, keptMs: 0 },
  too_large: {
    ...response,
    code: 'UPSTREAM_TOO_LARGE',
    message: 'The response of the service is too large.',
    keptMs: UNREADABLE_MS,
    reason: 'too_large',
    meaning:
      'The response is larger than UPSTREAM_MAX_JSON_BYTES, or has more than 300,000 values, 10,000 members of one object or 500 levels.',
    remedy: 'raise it, and the memory with it, if responses of that size are legitimate; the other bounds are fixed',
  },
  response_bytes: {
    ...response,
    code: 'OVERLOADED',
    message: 'Too many large responses are in progress. Try again in a moment.',
    keptMs: PASSING_MS,
    reason: 'response_bytes',
    retryAfterSeconds: 1,
    meaning:
      'The response was abandoned: responses being received would exceed UPSTREAM_MAX_HELD_BYTES in total, and this was the largest.',
    remedy:
      'look for responses that are large and slow, or stall; raise it, and the memory with it, if responses of that size are legitimate',
  },
  result_unknown: {
    ...unknown,
    ...connection,
    opensBreaker: true,
    message: 'The connection to the service was lost.',
    meaning: 'A write was sent, and had no response before its connection broke or its time was up.',
  },
  /** The response to a write is a 2xx whose body cannot be read: it may have been applied (assumption R7). */
  result_unreadable: { ...unknown, ...unreadable, meaning: 'The response to a write cannot be read.' },
  result_redirected: {
    ...unknown,
    ...redirect,
    message: unreadable.message,
    meaning: 'The response to a write is a redirect, which may stand for "done, see there".',
  },
  /** Nobody waits for it any more, or the time of its operation is up; a write was not sent. */
  cancelled: { ...own, ...ended, meaning: 'The call was ended because nobody waits for it any more.' },
  /** As `cancelled`, of a write that was sent: it may have been applied. */
  write_cancelled: {
    ...unknown,
    ...ended,
    code: 'RESULT_UNKNOWN',
    message: 'The connection to the service was lost.',
    opensBreaker: null,
    meaning: 'The change was sent, and nobody waits for what comes of it any more.',
  },
} as const satisfies Record<string, FailureKindInfo>;

/** Kind of a failure. */
export type FailureKind = keyof typeof kinds;

/** Code of the error that a client gets for a failed call. */
export type FailureCode = FailureKindInfo['code'];

/** Reason that a kind has by itself. */
export type KindReason = NonNullable<(typeof kinds)[FailureKind]['reason']>;

/** The table. */
export const failureKinds: Readonly<Record<FailureKind, FailureKindInfo & { readonly reason: KindReason | null }>> =
  kinds;
