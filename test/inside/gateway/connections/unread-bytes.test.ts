import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { createListener } from '../../../../src/gateway/connections/listener.ts';
import { defaultServerLimits } from '../../../../src/gateway/connections/server-limits.ts';
import type { GatewayResponse } from '../../../../src/gateway/http/gateway-response.ts';
import type { RequestHead } from '../../../../src/gateway/http/router.ts';
import { createMetrics } from '../../../../src/gateway/observability/metrics/metrics.ts';
import type { ConnectionLimit } from '../../../../src/gateway/observability/metrics/server-load.ts';
import { sampled } from '../../../support/effort.ts';
import { startListening } from '../../../support/network/listen.ts';
import { openConnection, type RawConnection } from '../../../support/network/raw-connection.ts';

const MEBIBYTE = 1_048_576;
/** More than the system takes of a response that nobody reads. */
const LARGE = 16 * MEBIBYTE;

/** A server whose every response is large, in the form that the path of its request says. */
const startServer = async (unreadBytes: number) => {
  const closed: ConnectionLimit[] = [];
  const begun: RequestHead[] = [];
  const answer = (request: RequestHead, response: GatewayResponse): void => {
    begun.push(request);
    response.writeHead(200, { 'Content-Length': LARGE });
    if (request.url === '/stream') {
      const parts = Readable.from(Array.from({ length: LARGE / MEBIBYTE }, () => Buffer.alloc(MEBIBYTE, 'x')));
      pipeline(parts, response).catch(() => {});
    } else {
      response.end(request.url === '/text' ? 'x'.repeat(LARGE) : Buffer.alloc(LARGE, 'x'));
    }
  };
  const listener = createListener({
    networkOf: () => null,
    limits: { ...defaultServerLimits, jsonBytes: 1_024, unreadBytes },
    handle: answer,
    keepsConnections: () => true,
    servesHalfClosed: true,
    onSent: () => {},
    onClosed: () => {},
    metrics: createMetrics().http,
    onEvict: (limit) => closed.push(limit),
  });
  const listening = await startListening(listener.server);
  const { port } = listening;
  const connections: RawConnection[] = [];
  return {
    listener,
    closed,
    /** Sends requests on a connection that reads nothing. */
    ask: async (...requests: readonly string[]): Promise<RawConnection> => {
      const before = begun.length;
      const bytes = requests.map((start) => {
        const length = start.startsWith('POST')
          ? 'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}'
          : '\r\n';
        return `${start} HTTP/1.1\r\nHost: x\r\n${length}`;
      });
      const connection = await openConnection(new URL(`http://127.0.0.1:${port}`));
      connections.push(connection);
      connection.socket.pause();
      connection.socket.write(bytes.join(''));
      while (begun.length === before) await new Promise((resolve) => setImmediate(resolve));
      return connection;
    },
    [Symbol.asyncDispose]: async () => {
      for (const connection of connections) connection[Symbol.dispose]();
      await listening[Symbol.asyncDispose]();
    },
  };
};

/** Reads on, to the end of the connection or of so many responses. */
const readOn = async ({ socket, closed }: RawConnection, length: number): Promise<number> => {
  let bytes = 0;
  const all = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes >= length) resolve();
    });
  });
  socket.resume();
  await Promise.race([all, closed.catch(() => {})]);
  return bytes;
};

describe.concurrent('Responses that clients do not read', () => {
  it.each(
    sampled(4, [
      ['as bytes', ['GET /bytes'], 1],
      ['to a request with a body', ['POST /graphql'], 1],
      ['as a text', ['GET /text'], 1],
      ['before others, which are not made yet', ['GET /bytes', 'GET /bytes', 'GET /bytes'], 1],
    ]),
  )('cost the slowest its connection when they are too much for the process: %s', async (_how, requests, responses) => {
    await using server = await startServer(LARGE * (responses + 1.5));
    const slow = await server.ask(...requests);
    const next = await server.ask('POST /graphql');
    expect(server.closed).toEqual([]);
    const last = await server.ask(...requests);
    expect(server.closed[0]).toBe('unread_bytes');
    expect(await readOn(slow, LARGE)).toBeLessThan(LARGE);
    expect(await readOn(next, LARGE)).toBeGreaterThanOrEqual(LARGE);
    expect(last.socket.destroyed).toBe(false);
  });

  it('are held no longer than they are written, and streams no more than a piece of them', async () => {
    await using server = await startServer(LARGE / 2);
    const stream = await server.ask('GET /stream');
    expect(await readOn(stream, LARGE)).toBeGreaterThanOrEqual(LARGE);
    while (server.listener.unreadBytes > 0) await new Promise((resolve) => setImmediate(resolve));
    expect(server.closed).toEqual([]);
  });
});
