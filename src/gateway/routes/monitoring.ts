/**
 * What whoever runs the gateway looks at: `/metrics`, `/livez` and `/readyz`, and the server of a port of their own, which need not be
 * reachable from where the clients are.
 */
import { createServer } from 'node:http';
import type { Logger } from '../../log/logger.ts';
import type { FailureAdvice } from '../../rest/call/failure-kinds.ts';
import { ClientConnections } from '../connections/client-connections.ts';
import { listen, originOf } from '../connections/listen.ts';
import { GatewayRequest } from '../http/gateway-request.ts';
import { GatewayResponse } from '../http/gateway-response.ts';
import { type Route, createRouter, sendJson } from '../http/router.ts';
import type { Metrics } from '../observability/metrics/metrics.ts';

/** Serves the metrics. */
export const metricsRoute = (metrics: Pick<Metrics, 'contentType' | 'print'>): Route => ({
  path: '/metrics',
  methods: ['GET'],
  handle: async (_request, response) => {
    response.writeHead(200, { 'Content-Type': metrics.contentType }).end(await metrics.print());
  },
});

interface MetricsServerOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly metrics: Pick<Metrics, 'contentType' | 'print'>;
  readonly health: Health;
  readonly log: Logger;
  /** Milliseconds for which a client may read nothing of its response; 10,000 unless given. */
  readonly stalledMs?: number;
}

/** A running server. Disposing of it closes it at once. */
export interface MetricsServer extends AsyncDisposable {
  /** Where it listens, e.g. `http://127.0.0.1:9090/`. */
  readonly url: URL;
}

const limits = { headersTimeout: 10_000, requestTimeout: 10_000, connectionsCheckingInterval: 1_000 } as const;
/** For each more the one closes that has waited longest, so that nobody who keeps some can shut out a probe. */
const MAX_CONNECTIONS = 100;

/**
 * Starts the server.
 *
 * @throws the error of the system when the port is taken
 */
export const startMetricsServer = async ({
  host,
  port,
  metrics,
  health,
  log,
  stalledMs = 10_000,
}: MetricsServerOptions): Promise<MetricsServer> => {
  const route = createRouter([metricsRoute(metrics), ...healthRoutes(health)]);
  const connections = new ClientConnections({ most: MAX_CONNECTIONS });
  const server = createServer(
    { ...limits, IncomingMessage: GatewayRequest, ServerResponse: GatewayResponse },
    (request, response) => {
      const { socket } = request;
      // No monitoring asks before it has its response: hundreds of requests of one piece would all be answered before any other.
      const connection = connections.of(socket);
      if (connection === undefined || connection.open.length > 0) socket.destroy();
      if (connection === undefined || socket.destroyed) return;
      connections.begin(connection, response);
      Promise.resolve(route(request, response, null)).catch((error: unknown) => {
        log.error({ err: error }, 'The metrics could not be written.');
        response.destroy();
      });
    },
  );
  // Who reads nothing has a response under way for ever, and its connection is never idle.
  server.timeout = stalledMs;
  server.prependListener('connection', (socket) => {
    if (!connections.admit(socket)) socket.destroy();
  });
  const url = originOf(host, await listen(server, port, host));
  return {
    url,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** What `/readyz` says. */
export interface Health {
  /** Returns whether the gateway takes requests, which never depends on the service. */
  readonly isReady: () => boolean;
  /** Returns what keeps the gateway's own application from the service, and what to do about it; null when nothing is known to. */
  readonly advice?: (() => FailureAdvice | null) | undefined;
}

/** `/livez` says that the process is alive; `/readyz` whether it takes requests, and what whoever runs it has to set right. */
export const healthRoutes = ({ isReady, advice }: Health): Route[] => [
  { path: '/livez', methods: ['GET'], handle: (_request, response) => sendJson(response, 200, { status: 'alive' }) },
  {
    path: '/readyz',
    methods: ['GET'],
    handle: (_request, response) => {
      if (!isReady()) return sendJson(response, 503, { status: 'stopping' });
      const { meaning: problem, remedy } = advice?.() ?? {};
      return sendJson(response, 200, { status: 'ready', problem, remedy });
    },
  },
];
