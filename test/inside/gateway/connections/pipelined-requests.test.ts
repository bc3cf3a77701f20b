import { describe, expect, it } from 'vitest';
import { createListener } from '../../../../src/gateway/connections/listener.ts';
import { defaultServerLimits, type ServerLimits } from '../../../../src/gateway/connections/server-limits.ts';
import type { GatewayResponse } from '../../../../src/gateway/http/gateway-response.ts';
import type { RequestHead } from '../../../../src/gateway/http/router.ts';
import { createMetrics } from '../../../../src/gateway/observability/metrics/metrics.ts';
import type { ConnectionLimit } from '../../../../src/gateway/observability/metrics/server-load.ts';
import { startListening } from '../../../support/network/listen.ts';
import { openConnection, type RawConnection } from '../../../support/network/raw-connection.ts';

/** A server whose responses a test gives, each with the path of its request. */
const startServer = async (limits: Partial<ServerLimits> = {}) => {
  const begun: string[] = [];
  const waiting: GatewayResponse[] = [];
  const closed: ConnectionLimit[] = [];
  let tell: () => void = () => {};
  const handle = (request: RequestHead, response: GatewayResponse): void => {
    begun.push(request.url ?? '');
    waiting.push(response);
    tell();
  };
  const listener = createListener({
    networkOf: () => null,
    limits: { ...defaultServerLimits, jsonBytes: 1_024, ...limits },
    handle,
    keepsConnections: () => true,
    servesHalfClosed: true,
    onSent: () => {},
    onClosed: () => {},
    metrics: createMetrics().http,
    onEvict: (limit) => closed.push(limit),
  });
  const listening = await startListening(listener.server);
  const { port } = listening;
  return {
    begun,
    closed,
    /** Sends so many requests in one piece. */
    send: (count: number): Promise<RawConnection> => {
      const requests = Array.from({ length: count }, (_, index) => `GET /${index} HTTP/1.1\r\nHost: x\r\n\r\n`);
      return openConnection(new URL(`http://127.0.0.1:${port}`), requests.join(''));
    },
    /** Gives the next response that is under way, and names its request. */
    respond: async (headers: Record<string, string> = {}): Promise<string> => {
      if (waiting.length === 0) await new Promise<void>((resolve) => (tell = resolve));
      const response = waiting.shift();
      if (response === undefined) throw new Error('Nothing is under way.');
      const path = response.req.url ?? '';
      response.writeHead(200, { 'Content-Length': path.length, ...headers });
      response.end(path);
      return path;
    },
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
};

/** How many requests of a connection there may be: one under way, and those that wait. */
const MOST = 1 + defaultServerLimits.pipelinedRequests;

describe('Requests that come in one piece', () => {
  it('begin one after the other, each when the response before it is out', async () => {
    await using server = await startServer();
    using client = await server.send(MOST);
    const paths = Array.from({ length: MOST }, (_, index) => `/${index}`);
    for (const [index, path] of paths.entries()) {
      expect(await server.respond()).toBe(path);
      expect(server.begun).toHaveLength(index + 1);
    }
    await client.until(`\r\n\r\n${paths.at(-1)}`);
    expect([...client.received.matchAll(/\r\n\r\n(\/\d+)/g)].map(([, path]) => path)).toEqual(paths);
    expect(server.closed).toEqual([]);
  });

  it.each([MOST + 1, 500])('cost their connection when there are too many: %i', async (count) => {
    await using server = await startServer();
    using client = await server.send(count);
    expect(await client.closed.catch(() => '')).toBe('');
    expect(server.begun).toEqual(['/0']);
    expect(server.closed).toEqual(['pipelined_requests']);
  });

  it('draw on the budget of what is held for clients while they wait', async () => {
    await using server = await startServer({ unreadBytes: 100_000 });
    const clients = [];
    for (let count = 1; count <= 4; count += 1) clients.push(await server.send(3));
    await Promise.any(clients.map(({ closed }) => closed));
    expect(new Set(server.closed)).toEqual(new Set(['unread_bytes']));
    for (const client of clients) client[Symbol.dispose]();
  });

  it('do not begin behind the last response of their connection', async () => {
    await using server = await startServer();
    using client = await server.send(3);
    await server.respond({ Connection: 'close' });
    expect(await client.closed).toMatch(/\r\n\r\n\/0$/);
    expect(server.begun).toEqual(['/0']);
  });

  it('do not begin when their client is gone', async () => {
    await using server = await startServer();
    const client = await server.send(3);
    using other = await server.send(1);
    while (server.begun.length < 2) await new Promise((resolve) => setImmediate(resolve));
    client.socket.resetAndDestroy();
    await server.respond();
    await server.respond();
    await other.until('\r\n\r\n/0');
    expect(server.begun).toEqual(['/0', '/0']);
  });
});
