import { describe, expect, it } from 'vitest';
import { deferred } from '../support/deferred.ts';
import { codesOf, dataOf, valueAt } from '../support/graphql-client.ts';
import { CALLER_TOKEN, type ScriptedGateway, startScriptedGateway } from '../support/scripted-gateway.ts';

const HOUR_MS = 3_600_000;
const fuelsQuery = '{ lookups { fuels { label } } }';
const listingQuery = '{ listing(id: 7) { title } }';

const scriptFuels = ({ upstream }: ScriptedGateway): void =>
  upstream.on('GET', '/v1/properties/fuel', { json: [{ Id: 0, Item: 'Petrol' }] });

/** A clock of the guard, which nothing that waits moves. */
const createBreakerClock = () => {
  let at = 0;
  const advance = (milliseconds: number): void => {
    at += milliseconds;
  };
  return { now: () => at, wait: async () => {}, advance };
};

/** Asks for lists that are not available until calls for lists are no longer sent. */
const bringDown = async (gateway: ScriptedGateway): Promise<void> => {
  for (let round = 0; round < 20; round += 1) {
    await gateway.ask('{ lookups { transmissions { key } } }');
    // A failure is kept for a moment.
    gateway.clock.advance(2_000);
  }
};

describe('Lookups while the service is known to be down', () => {
  it('are answered from what is cached, without a call, and again from the service when it is back', async () => {
    const clock = createBreakerClock();
    await using gateway = await startScriptedGateway({
      guard: { retryPercent: 0, ...clock },
      lookups: { freshMs: HOUR_MS },
    });
    const { upstream } = gateway;
    scriptFuels(gateway);
    dataOf(await gateway.ask(fuelsQuery));
    for (const path of ['/v1/properties', '/v1/properties/{name}']) upstream.on('GET', path, { status: 503 });
    upstream.on('GET', '/v1/properties/fuel', { status: 503 });
    await bringDown(gateway);
    const before = upstream.count();
    const cold = await gateway.ask('{ lookups { transmissions { key } } }');
    expect(cold.errors[0]?.extensions).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      retryable: true,
      retryAfter: 1,
      upstream: { operation: 'GET /v1/properties/transmission', status: null },
    });
    gateway.clock.advance(20 * HOUR_MS);
    const warm = await gateway.ask(fuelsQuery);
    expect([codesOf(warm), valueAt(warm, 'lookups.fuels.0.label')]).toEqual([[], 'Petrol']);
    expect(upstream.count()).toBe(before);
    // Probes that fail say nothing new.
    for (let probe = 0; probe < 3; probe += 1) {
      clock.advance(500);
      gateway.clock.advance(2_000);
      await gateway.ask('{ lookups { transmissions { key } } }');
    }
    expect(upstream.count()).toBeGreaterThan(before);
    expect(gateway.logLines.filter((line) => line.includes('A part of the service'))).toHaveLength(1);
    gateway.clock.advance(2_000);
    upstream.on('GET', '/v1/properties/transmission', { json: [{ Id: 0, Item: 'Manual' }] });
    clock.advance(500);
    expect(dataOf(await gateway.ask('{ lookups { transmissions { key } } }'))).toEqual({
      lookups: { transmissions: [{ key: '0' }] },
    });
  });

  it('do not keep anything else from being read', async () => {
    const clock = createBreakerClock();
    await using gateway = await startScriptedGateway({ guard: { retryPercent: 0, ...clock } });
    gateway.upstream.on('GET', '/v1/properties/transmission', { status: 503 });
    gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, Title: 'Boat' } });
    await bringDown(gateway);
    expect(dataOf(await gateway.ask(listingQuery))).toEqual({ listing: { title: 'Boat' } });
  });
});

it('OVERLOADED is what a call meets when too many wait for the service, and reports when to try again', async () => {
  await using gateway = await startScriptedGateway({
    transport: { connections: 1, maxWaiting: 0 },
    deadlines: { queryMs: 60_000, mutationMs: 60_000 },
  });
  const { upstream } = gateway;
  const { promise: opened, resolve: open } = deferred();
  upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, Title: 'Boat' }, delayUntil: opened });
  const first = gateway.ask(listingQuery);
  await upstream.received(1);
  const response = await gateway.ask('{ listing(id: 8) { title } }');
  expect(response.status).toBe(200);
  expect(response.errors[0]).toMatchObject({
    path: ['listing'],
    extensions: {
      code: 'OVERLOADED',
      retryable: true,
      retryAfter: 1,
      upstream: { operation: 'GET /v1/listings/{id}', status: null },
    },
  });
  open();
  expect(dataOf(await first)).toEqual({ listing: { title: 'Boat' } });
  expect(upstream.count()).toBe(1);
});

it('extensions.upstream counts both tries of a call that was sent again', async () => {
  await using gateway = await startScriptedGateway();
  gateway.upstream.once('GET', '/v1/listings/7', { status: 503 });
  gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, Title: 'Boat' } });
  const response = await gateway.query(listingQuery, {
    token: CALLER_TOKEN,
    headers: { 'x-upstream-trace': 'true' },
  });
  expect(dataOf(response)).toEqual({ listing: { title: 'Boat' } });
  expect(Object(response.body).extensions.upstream).toMatchObject({
    planned: 1,
    calls: 2,
    trace: [{ operation: 'GET /v1/listings/{id}', status: 200, attempts: 2 }],
  });
});

it('GET /metrics shows breakers, retries and refusals by group, without a trace of who called', async () => {
  const clock = createBreakerClock();
  await using gateway = await startScriptedGateway({ guard: clock });
  gateway.upstream.on('GET', '/v1/listings/7', { status: 503 });
  for (let round = 0; round < 20; round += 1) await gateway.ask(listingQuery);
  const readMetrics = async () => (await gateway.fetch('/metrics')).text();
  const text = await readMetrics();
  const series = text.split('\n');
  expect(series).toContain('listings_gateway_upstream_breaker{group="listings",state="open"} 1');
  expect(series).toContain('listings_gateway_upstream_breaker{group="listings",state="closed"} 0');
  expect(series).toContain('listings_gateway_upstream_breaker{group="lookups",state="closed"} 1');
  expect(series).toContain('listings_gateway_upstream_breaker_changes_total{group="listings",state="open"} 1');
  expect(series).toContain('listings_gateway_upstream_retries_total{group="listings"} 3');
  expect(series).toContain('listings_gateway_upstream_rejections_total{group="listings",reason="breaker"} 3');
  expect(series).toContain('listings_gateway_upstream_calls_in_flight{group="listings"} 0');
  expect(series).toContain('listings_gateway_upstream_calls_queued{group="listings"} 0');
  expect(text).not.toMatch(/token-of-the-caller|127\.0\.0\.1/);
  expect(gateway.logLines.filter((line) => line.includes('"breaker":"open"'))).toHaveLength(1);
  clock.advance(500);
  expect(await readMetrics()).toContain('listings_gateway_upstream_breaker{group="listings",state="half-open"} 1');
  clock.advance(10_000);
  expect(await readMetrics()).toContain('listings_gateway_upstream_breaker{group="listings",state="closed"} 1');
});
