import { describe, expect, it } from 'vitest';
import { unfinishedRequests } from '../../../guarantees/attacks/unfinished-requests.ts';
import { sampled } from '../../../support/effort.ts';
import { openConnection, type RawConnection } from '../../../support/network/raw-connection.ts';
import { CALLER_TOKEN, type ScriptedGateway, startScriptedGateway } from '../../../support/scripted-gateway.ts';

/** Node reports a request when its head is there. */
const counted = unfinishedRequests.filter(({ how }) => !how.includes('half a head'));

const manyHeaders = Array.from({ length: 90 }, (_, at) => `x-${at}: v`);

const headOf = (...headers: readonly string[]): string =>
  [
    'POST /graphql HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${CALLER_TOKEN}`,
    'Content-Type: application/json',
    ...headers,
    '',
    '',
  ].join('\r\n');

const inMetrics = async (gateway: ScriptedGateway, name: string): Promise<number> => {
  const text = await (await gateway.fetch('/metrics')).text();
  return Number(new RegExp(`^${name.replaceAll(/[{}"]/g, String.raw`\$&`)} (\\d+)`, 'm').exec(text)?.[1]);
};

const incomplete = (gateway: ScriptedGateway): Promise<number> =>
  inMetrics(gateway, 'listings_gateway_unfinished_requests{worker="0"}');

const evicted = (gateway: ScriptedGateway): Promise<number> =>
  inMetrics(gateway, 'listings_gateway_refusals_total{limit="unfinished_requests"}');

const start = (serverLimits: object) =>
  startScriptedGateway({
    trustedProxies: 1,
    serverLimits: { checkMs: 20, ...serverLimits },
    overload: { maxInFlight: 1, eventLoopMs: 60_000, memoryPercent: 100 },
  });

describe('Requests that do not end', () => {
  it.each(sampled(6, counted))('take nobody’s place: $how', async ({ start: bytes }) => {
    await using gateway = await start({});
    const connections: RawConnection[] = [];
    for (let at = 1; at <= 3; at += 1) {
      connections.push(await openConnection(gateway.url, Buffer.from(bytes, 'latin1')));
      while ((await incomplete(gateway)) < at);
      expect((await gateway.ask('{ __typename }')).body).toEqual({ data: { __typename: 'Query' } });
    }
    expect(await inMetrics(gateway, 'listings_gateway_in_flight{worker="0"}')).toBe(0);
    for (const connection of connections) connection[Symbol.dispose]();
    while ((await incomplete(gateway)) > 0);
    expect(gateway.logLines.filter((line) => JSON.parse(line).level >= 40)).toEqual([]);
  });

  it.each(
    sampled(4, [
      ['bodies with a length', 200_000, `${headOf('Content-Length: 200000')}"${'x'.repeat(60_000)}`],
      ['chunks', 200_000, `${headOf('Transfer-Encoding: chunked')}ea61\r\n"${'x'.repeat(60_000)}\r\n`],
      ['whole heads', 40_000, headOf(`X-Long: ${'x'.repeat(12_000)}`, 'Content-Length: 100')],
      ['heads of many short headers', 40_000, headOf(...manyHeaders, 'Content-Length: 100')],
      ['heads', 40_000, `POST /graphql HTTP/1.1\r\nHost: x\r\nX-Slow: ${'x'.repeat(12_000)}`],
    ] as const),
  )('draw on the budget of what is held for clients, and the slowest get 408: %s', async (_way, unreadBytes, text) => {
    await using gateway = await start({ unreadBytes });
    const connections: RawConnection[] = [];
    for (let at = 1; at <= 6; at += 1) {
      connections.push(await openConnection(gateway.url, text));
      while ((await incomplete(gateway)) + (await evicted(gateway)) < at);
    }
    const [first, last] = [connections[0], connections.at(-1)];
    expect(await first?.closed).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    // The last bytes of a head may still be on their way when its first ones count.
    while ((await evicted(gateway)) < 3);
    expect(last?.received).toBe('');
    expect((await gateway.ask('{ __typename }')).status).toBe(200);
    for (const connection of connections) connection[Symbol.dispose]();
  });

  /** Of one address, each less than the request of another. */
  const tokens = Array.from({ length: 8 }, (_each, at) => `token-${at}`);
  it.each([
    ['bodies', () => `${headOf('X-Forwarded-For: 203.0.113.7', 'Content-Length: 200000')}${'x'.repeat(60_000)}`],
    [
      'bodies of many tokens',
      (at: number) =>
        `${headOf('X-Forwarded-For: 203.0.113.7', 'Content-Length: 200000').replace(CALLER_TOKEN, tokens[at] ?? '')}${'x'.repeat(26_000)}`,
    ],
    // Nobody knows yet whom a proxy in front speaks for.
    ['heads', () => `POST /graphql HTTP/1.1\r\nHost: x\r\nX-Slow: ${'x'.repeat(14_000)}`],
  ] as const)('of an address that holds most go first, however long another takes: %s', async (how, textOf) => {
    await using gateway = await start({ unreadBytes: how === 'heads' ? 120_000 : 200_000 });
    gateway.upstream.on('GET', '/v1/user/details', { json: { UserID: 1, Name: 'Ann' } });
    for (const token of tokens) await gateway.query('{ viewer { name } }', { token });
    const body = JSON.stringify({ query: '{ __typename }', variables: { text: 'x'.repeat(30_000) } });
    const head = headOf('X-Forwarded-For: 198.51.100.7', `Content-Length: ${body.length}`);
    using slow = await openConnection(gateway.url, head, body.slice(0, -1));
    while ((await incomplete(gateway)) < 1);
    const connections: RawConnection[] = [];
    for (let at = 0; at < 8; at += 1) {
      connections.push(await openConnection(gateway.url, textOf(at)));
      while ((await incomplete(gateway)) + (await evicted(gateway)) < at + 2);
    }
    expect(await evicted(gateway)).toBeGreaterThan(0);
    slow.socket.write(body.slice(-1));
    await slow.until('\r\n\r\n{');
    expect(slow.received).toMatch(/^HTTP\/1\.1 200 /);
    for (const connection of connections) connection[Symbol.dispose]();
  });

  it('are not run when the rest comes after their client was informed that they are late', async () => {
    await using gateway = await start({ headersMs: 50, requestMs: 50 });
    gateway.upstream.on('GET', '/v1/user/details', { json: { UserID: 1, Name: 'Ann' } });
    const body = '{"query":"{ viewer { name } }"}';
    using connection = await openConnection(gateway.url, headOf(`Content-Length: ${body.length}`), body.slice(0, 1));
    await connection.until('HTTP/1.1 408');
    connection.socket.write(body.slice(1));
    await connection.closed;
    expect((await gateway.ask('{ viewer { name } }', { token: CALLER_TOKEN })).status).toBe(200);
    expect(gateway.upstream.count()).toBe(1);
  });

  it('are under way when they have ended, if there is capacity by then', async () => {
    await using gateway = await start({});
    gateway.upstream.on('GET', '/v1/user/details', { hang: 'before-headers' });
    const body = '{"query":"{ viewer { name } }"}';
    const begin = () => openConnection(gateway.url, headOf('Transfer-Encoding: chunked'));
    using first = await begin();
    using second = await begin();
    while ((await incomplete(gateway)) < 2);
    const end = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    first.socket.write(end);
    await gateway.upstream.received(1);
    expect(await inMetrics(gateway, 'listings_gateway_in_flight{worker="0"}')).toBe(1);
    second.socket.write(end);
    await second.until('"OVERLOADED"');
    expect(second.received).toMatch(/^HTTP\/1\.1 503 /);
  });
});
