import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { ServerLimits } from '../../../../src/gateway/connections/server-limits.ts';
import { endSlowClients } from '../../../../src/gateway/connections/slow-clients.ts';
import { openConnection } from '../../../support/network/raw-connection.ts';
import { TestClock } from '../../../support/running-gateway.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';

const start = (serverLimits: Partial<ServerLimits>) =>
  startScriptedGateway({ serverLimits: { headersMs: 100, requestMs: 200, checkMs: 20, ...serverLimits } });

const createResponse = () => {
  const socket = new Socket();
  return [new ServerResponse(new IncomingMessage(socket)), socket] as const;
};

const head = 'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

describe('A client that does not send its request in time', () => {
  it.each([
    ['sends nothing', ''],
    ['stops within its headers', `${head}X-Slow: `],
    ['stops before its body', `${head}Content-Length: 26\r\n\r\n`],
    ['stops within its body', `${head}Content-Length: 26\r\n\r\n{"query"`],
    ['stops within a chunk', `${head}Transfer-Encoding: chunked\r\n\r\n1a\r\n{"query"`],
    ['stops after a chunk', `${head}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`],
  ])('is informed and its connection is closed: it %s', async (_how, bytes) => {
    await using gateway = await start({});
    using connection = await openConnection(gateway.url, bytes);
    const response = await connection.closed;
    expect(response).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(response).toMatch(/^X-Content-Type-Options: nosniff\r$/m);
    expect(response.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});

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
    const [pending, begun] = [createResponse(), createResponse()];
    begun[0].writeHead(200).flushHeaders();
    using watch = endSlowClients([pending, begun], { responseMs: 100, checkMs: 60_000, now: clock.now });
    const areOpen = () => [pending, begun].map(([, socket]) => !socket.destroyed);
    watch.look();
    clock.advance(99);
    watch.look();
    expect(areOpen()).toEqual([true, true]);
    clock.advance(1);
    watch.look();
    expect(areOpen()).toEqual([true, false]);
    pending[0].writeHead(200).flushHeaders();
    watch.look();
    clock.advance(99);
    watch.look();
    expect(areOpen()).toEqual([true, false]);
    clock.advance(1);
    watch.look();
    expect(areOpen()).toEqual([false, false]);
  });
});

describe('More connections than the gateway takes', () => {
  const patient = { headersMs: 60_000, requestMs: 60_000, bodyMs: 60_000 };
  const ask = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n';
  const operation = `${head}Content-Length: 26\r\n\r\n{"query":"{ __typename }"}`;

  it.each([
    [operation, '__typename'],
    [ask, 'alive'],
  ])('close those that have waited longest for a request, and all others are served: %j', async (request, said) => {
    await using gateway = await startScriptedGateway({
      serverLimits: { connections: { perProcess: 2, perNetwork: 0 }, ...patient },
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

  it('are closed as they come while all others are busy', async () => {
    await using gateway = await start({ connections: { perProcess: 2, perNetwork: 0 }, ...patient });
    const unfinished = `${head}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`;
    using first = await openConnection(gateway.url, `${ask}${unfinished}`);
    using second = await openConnection(gateway.url, `${ask}${unfinished}`);
    await Promise.all([first.until('alive'), second.until('alive')]);
    using third = await openConnection(gateway.url, ask);
    await third.closed.catch(() => {});
    expect(third.received).toBe('');
    expect([first, second].map(({ socket }) => socket.readyState)).toEqual(['open', 'open']);
    first.socket.write('0\r\n\r\n');
    await first.until('"errors"');
    using fourth = await openConnection(gateway.url, ask);
    await fourth.until('alive');
  });
});
