/** The gateway's HTTP server alone, which responds with what it read. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createListener } from '../../../src/gateway/connections/listener.ts';
import { requestProblem } from '../../../src/gateway/connections/request-check.ts';
import { defaultServerLimits, type ServerLimits } from '../../../src/gateway/connections/server-limits.ts';
import { sendRefusal } from '../../../src/gateway/http/refusal.ts';
import { takeMessage } from './reading.ts';

/** A server. Its connections are made by a path, since ports would run out. */
export interface HttpServer extends AsyncDisposable {
  readonly path: string;
  /** Gives the server's end of the connection that a client begins next. */
  nextConnection(): Promise<Socket>;
}

/** Nothing happens by a clock: a stream ends when everything about it has come to rest. */
const limits: ServerLimits = {
  ...defaultServerLimits,
  checkMs: 3_600_000,
};

/**
 * Starts the gateway's server.
 *
 * @param options whether it refuses what the gateway refuses of any request, such as one without `Host`; not unless given
 */
export const startGatewayServer = async ({ refuses = false } = {}): Promise<HttpServer> => {
  const listener = createListener({
    limits,
    handle: (request, response) => {
      const problem = refuses ? requestProblem(request, limits) : null;
      if (problem === null) takeMessage(request, response);
      else sendRefusal(request, response, problem);
    },
    keepsConnections: () => true,
    servesHalfClosed: true,
    onSent: () => {},
    onClosed: () => {},
    metrics: { countRequest: () => {}, countResponse: () => {} },
    onEvict: () => {},
  });
  const { server } = listener;
  const directory = mkdtempSync(join(tmpdir(), 'http-'));
  const path = join(directory, 'socket');
  const waiting: ((socket: Socket) => void)[] = [];
  server.prependListener('connection', (socket: Socket) => waiting.shift()?.(socket));
  server.listen(path);
  await once(server, 'listening');
  return {
    path,
    nextConnection: () => new Promise((resolve) => waiting.push(resolve)),
    [Symbol.asyncDispose]: async () => {
      server.close();
      listener.closeAllConnections();
      await once(server, 'close');
      rmSync(directory, { recursive: true, force: true });
    },
  };
};
