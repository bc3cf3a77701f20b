/** The composition root: joins the gateway, its client of the service and, where it is wanted, the embedded service. */
import type { Config, EmbeddedService as EmbeddedConfig } from './config.ts';
import { demoApplication, demoPeople, demoPerson } from './embedded/demo-access.ts';
import { type EmbeddedService, startEmbeddedService } from './embedded/server.ts';
import type { GraphiqlDemo } from './gateway/graphiql/page.ts';
import { createHeldToken, type HeldToken } from './gateway/held-token.ts';
import { createMetrics, type Metrics } from './gateway/metrics.ts';
import { startMetricsServer } from './gateway/metrics-server.ts';
import { type Gateway, type StopTimes, startGateway } from './gateway/server.ts';
import { startTracing } from './gateway/tracing/start-tracing.ts';
import { handingOnTracer, type Tracer } from './gateway/tracing/tracer.ts';
import type { Logger } from './log.ts';
import { createServiceClient, type ServiceClient } from './upstream/client.ts';
import { type ClientCredentials, Secret } from './upstream/credentials.ts';
import { createGuard } from './upstream/guard.ts';
import { type GrantedToken, requestToken } from './upstream/tokens.ts';
import { createTransport } from './upstream/transport.ts';
import { readVersion } from './version.ts';

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
  stop(times?: StopTimes): Promise<void>;
}

/** Takes what the program has to release when it ends; gives it back. */
type Own = <Resource extends AsyncDisposable>(resource: Resource) => Resource;

const connect = (baseUrl: URL, config: Config, metrics: Metrics, log: Logger, own: Own): ServiceClient => {
  const guard = createGuard({
    ...config.guard,
    transport: own(createTransport({ ...config.transport, baseUrl })),
    observer: metrics.guard,
    log: log.child({ part: 'upstream' }),
  });
  metrics.guard.watch(guard);
  return createServiceClient({
    transport: guard,
    tokenParams: config.tokenParams,
    photoBody: config.photoBody,
    log: log.child({ part: 'upstream' }),
    onDrift: metrics.countDrift,
    onCall: metrics.observeCall,
  });
};

const startService = ({ server }: Config, service: EmbeddedConfig, log: Logger): Promise<EmbeddedService> =>
  startEmbeddedService({
    host: server.host,
    port: service.port,
    data: service.data,
    accessTokenLifetimeSeconds: service.tokenLifetimeS,
    refreshTokenLifetimeSeconds: service.refreshTokenLifetimeS,
    testListingLimit: service.testListingLimit,
    faults: service.faults,
    ...(service.publicOrigin === null ? {} : { publicOrigin: service.publicOrigin }),
    ...(service.faultPlan === null ? {} : { faultPlan: service.faultPlan }),
    log: log.child({ part: 'embedded service' }),
  });

const requestDemoToken = async (service: ServiceClient, client: ClientCredentials): Promise<GrantedToken> => {
  const { username, password } = demoPerson;
  const result = await requestToken(service, { grant: 'password', client, username, password: new Secret(password) });
  if (result.kind === 'granted') return result.token;
  throw new Error('The embedded service refuses its demo account: is LISTINGS_CLIENT_ID one of its applications?');
};

const demoOf = (token: HeldToken): GraphiqlDemo => ({
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

const startRest = (
  config: Config,
  metrics: Metrics,
  tracer: Tracer,
  log: Logger,
  service: ServiceClient,
  application: ClientCredentials | null,
  demo: { readonly token: HeldToken; readonly serviceOrigin: URL } | null,
): Promise<Gateway> =>
  startGateway({
    host: config.server.host,
    port: config.server.port,
    service,
    application,
    currency: config.currency,
    lookups: config.lookups,
    callLimit: config.callLimit,
    deadlines: config.deadlines,
    signIn: config.signIn,
    requestRates: config.requestRates,
    trustedProxies: config.trustedProxies,
    overload: config.overload,
    maxBodyBytes: config.server.maxBodyBytes,
    corsOrigins: config.server.corsOrigins,
    graphiql: config.server.graphiql
      ? { hasApplication: application !== null, demo: demo && demoOf(demo.token) }
      : null,
    trustedDocuments: config.trustedDocuments,
    introspection: config.introspection,
    lookupMaxAgeS: config.lookupMaxAgeS,
    serviceOrigin: demo?.serviceOrigin ?? null,
    metrics,
    servesMetrics: config.metrics === null,
    operationLog: config.operationLog,
    tracer,
    log: log.child({ part: 'gateway' }),
  });

/** Creates the metrics, and serves them where they have a port of their own. */
const startMetrics = async ({ metrics: at, server }: Config, log: Logger, own: Own): Promise<Metrics> => {
  const metrics = createMetrics(readVersion());
  if (at === null) return metrics;
  const { url } = own(await startMetricsServer({ host: at.host ?? server.host, port: at.port, metrics, log }));
  log.info({ url: new URL('/metrics', url).href }, 'metrics');
  return metrics;
};

/** Starts tracing where that is wanted. @throws TracingPackagesMissingError */
const startTracer = async ({ tracing }: Config, log: Logger, own: Own): Promise<Tracer> =>
  tracing === null
    ? handingOnTracer
    : own(await startTracing({ ...tracing, version: readVersion(), log: log.child({ part: 'traces' }) }));

interface Parts {
  readonly gateway: Gateway;
  readonly embedded: App['embedded'];
}

const startWithEmbedded = async (config: Config, service: EmbeddedConfig, log: Logger, own: Own): Promise<Parts> => {
  const embedded = own(await startService(config, service, log));
  const metrics = await startMetrics(config, log, own);
  const tracer = await startTracer(config, log, own);
  const client = connect(embedded.baseUrl, config, metrics, log, own);
  const application = config.client ?? {
    clientId: demoApplication.clientId,
    clientSecret: new Secret(demoApplication.clientSecret),
  };
  const demoToken = createHeldToken(() => requestDemoToken(client, application), Date.now);
  const gateway = own(
    await startRest(config, metrics, tracer, log, client, application, {
      token: demoToken,
      serviceOrigin: embedded.origin,
    }),
  );
  const accessToken = (await demoToken.get()).reveal();
  return { gateway, embedded: { origin: embedded.origin, demo: { ...demoPerson, accessToken } } };
};

const startWithRemote = async (config: Config, url: URL, log: Logger, own: Own): Promise<Parts> => {
  const metrics = await startMetrics(config, log, own);
  const tracer = await startTracer(config, log, own);
  const client = connect(url, config, metrics, log, own);
  return { gateway: own(await startRest(config, metrics, tracer, log, client, config.client, null)), embedded: null };
};

/**
 * Starts the program. What it had started is released again when the rest fails.
 *
 * @throws the error of the system when a port is taken
 */
export const startApp = async (config: Config, log: Logger): Promise<App> => {
  const owned: AsyncDisposable[] = [];
  const own: Own = (resource) => {
    owned.push(resource);
    return resource;
  };
  const release = async (): Promise<void> => {
    for (const resource of owned.toReversed()) await resource[Symbol.asyncDispose]();
  };
  try {
    const { gateway, embedded } =
      config.service.kind === 'embedded'
        ? await startWithEmbedded(config, config.service, log, own)
        : await startWithRemote(config, config.service.url, log, own);
    return {
      url: gateway.url,
      embedded,
      graphiql: config.server.graphiql,
      stop: async (times = { graceMs: config.server.shutdownGraceMs, drainMs: config.server.shutdownDrainMs }) => {
        await gateway.stop(times);
        await release();
      },
      [Symbol.asyncDispose]: release,
    };
  } catch (error) {
    await release();
    throw error;
  }
};
