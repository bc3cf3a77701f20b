/** Requests to the service, and its replies, as they go between a call and the connections. */
import type { Endpoint, RetryClass } from '../../contract/endpoints.ts';
import type { CallScope, CallSpan } from './call-scope.ts';
import type { RouteGroup } from './route-group.ts';

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

/** A call that is sent: once, or again when that failed. */
export interface Attempt {
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
