import { describe, expect, it, vi } from 'vitest';
import { useFakeTimers } from '../support/fake-timers.ts';
import { codesOf, dataOf } from '../support/graphql-client.ts';
import type { RunningGateway } from '../support/running-gateway.ts';
import { captureLog, startGatewayAt, TestClock } from '../support/running-gateway.ts';
import { CALLER_TOKEN, type ScriptedGateway, startScriptedGateway } from '../support/scripted-gateway.ts';

const listing = '{ listing(id: 7) { title } }';
const LISTING = 'GET /v1/listings/{id}';

const start = (settings: Parameters<typeof startScriptedGateway>[0] = {}): Promise<ScriptedGateway> =>
  startScriptedGateway({ operationLog: 'on', guard: { retryPercent: 0 }, ...settings });

const linesOf = ({ logLines }: RunningGateway): readonly Readonly<Record<string, unknown>>[] =>
  logLines.map((line) => JSON.parse(line));

/** The lines of operations, as soon as there are so many. */
const operationsOf = async (gateway: RunningGateway, count: number) => {
  for (;;) {
    const lines = linesOf(gateway).filter(({ msg }) => msg === 'operation');
    if (lines.length >= count) return lines;
    await gateway.fetch('/livez');
  }
};

const countOf = async (gateway: RunningGateway, reason: string): Promise<number> => {
  const text = await (await gateway.fetch('/metrics')).text();
  const [, count] = new RegExp(`^listings_gateway_upstream_failures_total\\{reason="${reason}"\\} (\\d+)$`, 'm').exec(
    text,
  ) ?? [null, 'none'];
  return Number(count);
};

describe('The line of an operation whose calls failed', () => {
  it('says why, by endpoint, and so do the metrics', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/listings/{id}', { reset: 'before-headers' });
    gateway.upstream.on('GET', '/v1/user/details', { status: 502 });
    await gateway.ask('{ a: listing(id: 7) { title } b: listing(id: 8) { title } viewer { name } }');
    const [line] = await operationsOf(gateway, 1);
    expect(line).toMatchObject({
      level: 40,
      codes: ['UPSTREAM_UNAVAILABLE'],
      failures: expect.arrayContaining([
        { operation: LISTING, reason: 'ECONNRESET', count: 2 },
        { operation: 'GET /v1/user/details', reason: 'http_5xx', count: 1 },
      ]),
    });
    expect(line?.['failures']).toHaveLength(2);
    expect([await countOf(gateway, 'ECONNRESET'), await countOf(gateway, 'http_5xx')]).toEqual([2, 1]);
  });

  it('has none where the service only refuses', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/listings/{id}', { status: 404 });
    gateway.upstream.on('GET', '/v1/user/details', { status: 401 });
    await gateway.ask(`{ listing(id: 7) { title } viewer { name } }`);
    const [line] = await operationsOf(gateway, 1);
    expect(line).not.toHaveProperty('failures');
  });

  it('has none where the second try was answered', async () => {
    await using gateway = await start({ guard: {} });
    gateway.upstream.on('GET', '/v1/listings/{id}', { json: { PKID: 7, Title: 'A car' } });
    gateway.upstream.once('GET', '/v1/listings/{id}', { status: 503 });
    dataOf(await gateway.ask(listing));
    const [line] = await operationsOf(gateway, 1);
    expect(line).not.toHaveProperty('failures');
    expect(await countOf(gateway, 'http_5xx')).toBe(0);
  });

  it('reports what could not be read, once', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/listings/{id}', { json: 'odd' });
    expect(codesOf(await gateway.ask(listing))).toEqual(['UPSTREAM_INVALID']);
    const [line] = await operationsOf(gateway, 1);
    expect(line?.['failures']).toEqual([{ operation: LISTING, reason: 'unreadable', count: 1 }]);
    expect(await countOf(gateway, 'unreadable')).toBe(1);
  });

  it('reports that its own time was up', async () => {
    useFakeTimers('performance');
    await using gateway = await start({ deadlines: { queryMs: 2000, mutationMs: 2000 } });
    gateway.upstream.on('GET', '/v1/listings/{id}', { hang: 'before-headers' });
    const asked = gateway.ask(listing);
    await gateway.upstream.received(1);
    vi.advanceTimersByTime(2000);
    expect(codesOf(await asked)).toEqual(['UPSTREAM_TIMEOUT']);
    const [line] = await operationsOf(gateway, 1);
    expect(line?.['failures']).toEqual([{ operation: LISTING, reason: 'operation_timeout', count: 1 }]);
  });

  it('reports why also where the failed call was that of another operation', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/properties/fuel', { status: 503 });
    gateway.upstream.on('GET', '/v1/properties', { status: 503 });
    await gateway.ask('{ lookups { fuels { key } } }');
    const calls = gateway.upstream.count();
    await gateway.ask('{ lookups { fuels { key } } }');
    expect(gateway.upstream.count()).toBe(calls);
    for (const line of await operationsOf(gateway, 2)) {
      expect(line['failures']).toEqual([{ operation: 'GET /v1/properties/fuel', reason: 'http_5xx', count: 1 }]);
    }
  });

  it('is there for invoices and uploads too', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/user/invoice', { reset: 'before-headers' });
    await gateway.fetch('/invoices/5?kind=INVOICE', { headers: { authorization: `Bearer ${CALLER_TOKEN}` } });
    const [line] = await operationsOf(gateway, 1);
    expect(line?.['failures']).toEqual([{ operation: 'GET /v1/user/invoice', reason: 'ECONNRESET', count: 1 }]);
  });

  it('names no address of the service, whatever failed', async () => {
    const { log, lines } = captureLog();
    const address = new URL('http://canary-host.invalid:81/canary-path');
    await using gateway = await startGatewayAt(address, { operationLog: 'on' }, new TestClock(), { log, lines });
    await gateway.query(listing, { token: CALLER_TOKEN });
    const [line] = await operationsOf(gateway, 1);
    expect(line?.['failures']).toEqual([
      { operation: LISTING, reason: expect.stringMatching(/^(?:ENOTFOUND|EAI_AGAIN)$/), count: 1 },
    ]);
    expect(lines.join('\n')).not.toContain('canary');
  });
});

it('The line of a breaker that opens says why calls failed, and those after it fail because it is open', async () => {
  let now = 0;
  await using gateway = await start({ guard: { retryPercent: 0, now: () => now } });
  gateway.upstream.on('GET', '/v1/listings/{id}', { status: 503 });
  await gateway.ask(listing);
  // Too long ago to be why.
  now += 11_000;
  gateway.upstream.on('GET', '/v1/listings/{id}', { reset: 'before-headers' });
  while (!linesOf(gateway).some(({ breaker }) => breaker === 'open')) {
    await gateway.ask(listing);
    // Whatever it takes for an outage.
    now += 100;
  }
  const opened = linesOf(gateway).find(({ breaker }) => breaker === 'open');
  expect(opened).toMatchObject({ level: 40, group: 'listings', reasons: { ECONNRESET: expect.any(Number) } });
  expect(opened?.['reasons']).not.toHaveProperty('http_5xx');
  const asked = gateway.upstream.count();
  await gateway.ask(listing);
  expect(gateway.upstream.count()).toBe(asked);
  const lines = await operationsOf(gateway, asked + 1);
  expect(lines.at(-1)?.['failures']).toEqual([{ operation: LISTING, reason: 'breaker_open', count: 1 }]);
  expect(await countOf(gateway, 'breaker_open')).toBe(1);
});
