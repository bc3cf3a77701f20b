/** Requests to the service as the transport takes them, and the replies that it gives. */
import type { Cancellation } from '../../concurrency/cancellation.ts';
import type { Endpoint, RetryClass } from '../../contract/endpoints.ts';
import type { AccessToken } from './credentials.ts';
import type { RouteGroup } from './route-group.ts';

/** A request to the service, whatever the response is. */
export interface ServiceRequest {
  /** Method and template of the endpoint, for errors, e.g. `GET /v1/listings/{id}`. */
  readonly operation: string;
  readonly group: RouteGroup;
  /** Whose share of the connections it takes; null, as when it is not given, for nobody's. */
  readonly caller?: string | null | undefined;
  readonly method: Endpoint['method'];
  /** Path and query, relative to the base URL. */
  readonly path: string;
  readonly retry: RetryClass;
  /** True when it was sent before, and failed; no unless given. */
  readonly isRetry?: boolean | undefined;
  /** Null for the token endpoint alone. */
  readonly token: AccessToken | null;
  /** Parameters of the token endpoint that are sent as headers; each has been checked to be fit for a header. */
  readonly credentials?: Readonly<Record<string, string>> | undefined;
  /** Its body, in one text or in pieces of bytes. */
  readonly body?: { readonly contentType: string; readonly content: string | readonly Buffer[] } | undefined;
  readonly signal?: Cancellation | undefined;
  /** Milliseconds until nobody waits for the response any more; without it there is no such time. */
  readonly timeLeftMs?: (() => number) | undefined;
  /** Sent as `x-request-id`. */
  readonly requestId?: string | undefined;
  /** Address of the client on whose behalf it is sent, which the service is sent where that is wanted; undefined when there is no one client. */
  readonly clientAddress?: string | undefined;
  /** Sent as `traceparent`. */
  readonly traceparent?: string | undefined;
  /** Sent as `tracestate`; not at all when null. */
  readonly tracestate?: string | null | undefined;
}

/** A request whose response is JSON or empty. */
export interface JsonRequest extends ServiceRequest {
  /**
   * - `json`: a 2xx has a JSON body; plain text is a JSON string. That of a write which has none resolves all the same: it was made.
   * - `done`: as `json`; the body of a 2xx says no more than whether it was done (ruling R37).
   * - `json-or-refusal`: as `json`; the JSON body of a 4xx other than 429 is a reply too.
   */
  readonly expects: 'json' | 'done' | 'json-or-refusal';
  /** True for a photo, which has connections and a time of its own; no unless given. */
  readonly isUpload?: boolean | undefined;
  /** True for a token that is asked for by a refresh token; no unless given. */
  readonly isRefresh?: boolean | undefined;
}

/** A successful response in JSON. */
export interface JsonReply {
  readonly status: number;
  /** The body, null for none; undefined when it is that of a write and no JSON. */
  readonly json: unknown;
  /** The body as it came, for who has to write it again; undefined when there is none to write again. */
  readonly text?: string | undefined;
}

/** A successful response in the form of a document. */
export interface DocumentReply {
  readonly status: number;
  /** The bytes; null for 204 and an empty body: there is none. */
  readonly document: Buffer | null;
}
