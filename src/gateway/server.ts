/** The gateway as a running HTTP server. */
import { randomBytes } from 'node:crypto';
import type { SharedStore } from '../cache/shared-store.ts';
import type { FastPathRequest } from '../http1/request.ts';
import type { FastPathResponse } from '../http1/response.ts';
import type { Logger } from '../log.ts';
import type { ServiceClient } from '../upstream/client.ts';
import type { ClientCredentials } from '../upstream/credentials.ts';
import { allowOrigins, answerCors } from './cors.ts';
import { createAdmission } from './edge/admission.ts';
import { createClientAddress, createCountedNetwork } from './edge/client-address.ts';
import { createClosingLog } from './edge/closing-log.ts';
import type { Answer, RequestHead } from './edge/exchange.ts';
import { createListener } from './edge/listener.ts';
import { createOverloadGuard, type OverloadLimits, type OverloadSource } from './edge/overload.ts';
import { sendRefusal } from './edge/refusal.ts';
import { headerProblem, requestProblem } from './edge/request-check.ts';
import { createRequestLimits, type RequestRates } from './edge/request-limits.ts';
import { defaultServerLimits, type ServerLimits } from './edge/server-limits.ts';
import { createLargeResponses, largeResponseLimits } from './execution/large-responses.ts';
import type { ResponseLimits } from './execution/response-size.ts';
import { assetRoutes } from './graphiql/assets.ts';
import type { GraphiqlOptions } from './graphiql/page.ts';
import { createRouter, type RequestHandler, type Route, sendJson } from './http-router.ts';
import { listen, originOf } from './listen.ts';
import { createSharedLists } from './lookup/shared-lists.ts';
import { chain } from './maybe-promise.ts';
import type { Metrics } from './metrics.ts';
import type { OperationLogMode } from './observation/operation-log.ts';
import { createOperationObserver } from './observation/operation-observer.ts';
import { createOperationTurns, type TurnLimits } from './operation/operation-turns.ts';
import type { CallLimit, Deadlines } from './operation/run-operation.ts';
import { ClientGoneError } from './operation-scope.ts';
import { createOwnApplication } from './own-application.ts';
import { memoryStore, type RateLimitStore } from './rate-limit.ts';
import { graphqlRoute } from './routes/graphql.ts';
import { healthRoutes } from './routes/health.ts';
import { invoiceRoute } from './routes/invoice.ts';
import { metricsRoute } from './routes/metrics.ts';
import { photosRoute } from './routes/photos.ts';
import { schemaTextRoute } from './routes/schema-text.ts';
import { welcomeRoute } from './routes/welcome.ts';
import { createRefreshFlights } from './session/refresh-flights.ts';
import { createSignInLimit, type SignInLimits } from './session/sign-in-limit.ts';
import { handingOnTracer, type Tracer } from './tracing/tracer.ts';
import { openTrustedDocuments } from './trusted-documents/open-documents.ts';
import type { TrustedDocumentsOptions } from './trusted-documents/store.ts';

/** How a gateway runs. Times are in milliseconds. */
export interface GatewayOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** The service; whoever made it closes it. */
  readonly service: ServiceClient;
  /** The gateway's own application; null when it has none. */
  readonly application: ClientCredentials | null;
  /** Whether anybody gets tokens of that application. */
  readonly clientSessions: boolean;
  /** ISO 4217; null when it is not configured. */
  readonly currency: string | null;
  readonly lookups: { readonly freshMs: number; readonly staleMs: number };
  readonly deadlines: Deadlines;
  readonly signIn: SignInLimits;
  /** Lists that other gateways have read from the same service; null, as when it is not given, for none. */
  readonly sharedStore?: SharedStore | null;
  readonly callLimit: CallLimit;
  /** How large a response may be. */
  readonly responseLimits: ResponseLimits;
  /** When operations of many calls run. */
  readonly turns: TurnLimits;
  readonly maxBodyBytes: number;
  readonly requestRates: RequestRates;
  /** Where requests and sign-ins are counted; in this process unless given. */
  readonly rateLimitStore?: RateLimitStore;
  /** Makes the keys under which they are counted; one of this process unless given, which a shared store needs. */
  readonly rateLimitSecret?: Uint8Array;
  /** How many proxies of one's own stand in front and append to `X-Forwarded-For`; with 0 that header is not believed. */
  readonly trustedProxies: number;
  readonly overload: OverloadLimits;
  /** The process and the clock by which overload is noticed; the real ones unless given. */
  readonly overloadSource?: Partial<OverloadSource>;
  readonly serverLimits?: Partial<ServerLimits>;
  /** Whether the fast path stands in front of Node's HTTP server; it does unless given. */
  readonly fastPath?: boolean;
  /** Origins whose pages may call the gateway; `localhost` stands for every origin of this machine. */
  readonly corsOrigins: readonly string[];
  /** Null when browsers get no GraphiQL. */
  readonly graphiql: GraphiqlOptions | null;
  /** Documents that clients may name by an id, and whether they may send others. */
  readonly trustedDocuments: TrustedDocumentsOptions;
  /** Whether clients may ask for the schema; when not, errors do not tell of it either. */
  readonly introspection: boolean;
  /** Whether clients may ask what an operation asked of the service. */
  readonly upstreamTrace: boolean;
  /** How long clients may keep lookups that they got by GET with a trusted document, in seconds. */
  readonly lookupMaxAgeS: number;
  /** Where the embedded service shows itself to people; null when the service is elsewhere. */
  readonly serviceOrigin: URL | null;
  /** What `/metrics` shows; whoever makes the client lets it count there. */
  readonly metrics: Metrics;
  /** Whether `/metrics` is served here; it is unless given. */
  readonly servesMetrics?: boolean;
  /** Which operations have a line in the log; all unless given. */
  readonly operationLog?: OperationLogMode;
  /** Follows operations in traces; whoever made it disposes of it. Without it the client's trace is only handed on. */
  readonly tracer?: Tracer;
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
  /** Whether it takes requests, as `/readyz` says. */
  isReady(): boolean;
  /** Stops without losing an answer: not ready at once, then no new requests, then the end of those under way. */
  stop(times: StopTimes): Promise<void>;
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** A route that fails must not take the process with it, nor tell a client why. */
const guarded =
  <Request extends RequestHead, Response extends Answer>(
    handle: (request: Request, response: Response) => void | Promise<void>,
    log: Logger,
  ) =>
  (request: Request, response: Response): void => {
    const fail = (error: unknown): void => {
      if (error instanceof ClientGoneError) {
        log.debug('A client cut its request off.');
        response.destroy();
        return;
      }
      log.error({ err: error }, 'A route failed.');
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { message: 'Something went wrong in the gateway. It has been logged.' });
    };
    try {
      const handled = handle(request, response);
      if (handled instanceof Promise) handled.catch(fail);
    } catch (error) {
      fail(error);
    }
  };

/**
 * Starts a gateway.
 *
 * @throws the error of the system when the port is taken
 */
export const startGateway = async (options: GatewayOptions): Promise<Gateway> => {
  const { host, port, service, application, currency, lookups, graphiql, introspection, metrics, log } = options;
  const { trustedProxies, rateLimitStore = memoryStore, rateLimitSecret = randomBytes(32), now = Date.now } = options;
  const limits: ServerLimits = { ...defaultServerLimits, ...options.serverLimits };
  const readAddress = createClientAddress(trustedProxies);
  const networkOf = createCountedNetwork(trustedProxies, readAddress);
  let isReady = true;
  let isClosing = false;
  const services = {
    service,
    ownApplication: application === null ? null : createOwnApplication(service, application, now, log),
    clientSessions: options.clientSessions,
    sharedLists: createSharedLists({
      ...lookups,
      log,
      store: options.sharedStore ?? null,
      ...(options.now === undefined ? {} : { now: options.now }),
    }),
    signInLimit: createSignInLimit({
      limits: options.signIn,
      secret: rateLimitSecret,
      store: rateLimitStore,
      onRefusal: (limit) => metrics.edge.countRefusal(limit),
    }),
    readAddress,
    refreshFlights: createRefreshFlights(),
    currency,
    metrics,
    now,
  };
  const observer = createOperationObserver({
    metrics,
    tracer: options.tracer ?? handingOnTracer,
    log,
    logMode: options.operationLog ?? 'on',
  });
  const turns = createOperationTurns({ limits: options.turns, onRefusal: () => metrics.edge.countRefusal('turn') });
  metrics.edge.showWaiting(() => turns.waiting);
  const largeResponses = createLargeResponses(largeResponseLimits, () => metrics.edge.countRefusal('large_responses'));
  const overload = createOverloadGuard(options.overload, log, {
    countOperationsWaiting: () => turns.waiting,
    isUnreadFull: () => listener.isUnreadFull,
    ...options.overloadSource,
  });
  metrics.edge.showInFlight(() => overload.inFlight);
  const takeRequest = createRequestLimits({
    rates: options.requestRates,
    networkOf,
    secret: rateLimitSecret,
    store: rateLimitStore,
    log,
  });
  const { admit, start } = createAdmission({ overload, takeRequest, metrics: metrics.edge });
  const logClosing = createClosingLog(log, () => performance.now());
  const graphql = graphqlRoute({
    services,
    deadlines: options.deadlines,
    callLimit: options.callLimit,
    responseLimits: options.responseLimits,
    largeResponses,
    turns,
    maxBodyBytes: options.maxBodyBytes,
    graphiql,
    observer,
    trustedDocuments: openTrustedDocuments(options),
    introspection,
    upstreamTrace: options.upstreamTrace,
    lookupMaxAgeS: options.lookupMaxAgeS,
    start,
    log,
  });
  const routes: Route[] = [
    welcomeRoute({
      hasGraphiql: graphiql !== null,
      serviceOrigin: options.serviceOrigin,
      hasMetrics: options.servesMetrics !== false,
    }),
    graphql,
    ...(introspection ? [schemaTextRoute()] : []),
    invoiceRoute({ service, observer, log }),
    photosRoute({ services, observer, log }),
    ...healthRoutes(() => isReady),
    ...(options.servesMetrics === false ? [] : [metricsRoute(metrics)]),
    ...(graphiql === null ? [] : assetRoutes()),
  ];
  const route = createRouter(routes);
  const isAllowedOrigin = allowOrigins(options.corsOrigins);
  const serve: RequestHandler = (request, response) => {
    if (request.headers.expect !== undefined && request.httpVersion === '1.1') response.writeContinue();
    return route(request, response);
  };
  const handle = guarded<Parameters<RequestHandler>[0], Parameters<RequestHandler>[1]>((request, response) => {
    const problem = requestProblem(request, limits);
    if (problem !== null) return sendRefusal(request, response, problem);
    if (answerCors(request, response, isAllowedOrigin)) return;
    return chain(admit(request, response), (isAdmitted) => (isAdmitted ? serve(request, response) : undefined));
  }, log);
  const handleFast = guarded((request: FastPathRequest, response: FastPathResponse) => {
    const problem = headerProblem(request);
    if (problem !== null) return sendRefusal(request, response, problem);
    if (answerCors(request, response, isAllowedOrigin)) return;
    return chain(admit(request, response), (isAdmitted) =>
      isAdmitted ? graphql.handleFast(request, response) : undefined,
    );
  }, log);
  const listener = createListener({
    limits,
    handle,
    handleFast: options.fastPath === false ? null : handleFast,
    // Clients on kept connections have to go elsewhere, or the drain would wait for them.
    keepsConnections: () => isReady,
    onClosed: (response) => {
      overload.leave(response);
      // A connection that was busy when the server closed is idle now, and its client would keep it open.
      if (isClosing) listener.closeIdleConnections();
    },
    metrics: metrics.http,
    onDrop: () => metrics.edge.countRefusal('connections'),
    networkOf,
    // Of a proxy there are many clients, and only a request says which.
    networkOfPeer: (socket) => (trustedProxies > 0 ? null : networkOf({ headers: {}, socket })),
    onEvict: (limit) => {
      metrics.edge.countRefusal(limit);
      logClosing(limit);
    },
  });
  const { server } = listener;
  metrics.edge.showUnreadBytes(() => listener.unreadBytes);
  metrics.edge.showUnfinishedRequests(() => listener.unfinishedRequests);
  server.once('close', () => overload[Symbol.dispose]());
  const url = originOf(host, await listen(server, port, host));

  const close = (): Promise<void> =>
    new Promise((resolve) => {
      isClosing = true;
      server.close(() => {
        resolve();
      });
      listener.closeIdleConnections();
    });

  return {
    url,
    isReady: () => isReady,
    stop: async ({ graceMs, drainMs }) => {
      isReady = false;
      if (graceMs > 0) await pause(graceMs);
      const cut = setTimeout(() => {
        listener.closeAllConnections();
      }, drainMs);
      await close();
      clearTimeout(cut);
    },
    [Symbol.asyncDispose]: async () => {
      isReady = false;
      const closed = close();
      listener.closeAllConnections();
      await closed;
    },
  };
};
