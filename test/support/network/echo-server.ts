/** An HTTP server that responds with what it reads: by the fast path and Node, or by Node alone. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen, originOf } from '../../../src/gateway/connections/listen.ts';
import { isHostName } from '../../../src/gateway/connections/request-check.ts';
import { defaultServerLimits } from '../../../src/gateway/connections/server-limits.ts';
import { isJson } from '../../../src/gateway/http/csrf.ts';
import { type AttachedFastPathOptions, attachFastPath } from '../../../src/http1/fast-path.ts';
import type { HandoverReason } from '../../../src/http1/handover-reason.ts';
import type { FastPathLimits } from '../../../src/http1/limits.ts';

const HOST = '127.0.0.1';

/** How the server differs from that of a gateway. */
export interface EchoServerOptions {
  /** Whether the fast path stands in front of Node's HTTP server. */
  readonly fastPath: boolean;
  readonly limits?: Partial<FastPathLimits>;
}

/** What a server read of a request, and the JSON of its responses. */
export interface EchoedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A running server. Disposing of it closes every connection. */
export interface EchoServer extends AsyncDisposable {
  readonly url: URL;
  readonly server: Server;
  /** How many requests the fast path has read. */
  readonly fastRequests: number;
  /** Why connections went on with Node, in their order. */
  readonly handovers: readonly HandoverReason[];
}

const textOf = ({ method, url, headers, body }: EchoedRequest): string =>
  JSON.stringify({ method, url, headers, body });

/** Starts the server. */
export const startEchoServer = async ({ fastPath, limits: given }: EchoServerOptions): Promise<EchoServer> => {
  const limits = { ...defaultServerLimits, ...given };
  const handovers: HandoverReason[] = [];
  let fastRequests = 0;
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
      keepAliveTimeout: limits.keepAliveMs,
      maxHeaderSize: limits.headerBytes,
    },
    (request, response) => {
      const { method, url, headers } = request;
      text(request).then(
        (body) => response.end(textOf({ method, url, headers, body })),
        () => response.destroy(),
      );
    },
  );
  const handle: AttachedFastPathOptions['handle'] = ({ method, url, headers, body }, response) => {
    fastRequests += 1;
    response.end(textOf({ method, url, headers, body: body.toString() }));
  };
  const attached = fastPath
    ? attachFastPath(server, {
        limits,
        target: '/graphql',
        isHost: isHostName,
        isJson,
        responseHeaders: {},
        handle,
        keepsConnections: () => true,
        onClosed: () => {},
        onHandover: (reason) => handovers.push(reason),
      })
    : null;
  const url = originOf(HOST, await listen(server, 0, HOST));
  return {
    url,
    server,
    get fastRequests() {
      return fastRequests;
    },
    handovers,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        attached?.closeAll();
        server.closeAllConnections();
      }),
  };
};
