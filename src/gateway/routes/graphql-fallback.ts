/** Requests for operations that are no JSON by POST: what `/graphql` needs of whatever serves them. */
import type { IncomingMessage } from 'node:http';
import type { HttpResponse, RequestHead } from '../../http1/message.ts';
import type { ResponseType } from '../execution/http-result.ts';
import type { OperationScope } from '../operation/operation-scope.ts';

/** An operation that has begun, with its request and its response. */
export interface PendingOperation<Request extends RequestHead = RequestHead> {
  readonly request: Request;
  readonly response: HttpResponse;
  readonly scope: OperationScope;
  /** Media type of the response. */
  readonly type: ResponseType;
}

/** Serves the requests that `/graphql` does not serve itself. */
export interface GraphqlFallback {
  /** Serves an operation by GET, or as a multipart form. */
  readonly serve: (pending: PendingOperation<IncomingMessage>) => Promise<void>;
  /** Refuses JSON that is no GraphQL request. `readParameters` may throw BAD_REQUEST. */
  readonly serveParameters: (pending: PendingOperation, readParameters: () => object) => Promise<void>;
}
