/** The errors a client can meet at the top level, and their codes. */
import { GraphQLError, type GraphQLErrorExtensions } from 'graphql';
import type { ExceededLimit, LimitName } from '../documents/operation-limits.ts';
import { withoutStack } from './without-stack.ts';

/**
 * By whose fault an operation has an error: the client's, who can fix it; the service's, or that of the network to it; or that of the
 * gateway and whoever runs it.
 */
export type Fault = 'client' | 'upstream' | 'gateway';

interface ErrorCodeInfo {
  /** When a client meets the code, for docs/errors.md. */
  readonly meaning: string;
  /** What a client does about it. */
  readonly remedy: string;
  /** True if the same operation may succeed when sent again unchanged. */
  readonly retryable: boolean;
  readonly fault: Fault;
}

/** Every code of a top-level error. docs/errors.md lists them. */
export const errorCodes = {
  UNAUTHENTICATED: {
    meaning:
      'No token was sent (`reason: TOKEN_MISSING`), or the service rejected it (`TOKEN_REJECTED`): it has expired, or it is an application token where a user token is required. Refresh it or sign in, then retry. `SESSION_ENDED`: the browser session of the request has ended.',
    remedy:
      'With `TOKEN_REJECTED`, refresh the session once and resend the operation; if that fails, sign in. With `SESSION_ENDED`, sign in. With `TOKEN_MISSING`, offer to sign in, and end no session.',
    retryable: false,
    fault: 'client',
  },
  FORBIDDEN: {
    meaning:
      'The service does not allow the caller to do this (403), or a page of another site sent the request with the browser session of its visitor.',
    remedy: 'Hide the part: the caller may not see it.',
    retryable: false,
    fault: 'client',
  },
  BAD_USER_INPUT: {
    meaning:
      'An argument or a variable is invalid; the message says which one and why. It repeats no values except ids, cursors, `locale` and page sizes.',
    remedy: 'Correct the argument or variable; the same request fails again.',
    retryable: false,
    fault: 'client',
  },
  BAD_REQUEST: {
    meaning: 'The HTTP request is not a GraphQL request.',
    remedy: 'Send a JSON body with `query` or `documentId`. This is a bug in the client.',
    retryable: false,
    fault: 'client',
  },
  GRAPHQL_PARSE_FAILED: {
    meaning: 'The document is not valid GraphQL syntax.',
    remedy: 'Fix the document.',
    retryable: false,
    fault: 'client',
  },
  GRAPHQL_VALIDATION_FAILED: {
    meaning: 'The document does not match the schema.',
    remedy: 'Fix the document, or regenerate the client from the current schema.',
    retryable: false,
    fault: 'client',
  },
  REQUEST_TOO_LARGE: {
    meaning: 'The request body is larger than the gateway accepts.',
    remedy: 'Send less at once.',
    retryable: false,
    fault: 'client',
  },
  PERSISTED_QUERY_NOT_FOUND: {
    meaning:
      'No trusted document has this id. Apollo clients with automatic persisted queries then send the text, which is not stored.',
    remedy:
      'Apollo clients send the text by themselves. With `TRUSTED_DOCUMENTS=only`, the manifest of this app version is missing in the gateway: deploy it.',
    retryable: false,
    fault: 'client',
  },
  PERSISTED_QUERY_NOT_SUPPORTED: {
    meaning: 'The request contains a document id, but the gateway has no trusted documents: send the text.',
    remedy: 'Send the text. Apollo clients do so by themselves.',
    retryable: false,
    fault: 'client',
  },
  TRUSTED_DOCUMENT_REQUIRED: {
    meaning: 'The gateway runs only trusted documents: send the id of one.',
    remedy: 'Send the id of a document in a manifest of the gateway.',
    retryable: false,
    fault: 'client',
  },
  TRUSTED_DOCUMENT_UNUSABLE: {
    meaning:
      'The trusted document no longer matches the schema, or exceeds a limit: the app that sends it must be updated.',
    remedy: 'Ask the user to update the app.',
    retryable: false,
    fault: 'gateway',
  },
  OPERATION_TOO_COMPLEX: {
    meaning:
      'The operation or its response exceeds a limit. `exceeded` and the message name the limit and the figure. Nothing was run, unless the message says that mutations may have been applied.',
    remedy: 'Request fewer entries or fewer fields, or split the operation.',
    retryable: false,
    fault: 'client',
  },
  RATE_LIMITED: {
    meaning: 'Too many requests or sign-ins, for the gateway or for the service. `retryAfter` is in seconds.',
    remedy:
      'Retry a query up to three times: after `retryAfter`, or with exponential backoff and jitter (1 s, 2 s, 4 s). For a mutation, let the user decide.',
    retryable: true,
    fault: 'client',
  },
  OVERLOADED: {
    meaning:
      'The gateway is at capacity: its operations, its queue for this part of the service, or its memory for large responses. Nothing was changed. Retry in a second.',
    remedy: 'As for `RATE_LIMITED`.',
    retryable: true,
    fault: 'gateway',
  },
  UPSTREAM_REJECTED: {
    meaning:
      'The service rejected the request for a reason that it gives only as text, or answered 404 where something should exist: see `message`.',
    remedy: 'Show `message`; the same request fails again.',
    retryable: false,
    fault: 'client',
  },
  UPSTREAM_UNAVAILABLE: {
    meaning:
      'The service is unreachable or failed (5xx), or its circuit breaker is open. `retryAfter`, if present, is in seconds. `retryable` is false if the failed service may have applied a change.',
    remedy:
      'Retry a query as for `RATE_LIMITED`. For a mutation with `retryable: false`, re-fetch before you offer to repeat it; otherwise let the user decide.',
    retryable: true,
    fault: 'upstream',
  },
  UPSTREAM_TIMEOUT: {
    meaning: 'The service or the whole operation timed out.',
    remedy: 'Retry a query as for `RATE_LIMITED`. For a mutation, let the user decide.',
    retryable: true,
    fault: 'upstream',
  },
  UPSTREAM_INVALID: {
    meaning: 'The service sent a response that the gateway cannot read.',
    remedy: 'Report the `requestId` to the operators of the gateway.',
    retryable: false,
    fault: 'upstream',
  },
  UPSTREAM_TOO_LARGE: {
    meaning: 'The service sent a response larger than the gateway accepts.',
    remedy: 'Request less; if that is impossible, report the `requestId`.',
    retryable: false,
    fault: 'upstream',
  },
  RESULT_UNKNOWN: {
    meaning:
      'The service may have applied the change: its response was lost or cannot be read, or the gateway was interrupted. `completed`, if present, names the fields of the mutation that are complete. A repeat with the same `Idempotency-Key` gets the same error, and changes nothing.',
    remedy: 'Re-fetch before you offer to repeat the change with a new key, above all where it costs money.',
    retryable: false,
    fault: 'upstream',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    meaning: 'The first request with this `Idempotency-Key` is still in progress. `retryAfter` is in seconds.',
    remedy: 'Send the same request with the same key again after `retryAfter`.',
    retryable: true,
    fault: 'client',
  },
  IDEMPOTENCY_KEY_REUSED: {
    meaning:
      'The `Idempotency-Key` was used for another operation, other variables, another file or by another user. Nothing was sent.',
    remedy: 'Make a new key for each action of the user. This is a bug in the client.',
    retryable: false,
    fault: 'client',
  },
  IDEMPOTENCY_UNAVAILABLE: {
    meaning:
      'The gateway cannot record the `Idempotency-Key` at the moment, so nothing was sent. `retryAfter` is in seconds.',
    remedy: 'Send the same request with the same key again after `retryAfter`.',
    retryable: true,
    fault: 'gateway',
  },
  INTERNAL_SERVER_ERROR: {
    meaning: 'A bug in the gateway. Find it in the log by request id.',
    remedy: 'Report the `requestId` to the operators of the gateway.',
    retryable: false,
    fault: 'gateway',
  },
} as const satisfies Record<string, ErrorCodeInfo>;

/** Code of a top-level error. */
export type ErrorCode = keyof typeof errorCodes;

/** Returns whether something is the code of a top-level error. */
export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(errorCodes, code);

/** HTTP status and headers of an error, for the GraphQL server. */
type HttpExtension = NonNullable<GraphQLErrorExtensions['http']>;

/** Content of `extensions` of an error, apart from the request id, which is added to all errors of a response at once. */
export interface ErrorExtensions {
  /** From the code unless given. */
  readonly retryable?: boolean;
  readonly reason?: 'TOKEN_MISSING' | 'TOKEN_REJECTED' | 'SESSION_ENDED';
  readonly retryAfter?: number;
  readonly limit?: number;
  readonly planned?: number;
  readonly figure?: number;
  /** Which limit an operation was over. */
  readonly exceeded?: LimitName;
  /** Fields of a mutation that were complete before it was interrupted. */
  readonly completed?: readonly string[];
  readonly upstream?: { readonly operation: string; readonly status: number | null };
  /** For the GraphQL server: never sent. */
  readonly http?: HttpExtension;
}

/** An error with its code; `retryable` is what the code says unless given. */
export const createError = (code: ErrorCode, message: string, extensions: ErrorExtensions = {}): GraphQLError =>
  withoutStack(
    () => new GraphQLError(message, { extensions: { code, retryable: errorCodes[code].retryable, ...extensions } }),
  );

/** An argument that is not acceptable. The message says which one and what would be. `http` is for the GraphQL server. */
export const badUserInput = (message: string, http?: HttpExtension): GraphQLError =>
  createError('BAD_USER_INPUT', message, http === undefined ? {} : { http });

/** A request that is refused before anything runs. `http` is for the GraphQL server. */
export const badRequest = (
  code: 'BAD_REQUEST' | 'REQUEST_TOO_LARGE' | 'GRAPHQL_PARSE_FAILED' | 'GRAPHQL_VALIDATION_FAILED',
  message: string,
  http?: HttpExtension,
): GraphQLError => createError(code, message, http === undefined ? {} : { http });

/** Errors for a client that names a document by an id, in the form that Apollo's clients look for. */
const refusedDocument = (
  code:
    | 'PERSISTED_QUERY_NOT_FOUND'
    | 'PERSISTED_QUERY_NOT_SUPPORTED'
    | 'TRUSTED_DOCUMENT_REQUIRED'
    | 'TRUSTED_DOCUMENT_UNUSABLE',
  message: string,
): GraphQLError => createError(code, message, { http: { status: 400, spec: true } });

/** No trusted document has the id. Clients for iOS and Android know this by its message. */
export const documentNotFound = (): GraphQLError =>
  refusedDocument('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');

/** A request with an id, where there are no trusted documents. Clients know this by its message too. */
export const documentsNotOffered = (): GraphQLError =>
  refusedDocument('PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported');

/** A request without the id of a document, where no other documents run. */
export const trustedDocumentRequired = (): GraphQLError =>
  refusedDocument(
    'TRUSTED_DOCUMENT_REQUIRED',
    'This gateway runs only trusted documents: send an id as "documentId", without the text.',
  );

/** A trusted document that cannot run any more. Why is in the log since the start. */
export const documentUnusable = (id: string): GraphQLError =>
  refusedDocument('TRUSTED_DOCUMENT_UNUSABLE', `The trusted document "${id}" is no longer supported: update the app.`);

/** The operation's time was up before this was there. */
export const tooSlow = (): GraphQLError =>
  createError('UPSTREAM_TIMEOUT', 'The operation timed out before this part was ready.');

/** The caller sent no token, so no call was made. Assumption: R4, R5. Of the causes of a 401 only this one is known here. */
export const tokenMissing = (): GraphQLError =>
  createError(
    'UNAUTHENTICATED',
    'This requires an access token: send the header "Authorization: Bearer <access token>".',
    {
      reason: 'TOKEN_MISSING',
    },
  );

/** The session of the request has ended, or was never one; its cookie is taken away. */
export const sessionEnded = (): GraphQLError =>
  createError('UNAUTHENTICATED', 'The session has ended: sign in again.', { reason: 'SESSION_ENDED' });

/** The tokens of a session do not fit into cookies. */
export const tokensTooLong = (): GraphQLError =>
  createError('UPSTREAM_TOO_LARGE', 'The tokens of the service are too long for a session cookie.');

/** The request may come from the page of another site, which must not use the session of the browser. */
export const crossSiteSession = (): GraphQLError =>
  createError(
    'FORBIDDEN',
    'A page of another site may not use this session. If the page is yours, list its origin in CORS_ORIGINS.',
    { http: { status: 403 } },
  );

/** An operation over a limit; `limit` and `planned` are figures of the same thing. */
export const tooComplex = (
  message: string,
  figures: { readonly limit: number; readonly planned: number },
): GraphQLError =>
  createError('OPERATION_TOO_COMPLEX', message, {
    ...figures,
    exceeded: 'upstreamCalls',
    http: { status: 400, spec: true },
  });

const ASK_FOR_LESS = 'Request fewer entries, or fewer fields of each.';

/** An operation that has too much of something, or whose response is estimated to have. */
export const overLimit = ({ name, what, limit, figure }: ExceededLimit): GraphQLError => {
  const isEstimate = name === 'responseObjects';
  const verb = isEstimate ? 'may have' : 'has';
  const advice = isEstimate ? ASK_FOR_LESS : 'Send less at once, or in several operations.';
  return createError(
    'OPERATION_TOO_COMPLEX',
    `The operation ${verb} ${figure} ${what}, and the limit is ${limit}. ${advice}`,
    { limit, figure, exceeded: name, http: { status: 400, spec: true } },
  );
};

/**
 * An operation whose response is over a limit, in whole.
 *
 * @param hasChanges whether mutations of it may have been applied by the time that it was known
 */
export const responseTooLarge = (
  { name, what, limit, figure }: ExceededLimit,
  { hasChanges }: { readonly hasChanges: boolean },
): GraphQLError =>
  createError(
    'OPERATION_TOO_COMPLEX',
    `The operation has ${figure} ${what} or more, and the limit is ${limit}. ${ASK_FOR_LESS}${hasChanges ? ' Its mutations may have been applied: re-fetch before you repeat them.' : ''}`,
    { limit, figure, exceeded: name, http: { status: 400, spec: true } },
  );

/** An operation that was refused for load, and may succeed a second later. */
const overloaded = (message: string): GraphQLError =>
  createError('OVERLOADED', message, { http: { status: 503, spec: false, headers: { 'Retry-After': '1' } } });

/** An operation whose response was not made to its end: too many large ones were made already, or its changes ran out of time. */
export const responseNotMade = ({ hasChanges }: { readonly hasChanges: boolean }): GraphQLError => {
  return hasChanges
    ? createError(
        'RESULT_UNKNOWN',
        'The response could not be built. The mutations may have been applied: re-fetch before you repeat them.',
        { http: { status: 503, spec: false } },
      )
    : overloaded('Too many large responses are in progress. Try again in a second.');
};

/** An operation whose plan was within the limit, but which met more than the plan could know. */
export const overBudget = (limit: number): GraphQLError =>
  createError(
    'OPERATION_TOO_COMPLEX',
    `This part would have taken more than ${limit} calls to the service. ${ASK_FOR_LESS}`,
    { limit, exceeded: 'upstreamCalls' },
  );

/** Too many attempts; `retryAfterSeconds` states how long to wait. */
export const rateLimited = (retryAfterSeconds: number): GraphQLError =>
  createError('RATE_LIMITED', `Too many attempts. Try again in ${retryAfterSeconds} seconds.`, {
    retryAfter: retryAfterSeconds,
  });

/** An operation of many calls that waited for its turn for as long as it may. */
export const notScheduled = (): GraphQLError =>
  overloaded('Too many large operations are in progress, so nothing was run. Try again in a second.');

/** An operation that needs nothing but parts of the service for which too many calls wait. */
export const groupFull = (): GraphQLError =>
  overloaded(
    'Too many calls are waiting for the part of the service that this needs, so nothing was run. Try again in a second.',
  );

/** Masks a bug of the gateway. */
export const internalError = (): GraphQLError =>
  createError('INTERNAL_SERVER_ERROR', 'Something went wrong in the gateway. It has been logged.');
