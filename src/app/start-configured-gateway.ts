/** Starts the gateway as it is configured. */
import type { CachedToken } from '../gateway/loaders/cached-token.ts';
import type { Metrics } from '../gateway/observability/metrics/metrics.ts';
import { startTracing } from '../gateway/observability/tracing/start-tracing.ts';
import { handingOnTracer, type Tracer } from '../gateway/operation/operation-trace.ts';
import { type Gateway, startGateway } from '../gateway/server.ts';
import type { ClientCredentials } from '../upstream/call/credentials.ts';
import type { ConnectedService } from './connect-service.ts';
import { graphiqlDemo } from './demo.ts';
import { connectSharing } from './sharing.ts';
import type { Start } from './start.ts';
import { readVersion } from './version.ts';

/** Service behind the gateway, and the parts that it is joined with. */
export interface GatewayParts extends ConnectedService {
  readonly metrics: Metrics;
  readonly application: ClientCredentials | null;
  /** Null when the service is elsewhere. */
  readonly demo: { readonly token: CachedToken; readonly serviceOrigin: URL } | null;
  /** Base address of the service. */
  readonly serviceUrl: URL;
}

/**
 * Starts the gateway.
 *
 * @throws the error of the system when the port is taken
 */
export const startConfiguredGateway = async (start: Start, parts: GatewayParts): Promise<Gateway> => {
  const { config, surroundings, log, own } = start;
  const { metrics, service, isGroupFull, application, demo, serviceUrl } = parts;
  const sharing = await connectSharing(config, serviceUrl, surroundings, log, own, metrics);
  const gateway = await startGateway({
    ...config,
    ...config.server,
    ...sharing,
    service,
    application,
    readsSections: true,
    isGroupFull,
    graphiql: config.server.graphiql
      ? { hasApplication: application !== null, demo: demo && graphiqlDemo(demo.token, config) }
      : null,
    // All workers have the same.
    examinesDocuments: surroundings === null || surroundings.worker === 0,
    serviceOrigin: demo?.serviceOrigin ?? null,
    metrics,
    servesMetrics: config.metrics === null,
    tracer: startTracer(start, metrics),
    log: log.child({ part: 'gateway' }),
  });
  return own(gateway);
};

const startTracer = ({ config: { tracing }, log, own }: Start, { countSpans }: Metrics): Tracer =>
  tracing === null
    ? handingOnTracer
    : own(startTracing({ ...tracing, version: readVersion(), log: log.child({ part: 'traces' }), countSpans }));
