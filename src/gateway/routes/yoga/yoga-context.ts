/** Context that the HTTP listener hands to the GraphQL server with a request. */
import type { OperationScope } from '../../operation/operation-scope.ts';

/** Context of a request. */
export interface ServerContext {
  readonly scope: OperationScope;
  /**
   * Reads the parameters of the request, whichever way it came; nothing of them has been checked.
   *
   * @throws BAD_REQUEST
   */
  readonly readParameters: () => object;
  /** True if the operation brings a file. */
  readonly bringsFile: boolean;
}
