/** Requests to the service and their replies, as they go between a call and the connections; and what a call brings along, and how it is observed. */
import type { Cancellation } from '../../concurrency/cancellation.ts';
import type { Endpoint, RetryClass } from '../../contract/endpoints.ts';
import type { AccessToken } from './credentials.ts';
import type { UpstreamFailure } from './failure.ts';
import type { RouteGroup } from './route-group.ts';

/** A call that is over. */
export interface ObservedCall {
  /** Method and template of the endpoint, e.g. `GET /v1/listings/{id}`. */
  readonly operation: string;
  /** Path that was asked for, below the base address of the service, with its query. */
  readonly path: string;
  /** HTTP status of the response; null when there was none. */
  readonly status: number | null;
  /** Milliseconds on the clock of `performance.now`. */
  readonly startMs: number;
  readonly durationMs: number;
  /** Times that it was sent: 2 when it failed and was sent again; 0 when it never was. */
  readonly attempts: number;
  /** Null for a success. */
  readonly error: UpstreamFailure | null;
}

/** A call in a trace. */
export interface CallSpan {
  /** Sent along as `traceparent` (W3C Trace Context). */
  readonly traceparent: string;
  /** Sent along as `tracestate`; null for none. */
  readonly tracestate: string | null;
  end(call: ObservedCall): void;
}

/** Starts the span of a call, by method and template of its endpoint. */
export type StartCallSpan = (operation: string) => CallSpan;

/** Everything that a call brings along apart from its inputs and its token. */
export interface CallScope {
  /** Ends calls at once, also those that wait. */
  readonly signal?: Cancellation | undefined;
  /** Milliseconds until nobody waits for a response any more: a call that fails is not sent again after that. */
  readonly timeLeftMs?: (() => number) | undefined;
  /** Sent as `x-request-id`. */
  readonly requestId?: string | undefined;
  /**
   * Address of the client on whose behalf the call is made, which the service is sent where that is wanted. What serves more than one
   * client, such as a list that is read for all, names none.
   */
  readonly clientAddress?: string | undefined;
  /**
   * Whose share of the connections calls take: what serves more than one client counts for the one that asked first. Null, as when it is
   * not given, for the gateway's own calls and for clients that cannot be told apart.
   */
  readonly caller?: string | null | undefined;
  /** Called with each call that failed, sent or not, and for each response that could not be read. */
  readonly onFailure?: ((failure: UpstreamFailure) => void) | undefined;
  /** Called with each call that was sent when it is over, however it went: for a document, when that is read or given up. */
  readonly observe?: ((call: ObservedCall) => void) | undefined;
  /** Starts a span for each call, sent or not. */
  readonly startSpan?: StartCallSpan | undefined;
}

/** The user or application on whose behalf calls are made. */
export interface Caller extends CallScope {
  /** Null for an anonymous one: every call is `token_missing`, without I/O. */
  readonly token: AccessToken | null;
}

/** What all requests to an endpoint have in common. */
export interface Route {
  /** Method and template of the endpoint, e.g. `GET /v1/listings/{id}`. */
  readonly operation: string;
  readonly group: RouteGroup;
  readonly method: Endpoint['method'];
  readonly retry: RetryClass;
  /**
   * - `json`: a 2xx has a JSON body; plain text is a JSON string. That of a write which has none is a reply all the same: it was made.
   * - `json-or-refusal`: as `json`; the JSON body of a 4xx other than 429 is a reply too.
   * - `document`: the bytes of a 200.
   */
  readonly expects: 'json' | 'json-or-refusal' | 'document';
}

/** A body to send, in one text or in pieces of bytes. */
export interface RequestBody {
  readonly contentType: string;
  readonly content: string | readonly Buffer[];
  /** Takes what ends the wait for a connection when it is refused; null when it has one: then it stays. */
  readonly onRefused?: ((listener: (() => void) | null) => void) | undefined;
}

/** Connections of a kind, with a time and a queue of their own; documents are on those of calls, with a time of their own. */
export type PoolName = 'calls' | 'documents' | 'signIns' | 'refreshes' | 'uploads';

/** A request to the service. */
export interface ServiceRequest {
  readonly route: Route;
  readonly pool: PoolName;
  /** Path and query, relative to the base URL. */
  readonly path: string;
  /** Names and values of the headers that say for whom it is made, in turn. */
  readonly headers: readonly string[];
  readonly body: RequestBody | null;
}

/** A successful response. */
export interface ServiceReply {
  readonly status: number;
  /** The JSON, null for none; undefined when it is that of a write and no JSON. The bytes of a document. */
  readonly json: unknown;
  /** The JSON as it came, for who has to write it again; undefined when there is none to write again. */
  readonly text?: string | undefined;
}

/** A call as the exchanges know it, each of which is one try: it is sent once, or again when that failed. */
export interface SentCall {
  readonly request: ServiceRequest;
  readonly scope: CallScope;
  readonly span: CallSpan | null;
  /** True when it was sent before, and failed. */
  readonly isRetry: boolean;
  /** Called right before it leaves, when it has its connection; the service may have seen it from then on. What it throws is what it fails with. */
  onSend(): void;
  /** Called with the reply, unless `fail` is. */
  succeed(reply: ServiceReply): void;
  /** Called with what it fails with, unless `succeed` is. */
  fail(error: unknown): void;
}
