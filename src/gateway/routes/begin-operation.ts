/** Beginning of an operation, whichever route it came by. */
import type { LoadShedder, OverloadReason } from '../admission/overload.ts';
import { tooBusy } from '../errors/graphql-errors.ts';
import type { ClientIdentity } from '../http/client-identity.ts';
import type { GatewayResponse } from '../http/gateway-response.ts';
import { type RequestHead, requestIdOf } from '../http/router.ts';
import type { OperationObserver } from '../observability/operation-observer.ts';
import type { ObservedRoute } from '../operation/operation-record.ts';
import { type OperationPlace, OperationScope } from '../operation/operation-scope.ts';
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

type Places = Pick<LoadShedder, 'enter' | 'leave' | 'reason'>;
type OnRefusal = (limit: OverloadReason, caller?: string) => void;

/** The place that an operation has with its response. A class: closures that are set as properties would outlive it (docs/performance.md). */
class ResponsePlace implements OperationPlace {
  readonly #response: GatewayResponse;
  readonly #places: Places;
  readonly #onRefusal: OnRefusal;

  constructor(response: GatewayResponse, places: Places, onRefusal: OnRefusal) {
    this.#response = response;
    this.#places = places;
    this.#onRefusal = onRefusal;
  }

  take(): void {
    const { isUnderWay, places, destroyed } = this.#response;
    if (isUnderWay) return;
    const reason = this.#places.reason(places);
    if (reason !== null) {
      this.#onRefusal(reason, places?.caller);
      throw tooBusy();
    }
    if (!destroyed) this.#places.enter(this.#response);
  }

  leave(): boolean {
    const { isUnderWay } = this.#response;
    this.#places.leave(this.#response);
    return isUnderWay;
  }

  takeAgain(): void {
    if (!this.#response.destroyed && !this.#response.headersSent) this.#places.enter(this.#response);
  }
}

/** Creates the function that begins operations. `onRefusal` is called for each that finds no place once its body is there. */
export const createBeginOperation =
  (observer: OperationObserver, overload: Places, onRefusal: OnRefusal): BeginOperation =>
  (request, response, client, route, trace) => {
    const scope = new OperationScope(requestIdOf(request.headers['x-request-id']), client, trace);
    scope.record.route = route;
    const { 'idempotency-key': key } = request.headers;
    scope.idempotencyKey = typeof key === 'string' ? key : null;
    response.requestId = scope.requestId;
    scope.place = new ResponsePlace(response, overload, onRefusal);
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
