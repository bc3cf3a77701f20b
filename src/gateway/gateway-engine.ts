/** The GraphQL engine of a gateway, and what operations share while they run. */
import type { RequestLimits } from './admission/request-rates.ts';
import type { GatewayOptions } from './gateway-options.ts';
import type { Idempotency } from './idempotency/idempotency.ts';
import type { RefusalLimit } from './observability/metrics/server-load.ts';
import type { GatewayServices } from './schema/core/context.ts';
import { createEngine, type Engine } from './stages/engine.ts';
import { createStages } from './stages/stages.ts';
import { documentRules } from './trusted-documents/examine-documents.ts';
import type { TrustedDocuments } from './trusted-documents/store.ts';

/** Limits of operations that requests of all kinds share. */
interface OperationLimits extends Pick<RequestLimits, 'countCalls'> {
  readonly onRefusal: (limit: RefusalLimit, caller?: string) => void;
}

/** Creates the engine. `onRefusal` is called with the limit of each operation that is refused for load. */
export const createGatewayEngine = (
  options: GatewayOptions,
  services: GatewayServices,
  idempotency: Idempotency,
  trustedDocuments: TrustedDocuments,
  { countCalls, onRefusal }: OperationLimits,
): Engine => {
  const { introspection, metrics, callLimit, responseLimits, deadlines, plugins = [], log } = options;
  const { isGroupFull = () => false } = options;
  const stages = createStages({
    rules: documentRules({ introspection }),
    trustedDocuments,
    idempotency,
    deadlines,
    plugins,
    callLimit,
    lists: services.sharedLists,
    hidesSchema: !introspection,
    responseLimits,
    isGroupFull,
    countCalls,
    onGroupFull: (group, caller) => {
      onRefusal('upstream_queue', caller ?? undefined);
      metrics.resilience.onRejection(group, 'operation');
    },
    log,
  });
  return createEngine({ services, plugins: stages });
};
