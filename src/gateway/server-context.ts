/** What the HTTP listener hands to the GraphQL server with a request. */
import type { OperationScope } from './operation-scope.ts';
import type { MultipartOperation } from './photo-upload/multipart-request.ts';

/** What the HTTP listener hands over. */
export interface ServerContext {
  readonly scope: OperationScope;
  /** What a multipart request asks, its file in place; null when the request is to be read from its body. */
  readonly multipart: MultipartOperation | null;
}
