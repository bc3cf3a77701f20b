/** The gateway as a running HTTP server. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Canceller } from '../concurrency/cancellation.ts';
import { chain } from '../concurrency/maybe-promise.ts';
import type { HttpResponse, RequestHead } from '../http1/message.ts';
import type { FastPathRequest } from '../http1/request.ts';
import type { FastPathResponse } from '../http1/response.ts';
import type { Logger } from '../log/logger.ts';
import { createAdmission } from './admission/admission.ts';
import { createOverloadGuard } from './admission/overload.ts';
import { memoryStore } from './admission/rate-limit.ts';
import { createRequestLimits } from './admission/request-rates.ts';
import { createSignInLimit, defaultRefreshLimits } from './admission/sign-in-limit.ts';
import { listen, originOf } from './connections/listen.ts';
import { createListener } from './connections/listener.ts';
import { createRefusalLog } from './connections/refusal-log.ts';
import { headerProblem, requestProblem } from './connections/request-check.ts';
import { defaultServerLimits, type ServerLimits } from './connections/server-limits.ts';
import { ClientGoneError } from './errors/ended-early.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { assetRoutes } from './graphiql/assets.ts';
import { createClientAddress, createCountedNetwork } from './http/client-address.ts';
import { allowOrigins, answerCors } from './http/cors.ts';
import { sendRefusal } from './http/refusal.ts';
import { createRouter, type RequestHandler, type Route, sendJson } from './http/router.ts';
import { DetailHabits } from './listing-views/detail-habits.ts';
import { createEntryHabits } from './listing-views/entry-habits.ts';
import { agesOf } from './loaders/lookups/list-ages.ts';
import { createSharedLists } from './loaders/lookups/shared-lists.ts';
import { createOwnApplication } from './loaders/own-application.ts';
import { createRefreshFlights } from './loaders/refresh-flights.ts';
import { readSectionsAtStart } from './loaders/sections-at-start.ts';
import type { EdgeLimit } from './observability/metrics/edge.ts';
import { createOperationObserver } from './observability/operation-observer.ts';
import { deprecatedCoordinates } from './operation/deprecated-usage.ts';
import { createLargeResponses, largeResponseLimits } from './operation/large-responses.ts';
import { createOperationScheduler } from './operation/operation-scheduler.ts';
import { handingOnTracer } from './operation/operation-trace.ts';
import { graphqlRoute } from './routes/graphql.ts';
import { healthRoutes } from './routes/health.ts';
import { invoiceRoute } from './routes/invoice.ts';
import { metricsRoute } from './routes/metrics.ts';
import { photosRoute } from './routes/photos.ts';
import { schemaTextRoute } from './routes/schema-text.ts';
import { welcomeRoute } from './routes/welcome.ts';
import { schema } from './schema/schema.ts';
import { documentRules, examineDocuments } from './trusted-documents/examine-documents.ts';
import { createTrustedDocuments } from './trusted-documents/store.ts';

/** How long a graceful stop may take. */
export interface StopTimes {
  /** How long requests are still accepted, for load balancers to notice. */
  readonly graceMs: number;
  /** How long requests under way may then take. */
  readonly drainMs: number;
  /** Whether other processes go on at the same port: then nobody is told to go elsewhere. No unless given. */
  readonly isReplaced?: boolean;
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

/** A route that fails must not take the process with it, nor tell a client why. */
const guarded =
  <Request extends RequestHead, Response extends HttpResponse>(
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
  let keepsConnections = true;
  let isClosing = false;
  const refusals = createRefusalLog(log, () => performance.now());
  const onRefusal = (limit: EdgeLimit, key?: string): void => {
    metrics.edge.countRefusal(limit);
    refusals.note(limit, key);
  };
  const services = {
    service,
    ownApplication:
      application === null
        ? null
        : createOwnApplication({ service, credentials: application, now, metrics: metrics.failures, log }),
    clientSessions: options.clientSessions,
    entryHabits: createEntryHabits(now),
    detailHabits: new DetailHabits(now),
    sharedLists: createSharedLists({
      ...lookups,
      log,
      store: options.sharedStore ?? null,
      ...(options.now === undefined ? {} : { now: options.now }),
    }),
    signInLimit: createSignInLimit({
      limits: options.signIn,
      refreshLimits: options.refresh ?? defaultRefreshLimits,
      secret: rateLimitSecret,
      store: rateLimitStore,
      onRefusal,
    }),
    readAddress,
    refreshFlights: createRefreshFlights(),
    currency,
    metrics,
    now,
  };
  metrics.showDeprecated(deprecatedCoordinates(schema));
  metrics.showListAges(() => agesOf(services.sharedLists));
  const observer = createOperationObserver({
    metrics,
    tracer: options.tracer ?? handingOnTracer,
    log,
    logMode: options.operationLog ?? 'on',
  });
  const turns = createOperationScheduler({ limits: options.turns, onRefusal });
  metrics.edge.showWaiting(() => turns.waiting);
  const largeResponses = Object.values(largeResponseLimits).map((limits) =>
    createLargeResponses(limits, () => onRefusal('large_responses')),
  );
  const overload = createOverloadGuard(options.overload, log, {
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
  const { admit, start } = createAdmission({ overload, takeRequest, onRefusal });
  const trustedDocuments = createTrustedDocuments(options.trustedDocuments, documentRules({ introspection }));
  const graphql = graphqlRoute({
    services,
    deadlines: options.deadlines,
    callLimit: options.callLimit,
    responseLimits: options.responseLimits,
    largeResponses,
    turns,
    isGroupFull: options.isGroupFull ?? (() => false),
    onGroupFull: (group) => {
      onRefusal('upstream_queue');
      metrics.guard.onRejection(group, 'operation');
    },
    maxBodyBytes: options.maxBodyBytes,
    graphiql,
    observer,
    trustedDocuments,
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
    invoiceRoute({ service, readAddress, observer, log }),
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
    keepsConnections: () => keepsConnections,
    onClosed: (response) => {
      overload.leave(response);
      // A connection that was busy when the server closed is idle now, and its client would keep it open.
      if (isClosing) listener.closeIdleConnections();
    },
    metrics: metrics.http,
    networkOf,
    // Of a proxy there are many clients, and only a request says which.
    networkOfPeer: (socket) => (trustedProxies > 0 ? null : networkOf({ headers: {}, socket })),
    onEvict: onRefusal,
  });
  const { server } = listener;
  metrics.edge.showUnreadBytes(() => listener.unreadBytes);
  metrics.edge.showUnfinishedRequests(() => listener.unfinishedRequests);
  metrics.edge.showConnections(() => listener.connections);
  server.once('close', () => {
    overload[Symbol.dispose]();
    refusals[Symbol.dispose]();
  });
  const url = originOf(host, await listen(server, port, host));
  const { ownApplication, sharedLists } = services;
  const closing = new Canceller();
  server.once('close', () => closing.cancel(new Error('The gateway has stopped.')));
  if (options.readsSections === true && ownApplication !== null) {
    void readSectionsAtStart({ sharedLists, ownApplication, signal: closing, log });
  }
  if (options.examinesDocuments !== false) {
    const { maxCalls } = options.callLimit;
    const show = metrics.showDocuments;
    void examineDocuments({ documents: trustedDocuments, maxCalls, show, signal: closing, log });
  }

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
    stop: async ({ graceMs, drainMs, isReplaced = false }) => {
      keepsConnections = false;
      isReady = isReplaced;
      // New ones come to the others: one that came at the end of the grace would be closed before its request is read.
      if (isReplaced) listener.stopListening();
      if (graceMs > 0) await pause(graceMs);
      const cut = setTimeout(() => {
        listener.closeAllConnections();
      }, drainMs);
      await close();
      isReady = false;
      clearTimeout(cut);
    },
    [Symbol.asyncDispose]: async () => {
      isReady = false;
      keepsConnections = false;
      const closed = close();
      listener.closeAllConnections();
      await closed;
    },
  };
};
