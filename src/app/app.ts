/** The composition root: joins the gateway, its client of the service and, where it is wanted, the embedded service. It is read from top to bottom. */
import { hkdfSync } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import type { Config, TracingConfig } from '../config/config.ts';
import { demoApplication, demoCredentials, demoUsers } from '../embedded/demo/demo-access.ts';
import type { BrowserSessionSettings } from '../gateway/browser-sessions/browser-sessions.ts';
import type { GraphiqlDemo } from '../gateway/graphiql/page.ts';
import type { StopTimes } from '../gateway/lifecycle.ts';
import { createMetrics, type Metrics } from '../gateway/observability/metrics/metrics.ts';
import type { SpanReport } from '../gateway/observability/tracing/start-tracing.ts';
import { handingOnTracer, type Tracer } from '../gateway/operation/operation-span.ts';
import type { Health } from '../gateway/routes/monitoring.ts';
import { startGateway } from '../gateway/server.ts';
import type { Logger } from '../log/logger.ts';
import { findMissingPackages, MissingPackagesError } from '../process/missing-packages.ts';
import { type ClientCredentials, Secret } from '../rest/call/credentials.ts';
import { createServiceClient, type ServiceClient } from '../rest/client.ts';
import { requestToken } from '../rest/endpoints/tokens.ts';
import { createTransport } from '../rest/transport.ts';
import { startConfiguredService } from './embedded-service.ts';
import { startConfiguredMetrics } from './metrics-port.ts';
import { plugins } from './plugins.ts';
import { connectSharedState, type SharedByWorkers } from './shared-state.ts';
import { readUserAgent, readVersion } from './version.ts';

/** An account of the embedded service to try things with. */
interface Demo {
  readonly username: string;
  readonly password: string;
  /** Good when the program started; it expires. */
  readonly accessToken: string;
}

/** The running program. Disposing it closes everything at once. */
export interface App extends AsyncDisposable {
  /** Address that the gateway listens on. */
  readonly url: URL;
  /** Null when the service is elsewhere. */
  readonly embedded: { readonly origin: URL; readonly demo: Demo } | null;
  /** True when browsers get GraphiQL. */
  readonly graphiql: boolean;
  /**
   * Stops without losing a response: first the gateway, as `Lifecycle` does, then its resources, the last started first. Times are those
   * of the configuration unless others are given.
   */
  stop(times?: Partial<StopTimes>): Promise<void>;
}

/** Values that a worker has from its supervisor. */
interface Surroundings extends SharedByWorkers {
  /** Its number among the workers, from 0 on. */
  readonly worker: number;
  /** The embedded service that the supervisor runs for all; null when the service is elsewhere. */
  readonly embedded: { readonly baseUrl: URL; readonly origin: URL } | null;
  /** Makes of the metrics of this worker those of all. */
  readonly shareMetrics: (metrics: Metrics) => Metrics;
}

const demoClient = (): ClientCredentials => ({
  clientId: demoApplication.clientId,
  clientSecret: new Secret(demoApplication.clientSecret),
});

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

/** Names under which users open the gateway that they have started. */
const hostsOf = ({ server, service }: Config): readonly string[] => [
  server.host,
  ...(service.kind === 'embedded' && service.publicOrigin !== null ? [service.publicOrigin.hostname] : []),
];

/** Demo data that GraphiQL shows to users who open it under a name of this machine. */
const graphiqlDemo = (config: Config): GraphiqlDemo => ({
  hosts: hostsOf(config),
  users: demoUsers,
  password: demoCredentials.password,
});

/** Requests a token of the demo account, to try things with. */
const requestDemoToken = async (service: ServiceClient, client: ClientCredentials): Promise<string> => {
  const { username, password } = demoCredentials;
  const result = await requestToken(service, { grant: 'password', client, username, password: new Secret(password) });
  if (result.kind === 'granted') return result.token.Access_token.reveal();
  throw new Error('The embedded service refuses its demo account: is LISTINGS_CLIENT_ID one of its applications?');
};

const TRACES_PACKAGES = [
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-base',
];

/**
 * Starts tracing with OpenTelemetry's packages, which are loaded only then.
 *
 * @throws MissingPackagesError
 */
const startConfiguredTracing = async (tracing: TracingConfig, report: SpanReport): Promise<Tracer> => {
  const missing = findMissingPackages(TRACES_PACKAGES);
  if (missing.length > 0) {
    throw new MissingPackagesError('Operations are to be traced', missing, 'traces', 'set OTEL_SDK_DISABLED=true');
  }
  const { environment, ...options } = tracing;
  // Of the settings that are theirs the packages know no other place; a file of settings may hold them.
  Object.assign(process.env, environment);
  const { startTracing } = await import('../gateway/observability/tracing/start-tracing.ts');
  return startTracing({ ...options, ...report, version: readVersion() });
};

/** Takes what the program has to release when it ends; gives it back. */
type Own = <Resource extends AsyncDisposable>(resource: Resource) => Resource;

/** Where the service is; the origin is null unless it is embedded. */
interface Whereabouts {
  /** `{base_url}` of its REST API. */
  readonly baseUrl: URL;
  readonly origin: URL | null;
}

const startService = async (
  config: Config,
  log: Logger,
  surroundings: Surroundings | null,
  own: Own,
): Promise<Whereabouts> => {
  const { service } = config;
  if (service.kind === 'remote') return { baseUrl: service.url, origin: null };
  return surroundings?.embedded ?? own(await startConfiguredService(config, service, log));
};

const wire = async (config: Config, log: Logger, surroundings: Surroundings | null, own: Own) => {
  const { server, tracing } = config;
  const worker = surroundings?.worker ?? null;
  const { baseUrl, origin } = await startService(config, log, surroundings, own);

  // Metrics. For workers their supervisor serves them.
  let started: Health | null = null;
  const health: Health = { isReady: () => started?.isReady() ?? false, advice: () => started?.advice?.() ?? null };
  const ownMetrics = createMetrics({ version: readVersion(), worker, clients: config.knownClients });
  const metrics = surroundings === null ? ownMetrics : surroundings.shareMetrics(ownMetrics);
  const metricsServer = surroundings === null ? await startConfiguredMetrics(config, metrics, health, log) : null;
  if (metricsServer !== null) own(metricsServer);

  // The way to the service: its connections, and the client that calls it.
  const transport = own(createTransport({ ...config.transport, userAgent: readUserAgent(), baseUrl }));
  const service = createServiceClient({
    transport,
    resilience: { breaker: config.breaker, observer: metrics.resilience },
    tokenParams: config.tokenParams,
    photoBody: config.photoBody,
    log: log.child({ part: 'upstream' }),
    onDrift: metrics.countDrift,
    onCall: metrics.observeCall,
    onFailure: metrics.failures.countFailure,
  });
  metrics.resilience.watch(service);
  const application = config.client ?? (origin === null ? null : demoClient());

  // State of several gateways, and traces.
  const sharing = await connectSharedState(config, baseUrl, surroundings, log, own, metrics);
  const tracesReport = { log: log.child({ part: 'traces' }), countSpans: metrics.countSpans };
  const tracer = tracing === null ? handingOnTracer : own(await startConfiguredTracing(tracing, tracesReport));

  const gateway = own(
    await startGateway({
      ...config,
      ...server,
      ...sharing,
      service,
      application,
      isGroupFull: transport.isFull,
      graphiql: server.graphiql ? { hasApplication: application !== null, demo: origin && graphiqlDemo(config) } : null,
      // All workers have the same.
      examinesDocuments: worker === null || worker === 0,
      serviceOrigin: origin,
      plugins,
      metrics,
      servesMetrics: config.metrics === null,
      browserSessions: sessionSettings(config, sharing.processSecret, origin !== null),
      tracer,
      log: log.child({ part: 'gateway' }),
    }),
  );
  started = gateway;

  if (origin === null || application === null) return { gateway, embedded: null };
  const accessToken = await requestDemoToken(service, application);
  return { gateway, embedded: { origin, demo: { ...demoCredentials, accessToken } } };
};

/**
 * Sees to it that objects of requests are made where short-lived objects are. To be called before anything is served.
 *
 * Under load V8 finds many of them alive when it collects, for dozens of operations are under way at any time, and takes
 * them for long-lived: it makes further ones in the old generation at once. There they stay, with all that they refer to,
 * until the next full collection. Of operations with one call that was up to a fifth of the time, and most of the memory.
 */
const tuneHeap = (): void => setFlagsFromString('--no-allocation-site-pretenuring');

/** Releases resources, the last started first. */
const releaseAll = async (resources: readonly AsyncDisposable[]): Promise<void> => {
  for (const resource of resources.toReversed()) await resource[Symbol.asyncDispose]();
};

/**
 * Starts the program. What it had started is released again when the rest fails.
 *
 * @param surroundings what it has from its supervisor; null for a process on its own
 * @throws the error of the system when a port is taken
 */
export const startApp = async (config: Config, log: Logger, surroundings: Surroundings | null = null): Promise<App> => {
  tuneHeap();
  const owned: AsyncDisposable[] = [];
  const own: Own = (resource) => {
    owned.push(resource);
    return resource;
  };
  try {
    const { gateway, embedded } = await wire(config, log, surroundings, own);
    const { graphiql, shutdownGraceMs: graceMs, shutdownDrainMs: drainMs } = config.server;
    return {
      url: gateway.url,
      embedded,
      graphiql,
      stop: async (times) => {
        await gateway.stop({ graceMs, drainMs, ...times });
        await releaseAll(owned);
      },
      [Symbol.asyncDispose]: () => releaseAll(owned),
    };
  } catch (error) {
    await releaseAll(owned);
    throw error;
  }
};
