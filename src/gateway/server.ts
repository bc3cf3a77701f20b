/** The gateway as an HTTP server: the path of a request from its connection to its response, and the parts that stand along it. */
import { Canceller } from '../concurrency/cancellation.ts';
import { createTurns } from '../concurrency/turns.ts';
import type { Logger } from '../log/logger.ts';
import type { RecordStore } from '../records/record-store.ts';
import type { ClientCredentials } from '../rest/call/credentials.ts';
import type { ServiceClient } from '../rest/client.ts';
import { createAdmission } from './admission/admission.ts';
import { type OverloadLimits, type OverloadSource, createLoadShedder } from './admission/overload.ts';
import type { RateLimitStore } from './admission/rate-limit.ts';
import { createRequestLimits } from './admission/request-rates.ts';
import { createSignInLimit, type RefreshLimits } from './admission/sign-in-limit.ts';
import { type BrowserSessionSettings, createBrowserSessions } from './browser-sessions/browser-sessions.ts';
import { listen, originOf } from './connections/listen.ts';
import { createListener, type Listener } from './connections/listener.ts';
import { createRefusalLog } from './connections/refusal-log.ts';
import { requestProblem } from './connections/request-check.ts';
import { type ServerLimits, defaultServerLimits } from './connections/server-limits.ts';
import { assetRoutes } from './graphiql/assets.ts';
import type { GraphiqlOptions } from './graphiql/page.ts';
import { createClientAddress, createCountedNetwork } from './http/client-address.ts';
import { ClientIdentity, createCallers } from './http/client-identity.ts';
import { allowOrigins, type CorsRules, handleCors } from './http/cors.ts';
import type { GatewayRequest } from './http/gateway-request.ts';
import type { GatewayResponse } from './http/gateway-response.ts';
import { sendRefusal } from './http/refusal.ts';
import { catchRouteErrors, createRouter, type Route } from './http/router.ts';
import { createIdempotency } from './idempotency/idempotency.ts';
import { Lifecycle, type StopTimes } from './lifecycle.ts';
import { agesOf, type CachingOptions, createSharedLists } from './loaders/lookups/shared-lists.ts';
import type { Metrics } from './observability/metrics/metrics.ts';
import type { RefusalLimit } from './observability/metrics/server-load.ts';
import type { Tracer } from './operation/operation-span.ts';
import { deprecatedCoordinates } from './operation/prepared-operation.ts';
import { createNotFound } from './pages/html-page.ts';
import { createBeginOperation } from './routes/begin-operation.ts';
import { graphqlRoute } from './routes/graphql.ts';
import { invoiceRoute } from './routes/invoice.ts';
import { type Health, healthRoutes, metricsRoute } from './routes/monitoring.ts';
import { photosRoute } from './routes/photos.ts';
import { schemaTextRoute } from './routes/schema-text.ts';
import { sessionRoute } from './routes/session.ts';
import { welcomeRoute } from './routes/welcome.ts';
import type { GatewayServices } from './schema/core/context.ts';
import { schema } from './schema/schema.ts';
import type { GatewaySettings } from './settings.ts';
import { createEngine, type EnginePlugin } from './stages/engine.ts';
import type { IsGroupFull } from './stages/price-limit.ts';
import { createStages } from './stages/stages.ts';
import { createRefreshOnce } from './tokens/grants.ts';
import { createOwnApplication } from './tokens/own-application.ts';
import { documentRules, examineDocuments } from './trusted-documents/examine-documents.ts';
import { type TrustedDocumentsOptions, createTrustedDocuments } from './trusted-documents/store.ts';
import { createPhotoIntake } from './uploads/photo-intake.ts';

type Settings = Omit<
  GatewaySettings,
  | 'browserSessions'
  | 'idempotency'
  | 'knownClients'
  | 'lookups'
  | 'overload'
  | 'refresh'
  | 'server'
  | 'serverLimits'
  | 'trustedDocuments'
> &
  Pick<GatewaySettings['server'], 'corsOrigins' | 'host' | 'maxBodyBytes' | 'port'>;

/** Options of a gateway. Times are in milliseconds. */
export interface GatewayOptions extends Settings {
  /** The service; whoever made it closes it. */
  readonly service: ServiceClient;
  /** The gateway's own application; null when it has none. */
  readonly application: ClientCredentials | null;
  /** Returns whether no operation of a caller is let in that needs nothing but a part of the service. */
  readonly isGroupFull: IsGroupFull;
  /** Plugins of Yoga and envelop, which see every operation. */
  readonly plugins: readonly EnginePlugin[];
  readonly refresh: RefreshLimits;
  readonly lookups: Pick<CachingOptions, 'freshMs' | 'staleMs'>;
  readonly rateLimitStore: RateLimitStore;
  /** Makes the keys under which they are counted; all that share the store need the same. */
  readonly rateLimitSecret: Uint8Array;
  readonly overload: OverloadLimits;
  /** The process and the clock by which overload is noticed; the real ones unless given. */
  readonly overloadSource?: Partial<OverloadSource>;
  readonly serverLimits?: Partial<ServerLimits>;
  /** Sessions of browsers; null for none. */
  readonly browserSessions: BrowserSessionSettings | null;
  /** Where other processes tell of their renewals of browser sessions. */
  readonly renewalStores: readonly RecordStore[];
  /** Where writes with an idempotency key are recorded. */
  readonly recordStore: RecordStore;
  /** Those of refreshed sessions. */
  readonly refreshStore: RecordStore;
  /** Headers that these pages may send besides those that every client may. */
  readonly corsHeaders: readonly string[];
  /** Null when browsers get no GraphiQL. */
  readonly graphiql: GraphiqlOptions | null;
  /** Documents that clients may name by an id, and whether they may send others. */
  readonly trustedDocuments: TrustedDocumentsOptions;
  /** True if these are examined here before they are used, and reported where they do not fit. */
  readonly examinesDocuments: boolean;
  /** Where the embedded service shows itself to users; null when the service is elsewhere. */
  readonly serviceOrigin: URL | null;
  /** Metrics for `/metrics`; whoever makes the client lets it count there. */
  readonly metrics: Metrics;
  readonly servesMetrics: boolean;
  /** Follows operations in traces; whoever made it disposes of it. */
  readonly tracer: Tracer;
  readonly log: Logger;
  /** Milliseconds since 1970; the system's clock unless given, and for the age of lists one that never goes back. */
  readonly now?: () => number;
}

/** A running gateway. Disposing it closes every connection at once. */
interface Gateway extends AsyncDisposable, Health {
  /** Where it listens, e.g. `http://127.0.0.1:4000/`. */
  readonly url: URL;
  /** Stops without losing a response: not ready at once, then no new requests, then the end of those under way. */
  stop(times: StopTimes): Promise<void>;
}

/**
 * Starts a gateway.
 *
 * @throws the error of the system when the port is taken
 */
export const startGateway = async (options: GatewayOptions): Promise<Gateway> => {
  const { host, port, introspection, metrics, trustedProxies, service, application, graphiql, callLimit, log } =
    options;
  const { rateLimitSecret: secret, browserSessions, corsOrigins, servesMetrics, maxBodyBytes } = options;
  const { now = Date.now, now: monotonic = () => performance.now() } = options;
  const limits: ServerLimits = { ...defaultServerLimits, jsonBytes: maxBodyBytes, ...options.serverLimits };
  const lifecycle = new Lifecycle();

  // What is refused, and why.
  const refusals = createRefusalLog(log, () => performance.now());
  const onRefusal = (limit: RefusalLimit, key?: string): void => {
    metrics.load.countRefusal(limit);
    refusals.record(limit, key);
  };
  const overload = createLoadShedder(options.overload, log, options.overloadSource);
  const { countAddress, countToken, countCalls } = createRequestLimits({
    rates: options.requestRates,
    onRefusal,
    now: monotonic,
    log,
  });
  const { admitAddress, admit, begin, start } = createAdmission({ overload, countAddress, countToken, onRefusal });
  const signInLimit = createSignInLimit({
    limits: options.signIn,
    refreshLimits: options.refresh,
    secret,
    store: options.rateLimitStore,
    onRefusal,
  });

  // What operations share.
  const ownApplication =
    application === null
      ? null
      : createOwnApplication({ service, credentials: application, now, metrics: metrics.failures, log });
  const services: GatewayServices = {
    service,
    ownApplication,
    clientSessions: options.clientSessions,
    sharedLists: createSharedLists({ ...options.lookups, log, now: monotonic }),
    signInLimit,
    refreshOnce: createRefreshOnce(),
    turns: createTurns(),
    currency: options.currency,
    metrics,
    now,
  };
  const idempotency = createIdempotency({
    secret,
    store: options.recordStore,
    refreshStore: options.refreshStore,
    service,
    countCalls,
    log,
    onOutcome: metrics.countIdempotency,
  });
  const sessions =
    browserSessions &&
    createBrowserSessions({
      settings: browserSessions,
      origins: corsOrigins,
      service,
      application: ownApplication,
      metrics: metrics.failures,
      signInLimit,
      stores: options.renewalStores,
      now,
      onEvent: metrics.countSession,
    });

  // The engine: the stages of an operation.
  const rules = documentRules({ introspection });
  const trustedDocuments = createTrustedDocuments(options.trustedDocuments, rules);
  const stages = createStages({
    rules,
    trustedDocuments,
    idempotency,
    deadlines: options.deadlines,
    plugins: options.plugins,
    callLimit,
    lists: services.sharedLists,
    hidesSchema: !introspection,
    responseLimits: options.responseLimits,
    isGroupFull: options.isGroupFull,
    countCalls,
    onGroupFull: (group, caller) => {
      onRefusal('upstream_queue', caller ?? undefined);
      metrics.resilience.onRejection(group, 'operation');
    },
    log,
  });
  const engine = createEngine(services, stages, log);

  // The routes.
  const { tracer, operationLog: logMode } = options;
  const beginOperation = createBeginOperation({ metrics, tracer, log, logMode, overload, onRefusal });
  const beginPhoto = createPhotoIntake({ most: limits.photoBytes, onRefusal });
  const hasGraphiql = graphiql !== null;
  const health: Health = { isReady: lifecycle.isReady, advice: ownApplication?.advice };
  const routes: readonly Route<ClientIdentity>[] = [
    welcomeRoute({
      demo: graphiql?.demo ?? null,
      hasGraphiql,
      serviceOrigin: options.serviceOrigin,
      hasMetrics: servesMetrics,
      hasSchema: introspection,
    }),
    graphqlRoute({
      run: engine.run,
      beginPhoto,
      beginOperation,
      start,
      countCalls,
      maxBodyBytes,
      graphiql,
      hasSessions: sessions?.canSignIn ?? false,
      upstreamTrace: options.upstreamTrace,
    }),
    ...(introspection ? [schemaTextRoute()] : []),
    invoiceRoute({ service, beginOperation, log }),
    photosRoute({ services, idempotency, beginOperation, beginPhoto, log }),
    ...(sessions === null ? [] : [sessionRoute({ sessions, beginOperation, log })]),
    ...healthRoutes(health),
    ...(servesMetrics ? [metricsRoute(metrics)] : []),
    ...(hasGraphiql ? assetRoutes() : []),
  ];
  const route = createRouter(routes, createNotFound({ hasGraphiql, hasSessions: sessions !== null }));

  // Requests.
  const readAddress = createClientAddress(trustedProxies);
  const networkOf = createCountedNetwork(trustedProxies);
  const callers = createCallers(networkOf);
  const cors: CorsRules = {
    isAllowed: allowOrigins(corsOrigins),
    withSession: new Set(sessions === null ? [] : corsOrigins),
    headers: options.corsHeaders,
  };

  /** The path of a request whose head has been read: check, CORS, rate of the address, session, admission, renewal of the session, route. */
  const serve = async (request: GatewayRequest, response: GatewayResponse): Promise<void> => {
    const problem = requestProblem(request, limits);
    if (problem !== null) return sendRefusal(request, response, problem);
    if (handleCors(request, response, cors)) return undefined;
    const client = new ClientIdentity(request, readAddress, callers);
    if (!admitAddress(request, response, client)) return undefined;
    if (sessions?.isBroughtBy(request) === true) client.session = await sessions.open(request, response, client);
    if (!admit(request, response, client)) return undefined;
    // Whoever waits for a renewal is not under way yet.
    if (client.session !== null) await client.session.renewIfDue();
    if (!begin(request, response)) return undefined;
    if (request.headers.expect !== undefined && request.httpVersion === '1.1') response.writeContinue();
    return route(request, response, client);
  };

  const listener: Listener = createListener({
    limits,
    networkOf,
    handle: catchRouteErrors(serve, log),
    keepsConnections: lifecycle.keepsConnections,
    servesHalfClosed: trustedProxies === 0,
    onSent: (response) => overload.leave(response),
    onClosed: (response) => {
      overload.leave(response);
      lifecycle.onResponseClosed(listener);
    },
    metrics: metrics.http,
    onEvict: onRefusal,
  });

  metrics.showDeprecated(deprecatedCoordinates(schema));
  metrics.showListAges(() => agesOf(services.sharedLists));
  metrics.load.showInFlight(() => overload.inFlight);
  metrics.load.showUnreadBytes(() => listener.unreadBytes);
  metrics.load.showUnfinishedRequests(() => listener.unfinishedRequests);
  metrics.load.showConnections(() => listener.connections);

  const closing = new Canceller();
  listener.server.once('close', () => {
    overload[Symbol.dispose]();
    refusals[Symbol.dispose]();
    closing.cancel(new Error('The gateway has stopped.'));
  });
  const url = originOf(host, await listen(listener.server, port, host));
  if (options.examinesDocuments) {
    const { maxCalls } = callLimit;
    void examineDocuments({ documents: trustedDocuments, maxCalls, show: metrics.showDocuments, signal: closing, log });
  }
  return {
    url,
    ...health,
    stop: (times) => lifecycle.stop(listener, times, idempotency.idle),
    [Symbol.asyncDispose]: async () => {
      await lifecycle.cut(listener);
      await engine[Symbol.asyncDispose]();
    },
  };
};
