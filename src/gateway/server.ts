/** The gateway as an HTTP server: the path of a request from its connection to its response, and the parts that stand along it. */
import { randomBytes } from 'node:crypto';
import { Canceller } from '../concurrency/cancellation.ts';
import { createAdmission } from './admission/admission.ts';
import { createLoadShedder } from './admission/overload.ts';
import { memoryStore } from './admission/rate-limit.ts';
import { createRequestLimits } from './admission/request-rates.ts';
import type { GatewayRequest } from './connections/gateway-request.ts';
import { listen, originOf } from './connections/listen.ts';
import { createListener, type Listener } from './connections/listener.ts';
import { createRefusalLog } from './connections/refusal-log.ts';
import { requestProblem } from './connections/request-check.ts';
import { defaultServerLimits, type ServerLimits } from './connections/server-limits.ts';
import { createGatewayEngine } from './gateway-engine.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { createGatewayRoutes } from './gateway-routes.ts';
import { createGatewayServices, createIdempotencyKeys, createSessions } from './gateway-services.ts';
import { createClientAddress, createCountedNetwork } from './http/client-address.ts';
import { ClientIdentity, createCallers } from './http/client-identity.ts';
import { allowOrigins, type CorsRules, handleCors } from './http/cors.ts';
import type { GatewayResponse } from './http/node-response.ts';
import { sendRefusal } from './http/refusal.ts';
import { catchRouteErrors } from './http/router.ts';
import { Lifecycle, type StopTimes } from './lifecycle.ts';
import { agesOf } from './loaders/lookups/shared-lists.ts';
import type { RefusalLimit } from './observability/metrics/server-load.ts';
import { createOperationObserver } from './observability/operation-observer.ts';
import { deprecatedCoordinates } from './operation/deprecated-usage.ts';
import { handingOnTracer } from './operation/operation-trace.ts';
import { createBeginOperation } from './routes/begin-operation.ts';
import { schema } from './schema/schema.ts';
import { startStartupTasks } from './startup-tasks.ts';
import { documentRules } from './trusted-documents/examine-documents.ts';
import { createTrustedDocuments } from './trusted-documents/store.ts';
import { createPhotoIntake } from './uploads/photo-intake.ts';

/** A running gateway. Disposing it closes every connection at once. */
export interface Gateway extends AsyncDisposable {
  /** Where it listens, e.g. `http://127.0.0.1:4000/`. */
  readonly url: URL;
  /** Returns whether it takes requests, as `/readyz` says. */
  isReady(): boolean;
  /** Stops without losing a response: not ready at once, then no new requests, then the end of those under way. */
  stop(times: StopTimes): Promise<void>;
}

/**
 * Starts a gateway.
 *
 * @throws the error of the system when the port is taken
 */
export const startGateway = async (options: GatewayOptions): Promise<Gateway> => {
  const { host, port, introspection, metrics, trustedProxies, log } = options;
  const { rateLimitStore: store = memoryStore, rateLimitSecret: secret = randomBytes(32) } = options;
  const limits: ServerLimits = { ...defaultServerLimits, jsonBytes: options.maxBodyBytes, ...options.serverLimits };
  const lifecycle = new Lifecycle();
  const refusals = createRefusalLog(log, () => performance.now());
  const onRefusal = (limit: RefusalLimit, key?: string): void => {
    metrics.load.countRefusal(limit);
    refusals.record(limit, key);
  };
  const services = createGatewayServices(options, { secret, store, onRefusal });
  const trustedDocuments = createTrustedDocuments(options.trustedDocuments, documentRules({ introspection }));
  const readAddress = createClientAddress(trustedProxies);
  const networkOf = createCountedNetwork(trustedProxies);
  const callers = createCallers(networkOf);
  const overload = createLoadShedder(options.overload, log, options.overloadSource);
  const { now = () => performance.now() } = options;
  const { countRequest, countCalls } = createRequestLimits({ rates: options.requestRates, onRefusal, now, log });
  const { admit, begin, start } = createAdmission({ overload, countRequest, onRefusal });
  const sessions = createSessions(options, services);
  const idempotency = createIdempotencyKeys(options, secret);
  const cors: CorsRules = {
    isAllowed: allowOrigins(options.corsOrigins),
    withSession: new Set(sessions === null ? [] : options.corsOrigins),
    headers: options.corsHeaders ?? [],
  };
  const route = createGatewayRoutes({
    options,
    services,
    sessions,
    idempotency,
    engine: createGatewayEngine(options, services, idempotency, trustedDocuments, { countCalls, onRefusal }),
    beginOperation: createBeginOperation(
      createOperationObserver({
        metrics,
        tracer: options.tracer ?? handingOnTracer,
        log,
        logMode: options.operationLog ?? 'on',
      }),
      overload,
      onRefusal,
    ),
    beginPhoto: createPhotoIntake({ most: limits.photoBytes, onRefusal, now }),
    start,
    isReady: lifecycle.isReady,
  });

  /** The path of a request whose head has been read: check, CORS, session, admission, renewal of the session, route. */
  const serve = async (request: GatewayRequest, response: GatewayResponse): Promise<void> => {
    const problem = requestProblem(request, limits);
    if (problem !== null) return sendRefusal(request, response, problem);
    if (handleCors(request, response, cors)) return undefined;
    const client = new ClientIdentity(request, readAddress, callers);
    if (sessions?.isBroughtBy(request) === true) client.session = await sessions.open(request, response, client);
    if (!admit(request, response, client)) return undefined;
    // Whoever waits for a renewal is not under way yet.
    if (client.session !== null) await client.session.renewIfDue();
    return begin(request, response) ? route(request, response, client) : undefined;
  };

  const listener: Listener = createListener({
    limits,
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
  startStartupTasks(options, trustedDocuments, closing);
  return {
    url,
    isReady: lifecycle.isReady,
    stop: (times) => lifecycle.stop(listener, times, idempotency.idle),
    [Symbol.asyncDispose]: () => lifecycle.cut(listener),
  };
};
