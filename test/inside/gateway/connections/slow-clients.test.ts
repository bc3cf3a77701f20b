import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ClientConnections } from '../../../../src/gateway/connections/client-connections.ts';
import { defaultServerLimits, type ServerLimits } from '../../../../src/gateway/connections/server-limits.ts';
import { watchSlowClients } from '../../../../src/gateway/connections/slow-clients.ts';
import { GatewayRequest } from '../../../../src/gateway/http/gateway-request.ts';
import { GatewayResponse } from '../../../../src/gateway/http/gateway-response.ts';
import { deferred } from '../../../support/deferred.ts';
import { sampled } from '../../../support/effort.ts';
import { openConnection } from '../../../support/network/raw-connection.ts';
import { TestClock } from '../../../support/running-gateway.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';

const start = (serverLimits: Partial<ServerLimits>) =>
  startScriptedGateway({ serverLimits: { headersMs: 100, requestMs: 200, checkMs: 20, ...serverLimits } });

type Response = GatewayResponse<GatewayRequest>;

/** Begins a request on a connection of its own. */
const begin = (connections: ClientConnections<Response>): Response => {
  const socket = new Socket();
  connections.admit(socket);
  const request = new GatewayRequest(socket);
  request.complete = true;
  const [response, connection] = [new GatewayResponse(request), connections.of(socket)];
  if (connection === undefined) throw new Error('There is no place for it.');
  connections.begin(connection, response);
  return response;
};

const head = 'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

it.each(
  sampled(2, [
    ['sends nothing', ''],
    ['stops within its headers', `${head}X-Slow: `],
    ['stops before its body', `${head}Content-Length: 26\r\n\r\n`],
    ['stops within its body', `${head}Content-Length: 26\r\n\r\n{"query"`],
    ['stops within a chunk', `${head}Transfer-Encoding: chunked\r\n\r\n1a\r\n{"query"`],
    ['stops after a chunk', `${head}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`],
  ]),
)(
  'A client that does not send its request in time is informed and its connection is closed: it %s',
  async (_how, bytes) => {
    await using gateway = await start({});
    using connection = await openConnection(gateway.url, bytes);
    const response = await connection.closed;
    expect(response).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(response).toMatch(/^X-Content-Type-Options: nosniff\r$/m);
    expect(response.match(/HTTP\/1\.1/g)).toHaveLength(1);
  },
);

describe('A client that does not take its response', () => {
  it('is cut off, and the gateway goes on', async () => {
    await using gateway = await start({ headersMs: 60_000, requestMs: 60_000, responseMs: 100 });
    // More than fits into the buffers between the two.
    using client = await openConnection(gateway.url, 'GET /schema.graphql HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(300));
    client.socket.pause();
    // It reads nothing, and so learns only by what it writes that nobody is there.
    const drip = setInterval(() => client.socket.write('\r\n'), 5);
    await client.closed.catch(() => {}).finally(() => clearInterval(drip));
    expect((await gateway.fetch('/livez')).status).toBe(200);
  });

  it('has its time from the first byte of the response on, not while it is being made', () => {
    const clock = new TestClock();
    const connections = new ClientConnections<Response>({ most: 10, now: clock.now });
    const [pending, begun] = [begin(connections), begin(connections)];
    begun.writeHead(200).flushHeaders();
    const limits = { ...defaultServerLimits, jsonBytes: 1_024, responseMs: 100 };
    const watch = watchSlowClients({ connections, limits, evict: () => {}, now: clock.now });
    const areOpenAfter = (milliseconds: number) => {
      clock.advance(milliseconds);
      watch.look();
      return [pending, begun].map(({ req }) => !req.socket.destroyed);
    };
    expect(areOpenAfter(0)).toEqual([true, true]);
    expect(areOpenAfter(99)).toEqual([true, true]);
    expect(areOpenAfter(1)).toEqual([true, false]);
    pending.writeHead(200).flushHeaders();
    expect(areOpenAfter(0)).toEqual([true, false]);
    expect(areOpenAfter(99)).toEqual([true, false]);
    expect(areOpenAfter(1)).toEqual([false, false]);
  });
});

describe('More connections than the gateway takes', () => {
  const patient = { headersMs: 60_000, requestMs: 60_000 };
  const ask = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n';
  const operation = `${head}Content-Length: 26\r\n\r\n{"query":"{ __typename }"}`;

  it.each([
    [operation, '__typename'],
    [ask, 'alive'],
  ])('close those that have waited longest for a request, and all others are served: %j', async (request, said) => {
    await using gateway = await startScriptedGateway({
      serverLimits: { connections: 2, ...patient },
    });
    using silent = await openConnection(gateway.url);
    using kept = await openConnection(gateway.url, request);
    await kept.until(said);
    using third = await openConnection(gateway.url, request);
    await third.until(said);
    expect(await silent.closed).toBe('');
    kept.socket.write('GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n');
    await kept.until('HTTP/1.1 404');
    using fourth = await openConnection(gateway.url, request);
    await fourth.until(said);
    expect((await third.closed).match(/HTTP/g)).toHaveLength(1);
    kept.socket.write('GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n');
    await kept.until('listings_gateway_refusals_total{limit="connections"} 2');
  });

  it('close those whose requests do not come to their end', async () => {
    await using gateway = await start({ connections: 2, ...patient });
    const unfinished = `${head}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`;
    using first = await openConnection(gateway.url, `${ask}${unfinished}`);
    await first.until('alive');
    using second = await openConnection(gateway.url, `${ask}${unfinished}`);
    await second.until('alive');
    using third = await openConnection(gateway.url, ask);
    await third.until('alive');
    expect((await first.closed).match(/HTTP/g)).toHaveLength(1);
    expect(second.socket.readyState).toBe('open');
  });

  it('close those of the network that has most', () => {
    const connections = new ClientConnections({ most: 4, networkOf: (address) => address });
    const open = (remoteAddress: string) => {
      const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
      expect(connections.admit(socket)).toBe(true);
      return socket;
    };
    const oldest = open('203.0.113.7');
    const many = Array.from({ length: 8 }, () => open('198.51.100.7'));
    expect(oldest.destroyed).toBe(false);
    expect(many.map(({ destroyed }) => destroyed)).toEqual([true, true, true, true, true, false, false, false]);
  });

  it('are closed as they come while the gateway works for all others', async () => {
    await using gateway = await start({ connections: 2, ...patient });
    const { promise: delayUntil, resolve: respond } = deferred();
    gateway.upstream.on('GET', '/v1/listings/{id}', { json: { PKID: 7, Title: 'A coupé' }, delayUntil });
    const body = '{"query":"{ listing(id: 7) { title } }"}';
    const read = `${head}Authorization: Bearer t\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    using first = await openConnection(gateway.url, read);
    using second = await openConnection(gateway.url, read);
    await gateway.upstream.received(2);
    using third = await openConnection(gateway.url, ask);
    await third.closed.catch(() => {});
    expect(third.received).toBe('');
    respond();
    await Promise.all([first.until('coup'), second.until('coup')]);
    using fourth = await openConnection(gateway.url, ask);
    await fourth.until('alive');
  });
});
