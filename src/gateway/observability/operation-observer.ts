/** Follows every operation from its request to the end of its response, and then reports it: a line of the log, the metrics and its trace. */
import type { Logger } from '../../log/logger.ts';
import type { GatewayResponse } from '../http/gateway-response.ts';
import type { RequestHead } from '../http/router.ts';
import { summarise } from '../operation/operation-record.ts';
import type { OperationScope } from '../operation/operation-scope.ts';
import { type Tracer, readTraceParent } from '../operation/operation-trace.ts';
import type { Metrics } from './metrics/metrics.ts';
import { createOperationLog, type OperationLogMode } from './operation-log.ts';

/** Receivers of finished operations. */
interface OperationObserverOptions {
  readonly metrics: Metrics;
  readonly tracer: Tracer;
  readonly log: Logger;
  readonly logMode: OperationLogMode;
}

/** Follows operations. */
export interface OperationObserver {
  /** Begins to follow an operation. It is over with its response, and is given up when that is. */
  follow(scope: OperationScope, request: RequestHead, response: GatewayResponse): void;
}

/** Creates the observer of a gateway's operations. */
export const createOperationObserver = ({
  metrics,
  tracer,
  log,
  logMode,
}: OperationObserverOptions): OperationObserver => {
  const writeLine = createOperationLog(log, logMode);
  return {
    follow: (scope, request, response) => {
      scope.tracing = tracer.startOperation({
        parent: readTraceParent(request.headers),
        startedAt: scope.record.startedAt,
        method: request.method ?? '',
      });
      response.once('close', () => {
        const operation = summarise(scope, response);
        metrics.observeOperation(operation);
        writeLine(operation);
        scope.tracing.end(operation);
        if (scope.claim === null) scope.finish();
        if (!response.writableFinished) scope.abandon();
      });
    },
  };
};
