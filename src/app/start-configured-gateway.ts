/** Starts the gateway as it is configured. */
import { hkdfSync } from 'node:crypto';
import type { Config } from '../config/config.ts';
import type { BrowserSessionSettings } from '../gateway/browser-sessions/browser-sessions.ts';
import type { Metrics } from '../gateway/observability/metrics/metrics.ts';
import { handingOnTracer, type Tracer } from '../gateway/operation/operation-trace.ts';
import { type Gateway, startGateway } from '../gateway/server.ts';
import { type ClientCredentials, Secret } from '../upstream/call/credentials.ts';
import type { ConnectedService } from './connect-service.ts';
import { graphiqlDemo } from './demo.ts';
import { plugins } from './plugins.ts';
import { connectSharing } from './sharing.ts';
import type { Start } from './start.ts';
import { startConfiguredTracing } from './traces.ts';

/** Service behind the gateway, and the parts that it is joined with. */
export interface GatewayParts extends ConnectedService {
  readonly metrics: Metrics;
  readonly application: ClientCredentials | null;
  /** Origin of the embedded service; null when the service is elsewhere. */
  readonly embeddedOrigin: URL | null;
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
  const { metrics, service, isGroupFull, application, embeddedOrigin, serviceUrl } = parts;
  const sharing = await connectSharing(config, serviceUrl, surroundings, log, own, metrics);
  const gateway = await startGateway({
    ...config,
    ...config.server,
    ...sharing,
    service,
    application,
    isGroupFull,
    graphiql: config.server.graphiql
      ? { hasApplication: application !== null, demo: embeddedOrigin && graphiqlDemo(config) }
      : null,
    // All workers have the same.
    examinesDocuments: surroundings === null || surroundings.worker === 0,
    serviceOrigin: embeddedOrigin,
    plugins,
    metrics,
    servesMetrics: config.metrics === null,
    browserSessions: sessionSettings(config, sharing.processSecret, embeddedOrigin !== null),
    tracer: await startTracer(start, metrics),
    log: log.child({ part: 'gateway' }),
  });
  return own(gateway);
};

/** Settings of browser sessions. In front of the embedded service a process on its own has them without a configured key, for its life. */
const sessionSettings = (
  { browserSessions: { keys, maxAgeS }, production, workers }: Config,
  secret: Uint8Array,
  isDemo: boolean,
): BrowserSessionSettings | null => {
  const demoKey = Buffer.from(hkdfSync('sha256', secret, '', 'listings-gateway demo sessions', 32)).toString('hex');
  const used = keys ?? (isDemo && workers === 1 ? [new Secret(demoKey)] : null);
  return used === null ? null : { keys: used, maxAgeS, isSecure: production };
};

const startTracer = async ({ config: { tracing }, log, own }: Start, { countSpans }: Metrics): Promise<Tracer> =>
  tracing === null
    ? handingOnTracer
    : own(await startConfiguredTracing(tracing, { log: log.child({ part: 'traces' }), countSpans }));
