/** The gateway as a running HTTP server. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SharedStore } from '../cache/shared-store.ts';
import type { Logger } from '../log.ts';
import type { ServiceClient } from '../upstream/client.ts';
import type { ClientCredentials } from '../upstream/credentials.ts';
import { allowOrigins, answerCors } from './cors.ts';
import { assetRoutes } from './graphiql/assets.ts';
import type { GraphiqlOptions } from './graphiql/page.ts';
import { createRouter, type RequestHandler, type Route, sendJson } from './http-router.ts';
import { createSharedLists } from './lookup/shared-lists.ts';
import type { Metrics } from './metrics.ts';
import { createOwnApplication } from './own-application.ts';
import type { CallLimit } from './plugins/use-call-limit.ts';
import type { Deadlines } from './plugins/use-deadline.ts';
import { createRateLimiters, type RateLimiters } from './rate-limiters.ts';
import { graphqlRoute } from './routes/graphql.ts';
import { healthRoutes } from './routes/health.ts';
import { invoiceRoute } from './routes/invoice.ts';
import { metricsRoute } from './routes/metrics.ts';
import { photosRoute } from './routes/photos.ts';
import { schemaTextRoute } from './routes/schema-text.ts';
import { createRefreshFlights } from './session/refresh-flights.ts';
import { createSignInLimit, type SignInLimits } from './session/sign-in-limit.ts';

/** How a gateway runs. Times are in milliseconds. */
export interface GatewayOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** The service; whoever made it closes it. */
  readonly service: ServiceClient;
  /** The gateway's own application; null when it has none. */
  readonly application: ClientCredentials | null;
  /** ISO 4217; null when it is not configured. */
  readonly currency: string | null;
  readonly lookups: { readonly freshMs: number; readonly staleMs: number };
  readonly deadlines: Deadlines;
  readonly signIn: SignInLimits;
  /** What rate limits are counted by; this process alone unless given. */
  readonly rateLimiters?: RateLimiters;
  /** Lists that other gateways have read from the same service; null, as when it is not given, for none. */
  readonly sharedStore?: SharedStore | null;
  readonly callLimit: CallLimit;
  readonly maxBodyBytes: number;
  /** Origins whose pages may call the gateway; `localhost` stands for every origin of this machine. */
  readonly corsOrigins: readonly string[];
  /** Null when browsers get no GraphiQL. */
  readonly graphiql: GraphiqlOptions | null;
  /** What `/metrics` shows; whoever makes the client lets it count there. */
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Milliseconds since 1970; the system's clock unless given, and for the age of lists one that never goes back. */
  readonly now?: () => number;
}

/** How long a graceful stop may take. */
export interface StopTimes {
  /** How long requests are still accepted, for load balancers to notice. */
  readonly graceMs: number;
  /** How long requests under way may then take. */
  readonly drainMs: number;
}

/** A running gateway. Disposing it closes every connection at once. */
export interface Gateway extends AsyncDisposable {
  /** Where it listens, e.g. `http://127.0.0.1:4000/`. */
  readonly url: URL;
  /** Stops without losing an answer: not ready at once, then no new requests, then the end of those under way. */
  stop(times: StopTimes): Promise<void>;
}

/** Limits of the HTTP server, in milliseconds, bytes and counts. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
} as const;
const MAX_HEADERS = 100;
const MAX_CONNECTIONS = 2_000;

const listen = (server: Server, port: number, host: string): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('The server listens on no port.'));
      else resolve(address);
    });
  });

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

const originOf = (host: string, port: number): URL =>
  new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}/`);

/** A route that fails must not take the process with it, nor tell a client why. */
const guarded =
  (handle: RequestHandler, log: Logger): RequestHandler =>
  async (request, response) => {
    try {
      await handle(request, response);
    } catch (error) {
      log.error({ err: error }, 'A route failed.');
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { message: 'Something went wrong in the gateway. It has been logged.' });
    }
  };

/**
 * Starts a gateway.
 *
 * @throws the error of the system when the port is taken
 */
export const startGateway = async (options: GatewayOptions): Promise<Gateway> => {
  const { host, port, service, application, currency, lookups, graphiql, log, now = Date.now } = options;
  let isReady = true;
  let isClosing = false;
  const services = {
    service,
    ownApplication: application === null ? null : createOwnApplication(service, application, now, log),
    sharedLists: createSharedLists({
      ...lookups,
      log,
      store: options.sharedStore ?? null,
      ...(options.now === undefined ? {} : { now: options.now }),
    }),
    signInLimit: createSignInLimit(options.signIn, options.rateLimiters ?? createRateLimiters()),
    refreshFlights: createRefreshFlights(),
    currency,
    now,
  };
  const routes: Route[] = [
    graphqlRoute({
      services,
      deadlines: options.deadlines,
      callLimit: options.callLimit,
      maxBodyBytes: options.maxBodyBytes,
      graphiql,
      log,
    }),
    schemaTextRoute(),
    invoiceRoute({ service, log }),
    photosRoute({ services, log }),
    ...healthRoutes(() => isReady),
    metricsRoute(options.metrics),
    ...(graphiql === null ? [] : assetRoutes()),
  ];
  const route = createRouter(routes);
  const isAllowedOrigin = allowOrigins(options.corsOrigins);
  const handle = guarded((request, response) => {
    if (!answerCors(request, response, isAllowedOrigin)) return route(request, response);
  }, log);
  const server = createServer(limits, (request, response) => {
    // Clients on kept connections have to go elsewhere, or the drain would wait for them.
    if (!isReady) response.setHeader('Connection', 'close');
    response.once('close', () => {
      // A connection that was busy when the server closed is idle now, and its client would keep it open.
      if (isClosing) server.closeIdleConnections();
    });
    void handle(request, response);
  });
  server.maxHeadersCount = MAX_HEADERS;
  server.maxConnections = MAX_CONNECTIONS;
  const address = await listen(server, port, host);

  const close = (): Promise<void> =>
    new Promise((resolve) => {
      isClosing = true;
      server.close(() => {
        resolve();
      });
      server.closeIdleConnections();
    });

  return {
    url: originOf(host, address.port),
    stop: async ({ graceMs, drainMs }) => {
      isReady = false;
      if (graceMs > 0) await pause(graceMs);
      const cut = setTimeout(() => {
        server.closeAllConnections();
      }, drainMs);
      await close();
      clearTimeout(cut);
    },
    [Symbol.asyncDispose]: async () => {
      isReady = false;
      const closed = close();
      server.closeAllConnections();
      await closed;
    },
  };
};
