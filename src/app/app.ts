/** The composition root: joins the gateway, its client of the service and, where it is wanted, the embedded service. */
import type { Config } from '../config/config.ts';
import type { EmbeddedService as EmbeddedConfig } from '../config/service.ts';
import { demoApplication, demoPeople, demoPerson } from '../embedded/seed/demo-access.ts';
import type { AddTogether } from '../gateway/admission/shared-counts.ts';
import type { GraphiqlDemo } from '../gateway/graphiql/page.ts';
import type { StopTimes } from '../gateway/lifecycle.ts';
import { type CachedToken, createHeldToken } from '../gateway/loaders/cached-token.ts';
import { createMetrics, type Metrics } from '../gateway/observability/metrics/metrics.ts';
import { startTracing } from '../gateway/observability/tracing/start-tracing.ts';
import { handingOnTracer, type Tracer } from '../gateway/operation/operation-trace.ts';
import { type Gateway, startGateway } from '../gateway/server.ts';
import type { Logger } from '../log/logger.ts';
import { tuneHeap } from '../process/heap-tuning.ts';
import { type ClientCredentials, Secret } from '../upstream/call/credentials.ts';
import { createServiceClient, type ServiceClient } from '../upstream/client.ts';
import { type GrantedToken, requestToken } from '../upstream/endpoints/tokens.ts';
import { createTransport, type Transport } from '../upstream/requests/transport.ts';
import { createResilientSender } from '../upstream/resilience/resilient-sender.ts';
import { startConfiguredService } from './embedded-service.ts';
import { startConfiguredMetrics } from './metrics-port.ts';
import { connectSharing } from './sharing.ts';
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
  /** Where the gateway listens. */
  readonly url: URL;
  /** Null when the service is elsewhere. */
  readonly embedded: { readonly origin: URL; readonly demo: Demo } | null;
  /** Whether browsers get GraphiQL. */
  readonly graphiql: boolean;
  /** Stops without losing an answer, in the times that are configured unless others are given. */
  stop(times?: Partial<StopTimes>): Promise<void>;
}

/** Where an embedded service is that somebody else has started. */
export interface StartedService {
  /** `{base_url}` of its REST API. */
  readonly baseUrl: URL;
  readonly origin: URL;
}

/** What a worker has from its supervisor. */
export interface Surroundings {
  /** Its number among the workers, from 0 on. */
  readonly worker: number;
  /** Null when the service is elsewhere. */
  readonly embedded: StartedService | null;
  /** The same for all workers. */
  readonly rateLimitSecret: Uint8Array;
  /** Counts together with the other workers. */
  readonly countTogether: AddTogether;
  /** Makes of the metrics of this worker those of all. */
  readonly shareMetrics: (metrics: Metrics) => Metrics;
}

/** Takes what the program has to release when it ends; gives it back. */
type Own = <Resource extends AsyncDisposable>(resource: Resource) => Resource;

/** What every part starts from. */
interface Start {
  readonly config: Config;
  readonly surroundings: Surroundings | null;
  readonly log: Logger;
  readonly own: Own;
  /** The gateway, from when on it serves. */
  readonly serving: { gateway: Gateway | null };
}

/** The service, and how busy the way to it is. */
interface Connected {
  readonly service: ServiceClient;
  readonly isGroupFull: Transport['isFull'];
}

const connect = ({ config, log, own }: Start, baseUrl: URL, metrics: Metrics): Connected => {
  const transport = own(createTransport({ ...config.transport, userAgent: readUserAgent(), baseUrl }));
  const guard = createResilientSender({
    ...config.guard,
    transport,
    observer: metrics.guard,
    log: log.child({ part: 'upstream' }),
  });
  metrics.guard.watch(guard);
  const service = createServiceClient({
    transport: guard,
    tokenParams: config.tokenParams,
    photoBody: config.photoBody,
    log: log.child({ part: 'upstream' }),
    onDrift: metrics.countDrift,
    onCall: metrics.observeCall,
    onFailure: metrics.failures.countFailure,
  });
  return { service, isGroupFull: (group) => transport.isFull(group) };
};

const requestDemoToken = async (service: ServiceClient, client: ClientCredentials): Promise<GrantedToken> => {
  const { username, password } = demoPerson;
  const result = await requestToken(service, { grant: 'password', client, username, password: new Secret(password) });
  if (result.kind === 'granted') return result.token;
  throw new Error('The embedded service refuses its demo account: is LISTINGS_CLIENT_ID one of its applications?');
};

/** Names under which people open the gateway that they have started. */
const hostsOf = ({ server, service }: Config): readonly string[] => [
  server.host,
  ...(service.kind === 'embedded' && service.publicOrigin !== null ? [service.publicOrigin.hostname] : []),
];

const demoOf = (token: CachedToken, hosts: readonly string[]): GraphiqlDemo => ({
  hosts,
  people: demoPeople,
  password: demoPerson.password,
  session: async () => {
    const accessToken = (await token.get()).reveal();
    const expiresAt = token.expiresAt();
    return {
      username: demoPerson.username,
      accessToken,
      expiresInS: expiresAt === null ? null : Math.floor((expiresAt - Date.now()) / 1000),
    };
  },
});

interface RestParts extends Connected {
  readonly metrics: Metrics;
  readonly application: ClientCredentials | null;
  readonly demo: { readonly token: CachedToken; readonly serviceOrigin: URL } | null;
  /** Base address of the service. */
  readonly serviceUrl: URL;
}

/** Starts tracing where that is wanted. */
const startTracer = ({ config: { tracing }, log, own }: Start, { countSpans }: Metrics): Tracer =>
  tracing === null
    ? handingOnTracer
    : own(startTracing({ ...tracing, version: readVersion(), log: log.child({ part: 'traces' }), countSpans }));

const startRest = async (start: Start, parts: RestParts): Promise<Gateway> => {
  const { config, surroundings, log, own } = start;
  const { metrics, service, isGroupFull, application, demo, serviceUrl } = parts;
  const sharing = await connectSharing(config, serviceUrl, surroundings, log, own, metrics);
  const gateway = await startGateway({
    ...sharing,
    host: config.server.host,
    port: config.server.port,
    service,
    application,
    clientSessions: config.clientSessions,
    currency: config.currency,
    lookups: config.lookups,
    readsSections: true,
    callLimit: config.callLimit,
    responseLimits: config.responseLimits,
    scheduler: config.scheduler,
    isGroupFull,
    deadlines: config.deadlines,
    signIn: config.signIn,
    refresh: config.refresh,
    requestRates: config.requestRates,
    trustedProxies: config.trustedProxies,
    serverLimits: config.serverLimits,
    overload: config.overload,
    maxBodyBytes: config.server.maxBodyBytes,
    corsOrigins: config.server.corsOrigins,
    graphiql: config.server.graphiql
      ? { hasApplication: application !== null, demo: demo && demoOf(demo.token, hostsOf(config)) }
      : null,
    trustedDocuments: config.trustedDocuments,
    // All workers have the same.
    examinesDocuments: surroundings === null || surroundings.worker === 0,
    introspection: config.introspection,
    upstreamTrace: config.upstreamTrace,
    lookupMaxAgeS: config.lookupMaxAgeS,
    serviceOrigin: demo?.serviceOrigin ?? null,
    metrics,
    servesMetrics: config.metrics === null,
    fastPath: config.server.fastPath,
    operationLog: config.operationLog,
    tracer: startTracer(start, metrics),
    log: log.child({ part: 'gateway' }),
  });
  return own(gateway);
};

/** Creates the metrics, and serves them where they have a port of their own; for workers their supervisor does that. */
const startMetrics = async ({ config, surroundings, log, own, serving }: Start): Promise<Metrics> => {
  const metrics = createMetrics({
    version: readVersion(),
    worker: surroundings?.worker ?? null,
    clients: config.knownClients,
  });
  if (surroundings !== null) return surroundings.shareMetrics(metrics);
  const server = await startConfiguredMetrics(config, metrics, () => serving.gateway?.isReady() ?? false, log);
  if (server !== null) own(server);
  return metrics;
};

interface Parts {
  readonly gateway: Gateway;
  readonly embedded: App['embedded'];
}

const startWithEmbedded = async (start: Start, service: EmbeddedConfig): Promise<Parts> => {
  const { config, surroundings, log, own } = start;
  const embedded = surroundings?.embedded ?? own(await startConfiguredService(config, service, log));
  const metrics = await startMetrics(start);
  const connected = connect(start, embedded.baseUrl, metrics);
  const application = config.client ?? {
    clientId: demoApplication.clientId,
    clientSecret: new Secret(demoApplication.clientSecret),
  };
  const token = createHeldToken(() => requestDemoToken(connected.service, application), Date.now);
  const gateway = await startRest(start, {
    ...connected,
    metrics,
    application,
    demo: { token, serviceOrigin: embedded.origin },
    serviceUrl: embedded.baseUrl,
  });
  const accessToken = (await token.get()).reveal();
  return { gateway, embedded: { origin: embedded.origin, demo: { ...demoPerson, accessToken } } };
};

const startWithRemote = async (start: Start, serviceUrl: URL): Promise<Parts> => {
  const metrics = await startMetrics(start);
  const connected = connect(start, serviceUrl, metrics);
  const application = start.config.client;
  const gateway = await startRest(start, { ...connected, metrics, application, demo: null, serviceUrl });
  return { gateway, embedded: null };
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
  const release = async (): Promise<void> => {
    for (const resource of owned.toReversed()) await resource[Symbol.asyncDispose]();
  };
  try {
    const start: Start = { config, surroundings, log, own, serving: { gateway: null } };
    const { gateway, embedded } =
      config.service.kind === 'embedded'
        ? await startWithEmbedded(start, config.service)
        : await startWithRemote(start, config.service.url);
    start.serving.gateway = gateway;
    return {
      url: gateway.url,
      embedded,
      graphiql: config.server.graphiql,
      stop: async (times) => {
        const { shutdownGraceMs: graceMs, shutdownDrainMs: drainMs } = config.server;
        await gateway.stop({ graceMs, drainMs, ...times });
        await release();
      },
      [Symbol.asyncDispose]: release,
    };
  } catch (error) {
    await release();
    throw error;
  }
};
