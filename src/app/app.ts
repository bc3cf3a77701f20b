/** The composition root: joins the gateway, its client of the service and, where it is wanted, the embedded service. */
import type { Config } from '../config/config.ts';
import type { EmbeddedService as EmbeddedConfig } from '../config/service.ts';
import { demoApplication, demoCredentials } from '../embedded/demo/demo-access.ts';
import type { StopTimes } from '../gateway/lifecycle.ts';
import { createMetrics, type Metrics } from '../gateway/observability/metrics/metrics.ts';
import type { Gateway } from '../gateway/server.ts';
import type { Logger } from '../log/logger.ts';
import { tuneHeap } from '../process/heap-tuning.ts';
import { Secret } from '../upstream/call/credentials.ts';
import { connectService } from './connect-service.ts';
import { requestDemoToken } from './demo.ts';
import { startConfiguredService } from './embedded-service.ts';
import { startConfiguredMetrics } from './metrics-port.ts';
import { startConfiguredGateway } from './start-configured-gateway.ts';
import type { Start, Surroundings } from './start.ts';
import { releaseAll, stopInOrder } from './stop-order.ts';
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

/** The gateway, from when on it serves. */
interface Serving {
  gateway: Gateway | null;
}

/** Creates the metrics, and serves them where they have a port of their own; for workers their supervisor does that. */
const startMetrics = async ({ config, surroundings, log, own }: Start, serving: Serving): Promise<Metrics> => {
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

const startWithEmbedded = async (start: Start, serving: Serving, service: EmbeddedConfig): Promise<Parts> => {
  const { config, surroundings, log, own } = start;
  const embedded = surroundings?.embedded ?? own(await startConfiguredService(config, service, log));
  const metrics = await startMetrics(start, serving);
  const connected = connectService(start, embedded.baseUrl, metrics);
  const application = config.client ?? {
    clientId: demoApplication.clientId,
    clientSecret: new Secret(demoApplication.clientSecret),
  };
  const gateway = await startConfiguredGateway(start, {
    ...connected,
    metrics,
    application,
    embeddedOrigin: embedded.origin,
    serviceUrl: embedded.baseUrl,
  });
  const accessToken = await requestDemoToken(connected.service, application);
  return { gateway, embedded: { origin: embedded.origin, demo: { ...demoCredentials, accessToken } } };
};

const startWithRemote = async (start: Start, serving: Serving, serviceUrl: URL): Promise<Parts> => {
  const metrics = await startMetrics(start, serving);
  const connected = connectService(start, serviceUrl, metrics);
  const application = start.config.client;
  const gateway = await startConfiguredGateway(start, {
    ...connected,
    metrics,
    application,
    embeddedOrigin: null,
    serviceUrl,
  });
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
  const own: Start['own'] = (resource) => {
    owned.push(resource);
    return resource;
  };
  try {
    const start: Start = { config, surroundings, log, own };
    const serving: Serving = { gateway: null };
    const { gateway, embedded } =
      config.service.kind === 'embedded'
        ? await startWithEmbedded(start, serving, config.service)
        : await startWithRemote(start, serving, config.service.url);
    serving.gateway = gateway;
    return {
      url: gateway.url,
      embedded,
      graphiql: config.server.graphiql,
      stop: async (times) => {
        const { shutdownGraceMs: graceMs, shutdownDrainMs: drainMs } = config.server;
        await stopInOrder(gateway, owned, { graceMs, drainMs, ...times });
      },
      [Symbol.asyncDispose]: () => releaseAll(owned),
    };
  } catch (error) {
    await releaseAll(owned);
    throw error;
  }
};
