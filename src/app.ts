/** The composition root: joins the gateway, its client of the service and, where it is wanted, the embedded service. */
import type { Config, EmbeddedService as EmbeddedConfig } from './config.ts';
import { demoApplication, demoPerson } from './embedded/demo-access.ts';
import { startConfiguredService } from './embedded-service.ts';
import { createHeldToken, type HeldToken } from './gateway/held-token.ts';
import { createMetrics, type Metrics } from './gateway/metrics.ts';
import { type Gateway, startGateway } from './gateway/server.ts';
import type { Logger } from './log.ts';
import { connectSharing, type Sharing } from './sharing.ts';
import { createServiceClient, type ServiceClient } from './upstream/client.ts';
import { type ClientCredentials, Secret } from './upstream/credentials.ts';
import { type GrantedToken, requestToken } from './upstream/tokens.ts';
import { createTransport } from './upstream/transport.ts';

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
  /** Stops without losing an answer. */
  stop(): Promise<void>;
}

/** Where an embedded service is that somebody else has started. */
export interface StartedService {
  /** `{base_url}` of its REST API. */
  readonly baseUrl: URL;
  readonly origin: URL;
}

/** What a worker has from its supervisor. */
export interface Surroundings {
  /** Null when the service is elsewhere. */
  readonly embedded: StartedService | null;
  /** The same for all workers. */
  readonly rateLimitSecret: Uint8Array;
  /** Makes of the metrics of this worker those of all. */
  readonly shareMetrics: (metrics: Metrics) => Metrics;
}

/** Takes what the program has to release when it ends; gives it back. */
type Own = <Resource extends AsyncDisposable>(resource: Resource) => Resource;

const connect = (baseUrl: URL, config: Config, metrics: Metrics, log: Logger, own: Own): ServiceClient =>
  createServiceClient({
    transport: own(createTransport({ ...config.transport, baseUrl })),
    tokenParams: config.tokenParams,
    photoBody: config.photoBody,
    log: log.child({ part: 'upstream' }),
    onDrift: metrics.countDrift,
  });

const requestDemoToken = async (service: ServiceClient, client: ClientCredentials): Promise<GrantedToken> => {
  const { username, password } = demoPerson;
  const result = await requestToken(service, { grant: 'password', client, username, password: new Secret(password) });
  if (result.kind === 'granted') return result.token;
  throw new Error('The embedded service refuses its demo account: is LISTINGS_CLIENT_ID one of its applications?');
};

const startRest = (
  config: Config,
  metrics: Metrics,
  log: Logger,
  service: ServiceClient,
  application: ClientCredentials | null,
  demoToken: HeldToken | null,
  sharing: Sharing,
): Promise<Gateway> =>
  startGateway({
    ...sharing,
    host: config.server.host,
    port: config.server.port,
    service,
    application,
    currency: config.currency,
    lookups: config.lookups,
    callLimit: config.callLimit,
    deadlines: config.deadlines,
    signIn: config.signIn,
    maxBodyBytes: config.server.maxBodyBytes,
    corsOrigins: config.server.corsOrigins,
    graphiql: config.server.graphiql
      ? {
          headers: async () =>
            demoToken === null ? {} : { Authorization: `Bearer ${(await demoToken.get()).reveal()}` },
        }
      : null,
    metrics,
    log: log.child({ part: 'gateway' }),
  });

const createSharedMetrics = (surroundings: Surroundings | null): Metrics => {
  const metrics = createMetrics();
  return surroundings?.shareMetrics(metrics) ?? metrics;
};

const share = (config: Config, url: URL, surroundings: Surroundings | null, log: Logger, own: Own): Promise<Sharing> =>
  connectSharing(config, url, surroundings?.rateLimitSecret ?? null, log, own);

interface Parts {
  readonly gateway: Gateway;
  readonly embedded: App['embedded'];
}

const startWithEmbedded = async (
  config: Config,
  service: EmbeddedConfig,
  surroundings: Surroundings | null,
  log: Logger,
  own: Own,
): Promise<Parts> => {
  const embedded = surroundings?.embedded ?? own(await startConfiguredService(config, service, log));
  const metrics = createSharedMetrics(surroundings);
  const client = connect(embedded.baseUrl, config, metrics, log, own);
  const application = config.client ?? {
    clientId: demoApplication.clientId,
    clientSecret: new Secret(demoApplication.clientSecret),
  };
  const demoToken = createHeldToken(() => requestDemoToken(client, application), Date.now);
  const sharing = await share(config, embedded.baseUrl, surroundings, log, own);
  const gateway = own(await startRest(config, metrics, log, client, application, demoToken, sharing));
  const accessToken = (await demoToken.get()).reveal();
  return { gateway, embedded: { origin: embedded.origin, demo: { ...demoPerson, accessToken } } };
};

const startWithRemote = async (
  config: Config,
  url: URL,
  surroundings: Surroundings | null,
  log: Logger,
  own: Own,
): Promise<Parts> => {
  const metrics = createSharedMetrics(surroundings);
  const client = connect(url, config, metrics, log, own);
  const sharing = await share(config, url, surroundings, log, own);
  return { gateway: own(await startRest(config, metrics, log, client, config.client, null, sharing)), embedded: null };
};

/**
 * Starts the program. What it had started is released again when the rest fails.
 *
 * @param surroundings what it has from its supervisor; null for a process on its own
 * @throws the error of the system when a port is taken
 */
export const startApp = async (config: Config, log: Logger, surroundings: Surroundings | null = null): Promise<App> => {
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
        ? await startWithEmbedded(config, config.service, surroundings, log, own)
        : await startWithRemote(config, config.service.url, surroundings, log, own);
    return {
      url: gateway.url,
      embedded,
      graphiql: config.server.graphiql,
      stop: async () => {
        await gateway.stop({ graceMs: config.server.shutdownGraceMs, drainMs: config.server.shutdownDrainMs });
        await release();
      },
      [Symbol.asyncDispose]: release,
    };
  } catch (error) {
    await release();
    throw error;
  }
};
