/** The routes of a gateway. */
import type { Start } from './admission/admission.ts';
import type { BrowserSessions } from './browser-sessions/browser-sessions.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { assetRoutes } from './graphiql/assets.ts';
import type { ClientIdentity } from './http/client-identity.ts';
import { type Route, type Router, createRouter } from './http/router.ts';
import type { Idempotency } from './idempotency/idempotency.ts';
import { createNotFound } from './pages/html-page.ts';
import type { BeginOperation } from './routes/begin-operation.ts';
import { graphqlRoute } from './routes/graphql.ts';
import { healthRoutes } from './routes/health.ts';
import { invoiceRoute } from './routes/invoice.ts';
import { metricsRoute } from './routes/metrics.ts';
import { photosRoute } from './routes/photos.ts';
import { schemaTextRoute } from './routes/schema-text.ts';
import { sessionRoute } from './routes/session.ts';
import { welcomeRoute } from './routes/welcome.ts';
import type { GatewayServices } from './schema/core/context.ts';
import type { Engine } from './stages/engine.ts';
import type { BeginPhoto } from './uploads/photo-intake.ts';

/** Options of the routes. */
interface GatewayRoutesOptions {
  readonly options: GatewayOptions;
  readonly services: GatewayServices;
  /** Null when there are no sessions of browsers. */
  readonly sessions: BrowserSessions | null;
  readonly idempotency: Idempotency;
  readonly engine: Engine;
  readonly beginOperation: BeginOperation;
  readonly beginPhoto: BeginPhoto;
  /** Counts a request whose body is read as under way, or refuses it. */
  readonly start: Start;
  readonly isReady: () => boolean;
}

/** Creates the routes. */
export const createGatewayRoutes = ({
  options,
  services,
  sessions,
  idempotency,
  engine,
  beginOperation,
  beginPhoto,
  start,
  isReady,
}: GatewayRoutesOptions): Router<ClientIdentity> => {
  const { graphiql, introspection, metrics, servesMetrics = true, serviceOrigin, maxBodyBytes, log } = options;
  const { lookupMaxAgeS, upstreamTrace } = options;
  const graphql = graphqlRoute({
    engine,
    beginPhoto,
    beginOperation,
    start,
    maxBodyBytes,
    lookupMaxAgeS,
    graphiql,
    hasSessions: sessions?.canSignIn ?? false,
    upstreamTrace,
  });
  const routes: readonly Route<ClientIdentity>[] = [
    welcomeRoute({
      demo: graphiql?.demo ?? null,
      hasGraphiql: graphiql !== null,
      serviceOrigin,
      hasMetrics: servesMetrics,
    }),
    graphql,
    ...(introspection ? [schemaTextRoute()] : []),
    invoiceRoute({ service: services.service, beginOperation, log }),
    photosRoute({ services, idempotency, beginOperation, beginPhoto, log }),
    ...(sessions === null ? [] : [sessionRoute({ sessions, beginOperation, log })]),
    ...healthRoutes(isReady),
    ...(servesMetrics ? [metricsRoute(metrics)] : []),
    ...(graphiql === null ? [] : assetRoutes()),
  ];
  const route = createRouter(
    routes,
    createNotFound({ hasGraphiql: graphiql !== null, hasSessions: sessions !== null }),
  );
  return (request, response, client) => {
    if (request.headers.expect !== undefined && request.httpVersion === '1.1') response.writeContinue();
    return route(request, response, client);
  };
};
