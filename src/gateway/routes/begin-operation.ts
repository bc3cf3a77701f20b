/** Beginning of an operation, whichever route it came by. */
import type { LoadShedder, OverloadReason } from '../admission/overload.ts';
import { tooBusy } from '../errors/graphql-errors.ts';
import type { ClientIdentity } from '../http/client-identity.ts';
import type { GatewayResponse } from '../http/node-response.ts';
import { type RequestHead, requestIdOf } from '../http/router.ts';
import type { OperationObserver } from '../observability/operation-observer.ts';
import type { ObservedRoute } from '../operation/operation-record.ts';
import { OperationScope } from '../operation/operation-scope.ts';
import type { UpstreamTrace } from '../operation/upstream-trace.ts';

/**
 * Begins an operation: log, metrics and traces follow it until its response is over.
 *
 * @param route null for GraphQL
 * @param trace null unless the client wants to know what the operation asks of the service
 */
export type BeginOperation = (
  request: RequestHead,
  response: GatewayResponse,
  client: ClientIdentity,
  route: ObservedRoute | null,
  trace: UpstreamTrace | null,
) => OperationScope;

/** Creates the function that begins operations. `onRefusal` is called for each that finds no place once its body is there. */
export const createBeginOperation =
  (
    observer: OperationObserver,
    overload: Pick<LoadShedder, 'enter' | 'leave' | 'reason'>,
    onRefusal: (limit: OverloadReason, caller?: string) => void,
  ): BeginOperation =>
  (request, response, client, route, trace) => {
    const scope = new OperationScope(requestIdOf(request.headers['x-request-id']), client, trace);
    scope.record.route = route;
    const { 'idempotency-key': key } = request.headers;
    scope.idempotencyKey = typeof key === 'string' ? key : null;
    response.requestId = scope.requestId;
    scope.takePlace = () => {
      const reason = response.isUnderWay ? null : overload.reason(response.places);
      if (reason !== null) {
        onRefusal(reason, response.places?.caller);
        throw tooBusy();
      }
      if (!response.isUnderWay && !response.destroyed) overload.enter(response);
    };
    scope.leavePlace = () => {
      if (!response.isUnderWay) return () => {};
      overload.leave(response);
      return () => {
        if (!response.destroyed && !response.headersSent) overload.enter(response);
      };
    };
    observer.follow(scope, request, response);
    if (scope.idempotencyKey === null) return scope;
    // What goes on without its client keeps its place until its claim ends.
    response.once('close', () => {
      if (scope.claim === null || response.writableFinished) return;
      const place = { isUnderWay: false, places: response.places };
      overload.enter(place);
      void scope.claim.ended.then(() => overload.leave(place));
    });
    return scope;
  };
