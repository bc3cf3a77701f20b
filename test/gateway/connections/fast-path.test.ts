import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it } from 'vitest';
import { handoverReasons } from '../../../src/http1/handover-reason.ts';
import { openConnection } from '../../support/network/raw-connection.ts';
import type { RunningGateway } from '../../support/running-gateway.ts';
import { startScriptedGateway } from '../../support/scripted-gateway.ts';

const requestOf = (content: string): string =>
  `POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${content.length}\r\n\r\n${content}`;
const operation = requestOf('{"query":"{ __typename }"}');

const bodiesIn = (received: string): readonly string[] =>
  received.split(/(?=HTTP\/1\.1 )/).map((response) => response.slice(response.indexOf('\r\n\r\n') + 4));

describe('The gateway responds on one connection', () => {
  it("what is ordinary without Node's HTTP server, and with it what is not", async () => {
    await using gateway = await startScriptedGateway({ fastPath: true });
    const targets: unknown[] = [];
    const record = (message: unknown): void => void targets.push(Object(Object(message).request).url);
    subscribe('http.server.request.start', record);
    try {
      using client = await openConnection(gateway.url, operation);
      await client.until('"Query"');
      expect(targets).toEqual([]);
      client.socket.write('GET /livez HTTP/1.1\r\nHost: a\r\n\r\n');
      await client.until('"alive"');
      expect(targets).toEqual(['/livez']);
    } finally {
      unsubscribe('http.server.request.start', record);
    }
  });

  it('what is ordinary and what is not, each in its turn', async () => {
    await using gateway = await startScriptedGateway({ fastPath: true });
    using client = await openConnection(gateway.url);
    client.socket.write(operation);
    await client.until('"Query"');
    client.socket.write(`GET /livez HTTP/1.1\r\nHost: a\r\n\r\n${operation}`);
    await client.until('"alive"');
    client.socket.write(`${operation}${operation}`);
    client.socket.end();
    const bodies = bodiesIn(await client.closed);
    const response = '{"data":{"__typename":"Query"}}';
    expect(bodies.slice(0, 3)).toEqual([response, expect.stringContaining('{"status":"alive"}'), response]);
  });
});

/** What a metric shows by label; what is zero is left out. */
const counted = async (gateway: RunningGateway, metric: string): Promise<Readonly<Record<string, number>>> => {
  const text = await (await gateway.fetch('/metrics')).text();
  const values = text.matchAll(new RegExp(`^${metric}\\{\\w+="(\\w+)"\\} (\\d+)$`, 'gm'));
  return Object.fromEntries(
    [...values].map(([, label, value]) => [label, Number(value)]).filter(([, value]) => value !== 0),
  );
};
const requests = 'listings_gateway_http_requests_total';
const handovers = 'listings_gateway_http_handovers_total';

describe('HTTP_FAST_PATH', () => {
  it.each([
    [true, { fast: 2, node: 1 }],
    [false, { node: 3 }],
  ])('says who reads requests: %s', async (fastPath, expected) => {
    await using gateway = await startScriptedGateway({ fastPath });
    using client = await openConnection(gateway.url);
    client.socket.write(operation);
    await client.until('"Query"');
    client.socket.write(operation);
    await client.until('"Query"}}HTTP/1.1 200');
    expect(await counted(gateway, requests)).toEqual(expected);
  });

  it('when it is off, keeps connections and closes those that idle at a stop, as when it is on', async () => {
    const gateway = await startScriptedGateway({ fastPath: false });
    using client = await openConnection(gateway.url, operation);
    await client.until('"Query"');
    await gateway.stop({ graceMs: 0, drainMs: 60_000 });
    expect(bodiesIn(await client.closed)).toEqual(['{"data":{"__typename":"Query"}}']);
    await gateway[Symbol.asyncDispose]();
  });
});

describe('A connection that is handed over', () => {
  it.each([
    ['method', 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['target', 'POST /nothing HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n'],
    ['duplicate_header', operation.replace('Host: a', 'Host: a\r\nX-A: 1\r\nX-A: 1')],
    ['upgrade', operation.replace('Host: a', 'Host: a\r\nConnection: upgrade\r\nUpgrade: h2c')],
    ['pipelined', operation + operation],
  ])('is counted by its reason: %s', async (reason, bytes) => {
    await using gateway = await startScriptedGateway({ fastPath: true });
    using client = await openConnection(gateway.url, bytes);
    await client.until('HTTP/1.1');
    // The scrape itself is a GET.
    const expected = reason === 'method' ? { method: 2 } : { [reason]: 1, method: 1 };
    expect(await counted(gateway, handovers)).toEqual(expected);
  });

  it('has a reason of a closed list, each shown from the start', async () => {
    await using gateway = await startScriptedGateway();
    const text = await (await gateway.fetch('/metrics')).text();
    const shown = [...text.matchAll(new RegExp(`^${handovers}\\{reason="(\\w+)"\\}`, 'gm'))].map(
      ([, reason]) => reason,
    );
    expect(shown).toEqual([...handoverReasons]);
  });
});
