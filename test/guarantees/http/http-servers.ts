/** The servers whose reading of the same bytes is compared: the gateway's, with its fast path and without, and Node's alone. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createListener } from '../../../src/gateway/connections/listener.ts';
import { requestProblem } from '../../../src/gateway/connections/request-check.ts';
import { defaultServerLimits, type ServerLimits } from '../../../src/gateway/connections/server-limits.ts';
import { sendRefusal } from '../../../src/gateway/http/refusal.ts';
import { takeMessage, takeWhole } from './reading.ts';

/** A server. Its connections are made by a path, since ports would run out. */
export interface HttpServer extends AsyncDisposable {
  readonly path: string;
  /** Gives the server's end of the connection that a client begins next. */
  nextConnection(): Promise<Socket>;
  /** Requests that its fast path has read. */
  readonly fast: number;
}

/** Nothing happens by a clock: a stream ends when everything about it has come to rest. */
const limits: ServerLimits = {
  ...defaultServerLimits,
  checkMs: 3_600_000,
  connections: { perProcess: 0, perNetwork: 0 },
};

const start = async (server: Server, fast: () => number, close: () => void): Promise<HttpServer> => {
  const directory = mkdtempSync(join(tmpdir(), 'http-'));
  const path = join(directory, 'socket');
  const waiting: ((socket: Socket) => void)[] = [];
  server.prependListener('connection', (socket: Socket) => waiting.shift()?.(socket));
  server.listen(path);
  await once(server, 'listening');
  return {
    path,
    nextConnection: () => new Promise((resolve) => waiting.push(resolve)),
    get fast() {
      return fast();
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      close();
      await once(server, 'close');
      rmSync(directory, { recursive: true, force: true });
    },
  };
};

/** How the gateway's server is tried. */
interface GatewayServerOptions {
  readonly hasFastPath: boolean;
  /** Whether it refuses what the gateway refuses of any request, such as one without `Host`; not unless given. */
  readonly refuses?: boolean;
}

/** Starts the gateway's server. */
export const startGatewayServer = ({ hasFastPath, refuses = false }: GatewayServerOptions): Promise<HttpServer> => {
  let fast = 0;
  const listener = createListener({
    limits,
    handle: (request, response) => {
      const problem = refuses ? requestProblem(request, limits) : null;
      if (problem === null) takeMessage(request, response);
      else sendRefusal(request, response, problem);
    },
    handleFast: hasFastPath
      ? (request, response) => {
          fast += 1;
          takeWhole(request, response);
        }
      : null,
    keepsConnections: () => true,
    servesHalfClosed: true,
    onSent: () => {},
    onClosed: () => {},
    metrics: { countRequest: () => {}, countHandover: () => {}, countResponse: () => {} },
    networkOf: () => null,
    networkOfPeer: () => null,
    onEvict: () => {},
  });
  return start(
    listener.server,
    () => fast,
    () => listener.closeAllConnections(),
  );
};

/** Starts Node's server with the same limits. */
export const startNodeServer = (): Promise<HttpServer> => {
  const take = (message: IncomingMessage, response: ServerResponse): void => takeMessage(message, response);
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
    keepAliveTimeout: limits.keepAliveMs,
    maxHeaderSize: limits.headerBytes,
    requireHostHeader: false,
  });
  Reflect.set(server, 'httpAllowHalfOpen', true);
  server.maxHeadersCount = limits.headers + 1;
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, take);
  return start(
    server,
    () => 0,
    () => server.closeAllConnections(),
  );
};
