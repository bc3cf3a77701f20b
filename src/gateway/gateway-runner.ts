/** The operation runner of a gateway, and what operations share while they run. */
import { createOperationRunner, type RunOperation } from './execution/run-operation.ts';
import type { GatewayOptions } from './gateway-options.ts';
import type { Idempotency } from './idempotency/idempotency.ts';
import type { RefusalLimit } from './observability/metrics/server-load.ts';
import { createLargeResponses, largeResponseLimits } from './operation/large-responses.ts';
import { createOperationScheduler } from './operation/operation-scheduler.ts';
import type { GatewayServices } from './schema/core/context.ts';
import { documentRules } from './trusted-documents/examine-documents.ts';
import type { TrustedDocuments } from './trusted-documents/store.ts';

/** Creates the runner. `onRefusal` is called with the limit of each operation that does not run, or not to its end. */
export const createGatewayRunner = (
  options: GatewayOptions,
  services: GatewayServices,
  idempotency: Idempotency,
  trustedDocuments: TrustedDocuments,
  onRefusal: (limit: RefusalLimit) => void,
): RunOperation => {
  const { introspection, metrics, callLimit, responseLimits, deadlines, isGroupFull = () => false } = options;
  const scheduler = createOperationScheduler({ limits: options.scheduler, onRefusal });
  metrics.load.showWaiting(() => scheduler.waiting);
  return createOperationRunner({
    services,
    idempotency,
    rules: documentRules({ introspection }),
    findTrusted: (text) => {
      const document = trustedDocuments.findByText(text);
      return document === undefined ? null : trustedDocuments.prepare(document);
    },
    hidesSchema: !introspection,
    callLimit,
    responseLimits,
    largeResponses: Object.values(largeResponseLimits).map((limits) =>
      createLargeResponses(limits, () => onRefusal('large_responses')),
    ),
    deadlines,
    scheduler,
    isGroupFull,
    onGroupFull: (group) => {
      onRefusal('upstream_queue');
      metrics.resilience.onRejection(group, 'operation');
    },
  });
};
