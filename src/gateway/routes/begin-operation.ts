/** Beginning of an operation, whichever route it came by; when its response is over it is reported: a line of the log, the metrics and its trace. */
import type { Logger } from '../../log/logger.ts';
import type { LoadShedder, OverloadReason } from '../admission/overload.ts';
import { overloaded, TOO_BUSY } from '../errors/graphql-errors.ts';
import type { ClientIdentity } from '../http/client-identity.ts';
import type { GatewayResponse } from '../http/gateway-response.ts';
import { type RequestHead, requestIdOf } from '../http/router.ts';
import type { Metrics } from '../observability/metrics/metrics.ts';
import { createOperationLog, type OperationLogMode } from '../observability/operation-log.ts';
import { type ObservedRoute, summarise } from '../operation/operation-record.ts';
import { type OperationPlace, OperationScope } from '../operation/operation-scope.ts';
import { type Tracer, readTraceParent } from '../operation/operation-span.ts';
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
      throw overloaded(TOO_BUSY);
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

/** What is told of operations, and what gives them their places. */
interface BeginOperationOptions {
  readonly metrics: Metrics;
  readonly tracer: Tracer;
  readonly log: Logger;
  readonly logMode: OperationLogMode;
  readonly overload: Places;
  /** Called for each operation that finds no place once its body is there. */
  readonly onRefusal: OnRefusal;
}

/** Creates the function that begins operations. */
export const createBeginOperation = (options: BeginOperationOptions): BeginOperation => {
  const { metrics, tracer, overload, onRefusal } = options;
  const writeLine = createOperationLog(options.log, options.logMode);

  return (request, response, client, route, trace) => {
    const { 'x-request-id': id, 'idempotency-key': key } = request.headers;
    const scope = new OperationScope(requestIdOf(id), client, trace);
    scope.record.route = route;
    scope.idempotencyKey = typeof key === 'string' ? key : null;
    response.requestId = scope.requestId;
    scope.place = new ResponsePlace(response, overload, onRefusal);
    scope.span = tracer.startOperation({
      parent: readTraceParent(request.headers),
      startedAt: scope.record.startedAt,
      method: request.method ?? '',
    });
    response.once('close', () => {
      const operation = summarise(scope, response);
      metrics.observeOperation(operation);
      writeLine(operation);
      scope.span.end(operation);
      const { claim } = scope;
      if (claim === null) scope.finish();
      if (response.writableFinished) return;
      scope.abandon();
      if (claim === null) return;
      // What goes on without its client keeps its place until its claim ends.
      const place = { isUnderWay: false, places: response.places };
      overload.enter(place);
      void claim.ended.then(() => overload.leave(place));
    });
    return scope;
  };
};
