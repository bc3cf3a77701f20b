/** What the HTTP listener hands to the GraphQL server with a request. */
import type { OperationScope } from './operation-scope.ts';

/** What the HTTP listener hands over. */
export interface ServerContext {
  readonly scope: OperationScope;
}
