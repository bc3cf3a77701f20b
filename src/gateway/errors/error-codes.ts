/** Every code of a top-level error, with what it means and what a client does about it. */

/**
 * By whose fault an operation has an error: the client's, who can fix it; the service's, or that of the network to it; or that of the
 * gateway and whoever runs it.
 */
export type Fault = 'client' | 'upstream' | 'gateway';

interface ErrorCodeInfo {
  /** HTTP status of a route of its own, such as photos; 500 where it is not given: no route meets the code. `/graphql` mostly responds with 200 (`http-result.ts`). */
  readonly httpStatus: number;
  /** When a client meets the code, for docs/errors.md. */
  readonly meaning: string;
  /** What a client does about it. */
  readonly remedy: string;
  /** True if the same operation may succeed when sent again unchanged; not unless given. */
  readonly retryable: boolean;
  /** The client's unless given. */
  readonly fault: Fault;
}

const info = (given: Pick<ErrorCodeInfo, 'meaning' | 'remedy'> & Partial<ErrorCodeInfo>): ErrorCodeInfo => ({
  httpStatus: 500,
  retryable: false,
  fault: 'client',
  ...given,
});

/** Every code of a top-level error. docs/errors.md lists them. */
export const errorCodes = {
  UNAUTHENTICATED: info({
    httpStatus: 401,
    meaning:
      'No token was sent (`reason: TOKEN_MISSING`), or the service rejected it (`TOKEN_REJECTED`): it has expired, or it is an application token where a user token is required. Refresh it or sign in, then retry. `SESSION_ENDED`: the browser session of the request has ended.',
    remedy:
      'With `TOKEN_REJECTED`, refresh the session once and resend the operation; if that fails, sign in. A browser session has been renewed by then: resend the operation where `retryable` is true, as for a mutation of which nothing was done. With `SESSION_ENDED`, sign in. With `TOKEN_MISSING`, offer to sign in, and end no session.',
  }),
  FORBIDDEN: info({
    httpStatus: 403,
    meaning:
      'The service does not allow the caller to do this (403), or a page of another site sent the request with the browser session of its visitor.',
    remedy: 'Hide the part: the caller may not see it.',
  }),
  BAD_USER_INPUT: info({
    meaning:
      'An argument or a variable is invalid; the message says which one and why. It repeats no values except ids, cursors, `locale` and page sizes.',
    remedy: 'Correct the argument or variable; the same request fails again.',
  }),
  BAD_REQUEST: info({
    httpStatus: 400,
    meaning: 'The HTTP request is not a GraphQL request.',
    remedy: 'Send a JSON body with `query` or `documentId`. This is a bug in the client.',
  }),
  GRAPHQL_PARSE_FAILED: info({
    meaning: 'The document is not valid GraphQL syntax.',
    remedy: 'Fix the document.',
  }),
  GRAPHQL_VALIDATION_FAILED: info({
    meaning: 'The document does not match the schema.',
    remedy: 'Fix the document, or regenerate the client from the current schema.',
  }),
  REQUEST_TOO_LARGE: info({
    httpStatus: 413,
    meaning: 'The request body is larger than the gateway accepts.',
    remedy: 'Send less at once.',
  }),
  PERSISTED_QUERY_NOT_FOUND: info({
    meaning:
      'No trusted document has this id. Apollo clients with automatic persisted queries then send the text, which is not stored.',
    remedy:
      'Apollo clients send the text by themselves. With `TRUSTED_DOCUMENTS=only`, the manifest of this app version is missing in the gateway: deploy it.',
  }),
  PERSISTED_QUERY_NOT_SUPPORTED: info({
    meaning: 'The request contains a document id, but the gateway has no trusted documents: send the text.',
    remedy: 'Send the text. Apollo clients do so by themselves.',
  }),
  TRUSTED_DOCUMENT_REQUIRED: info({
    meaning: 'The gateway runs only trusted documents: send the id of one.',
    remedy: 'Send the id of a document in a manifest of the gateway.',
  }),
  TRUSTED_DOCUMENT_UNUSABLE: info({
    meaning:
      'The trusted document no longer matches the schema, or exceeds a limit: the app that sends it must be updated.',
    remedy: 'Ask the user to update the app.',
    fault: 'gateway',
  }),
  OPERATION_TOO_COMPLEX: info({
    meaning:
      'The operation or its response exceeds a limit. `exceeded` and the message name the limit and the figure. Nothing was run, unless the message says that mutations may have been applied.',
    remedy: 'Request fewer entries or fewer fields, or split the operation.',
  }),
  RATE_LIMITED: info({
    httpStatus: 429,
    meaning:
      'Too many requests, calls or sign-ins, for the gateway or for the service. `retryAfter` is in seconds: from then on a request is let in, unless others were before it.',
    remedy:
      'Retry a query up to three times: after `retryAfter`, or with exponential backoff and jitter (1 s, 2 s, 4 s). For a mutation, let the user decide.',
    retryable: true,
  }),
  OVERLOADED: info({
    httpStatus: 503,
    meaning:
      'The gateway is at capacity: its operations, its queue for this part of the service, or its memory for large responses. Nothing was changed. Retry in a second.',
    remedy: 'As for `RATE_LIMITED`.',
    retryable: true,
    fault: 'gateway',
  }),
  UPSTREAM_REJECTED: info({
    httpStatus: 422,
    meaning:
      'The service rejected the request for a reason that it gives only as text, or answered 404 where something should exist: see `message`.',
    remedy: 'Show `message`; the same request fails again.',
  }),
  UPSTREAM_UNAVAILABLE: info({
    httpStatus: 503,
    meaning:
      'The service is unreachable or failed (5xx), or its circuit breaker is open. `retryAfter`, if present, is in seconds. `retryable` is false if the failed service may have applied a change.',
    remedy:
      'Retry a query as for `RATE_LIMITED`. For a mutation with `retryable: false`, re-fetch before you offer to repeat it; otherwise let the user decide.',
    retryable: true,
    fault: 'upstream',
  }),
  UPSTREAM_TIMEOUT: info({
    httpStatus: 504,
    meaning: 'The service or the whole operation timed out.',
    remedy: 'Retry a query as for `RATE_LIMITED`. For a mutation, let the user decide.',
    retryable: true,
    fault: 'upstream',
  }),
  UPSTREAM_INVALID: info({
    httpStatus: 502,
    meaning:
      'The service sent a response that the gateway cannot read, or a success that says that it is none: then `message` has its words.',
    remedy: 'Report the `requestId` to the operators of the gateway.',
    fault: 'upstream',
  }),
  UPSTREAM_TOO_LARGE: info({
    httpStatus: 502,
    meaning: 'The service sent a response larger than the gateway accepts.',
    remedy: 'Request less; if that is impossible, report the `requestId`.',
    fault: 'upstream',
  }),
  RESULT_UNKNOWN: info({
    httpStatus: 502,
    meaning:
      'The service may have applied the change: its response was lost or cannot be read, or the gateway was interrupted. `completed`, if present, names the fields of the mutation that are complete. A repeat with the same `Idempotency-Key` gets the same error, and changes nothing.',
    remedy: 'Re-fetch before you offer to repeat the change with a new key, above all where it costs money.',
    fault: 'upstream',
  }),
  IDEMPOTENCY_IN_PROGRESS: info({
    httpStatus: 409,
    meaning: 'The first request with this `Idempotency-Key` is still in progress. `retryAfter` is in seconds.',
    remedy: 'Send the same request with the same key again after `retryAfter`.',
    retryable: true,
  }),
  IDEMPOTENCY_KEY_REUSED: info({
    httpStatus: 422,
    meaning:
      'The `Idempotency-Key` was used for another operation, other variables, another file or by another user. Nothing was sent.',
    remedy: 'Make a new key for each action of the user. This is a bug in the client.',
  }),
  IDEMPOTENCY_UNAVAILABLE: info({
    httpStatus: 503,
    meaning:
      'The gateway cannot record the `Idempotency-Key` at the moment, so nothing was sent. `retryAfter` is in seconds.',
    remedy: 'Send the same request with the same key again after `retryAfter`.',
    retryable: true,
    fault: 'gateway',
  }),
  INTERNAL_SERVER_ERROR: info({
    meaning: 'A bug in the gateway. Find it in the log by request id.',
    remedy: 'Report the `requestId` to the operators of the gateway.',
    fault: 'gateway',
  }),
};

/** Code of a top-level error. */
export type ErrorCode = keyof typeof errorCodes;

/** Returns whether something is the code of a top-level error. */
export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(errorCodes, code);
