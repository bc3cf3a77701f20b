import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../../../src/gateway/observability/metrics/metrics.ts';
import { deferred } from '../../../support/deferred.ts';
import { exchange, openConnection } from '../../../support/network/raw-connection.ts';
import { TestClock } from '../../../support/running-gateway.ts';
import { CALLER_TOKEN, type ScriptedGateway, startScriptedGateway } from '../../../support/scripted-gateway.ts';

const seriesOf = (text: string, name: string): readonly string[] =>
  text.split('\n').filter((line) => line.startsWith(`${name}{`));

const DRIFT = 'listings_gateway_upstream_drift_total';

it('GET /metrics counts departures of the service by endpoint, field and problem, without a value of its responses', async () => {
  await using gateway = await startScriptedGateway();
  gateway.upstream.on('GET', '/v1/listings/{id}', { json: { PKID: 7, Condition: 77, Title: { canary: 1 } } });
  const question = '{ listing(id: "Listing:7") { title } }';
  await gateway.ask(question);
  await gateway.ask(question);
  const response = await gateway.fetch('/metrics', { headers: { authorization: `Bearer ${CALLER_TOKEN}` } });
  const text = await response.text();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(seriesOf(text, DRIFT)).toEqual([
    `${DRIFT}{operation="GET /v1/listings/{id}",field="ItemDetail.Title",problem="unreadable"} 2`,
    `${DRIFT}{operation="GET /v1/listings/{id}",field="ItemDetail.Condition",problem="unknown-code"} 2`,
  ]);
  expect(text).not.toMatch(/canary|token-of-the-caller/);
});

describe('Metrics', () => {
  it('are those of one gateway only', async () => {
    const [one, other] = [createMetrics(), createMetrics()];
    one.countDrift({ path: 'ItemDetail.Title', problem: 'unreadable' }, 'GET /v1/listings/{id}');
    expect(seriesOf(await one.print(), DRIFT)).toEqual([
      `${DRIFT}{operation="GET /v1/listings/{id}",field="ItemDetail.Title",problem="unreadable"} 1`,
    ]);
    expect(seriesOf(await other.print(), DRIFT)).toEqual([]);
  });

  it('count where attempts to sign in are counted', async () => {
    const metrics = createMetrics();
    for (const outcome of ['told', 'told', 'failed'] as const) metrics.countShared(outcome);
    const name = 'listings_gateway_shared_counts_total';
    expect(seriesOf(await metrics.print(), name)).toEqual([
      `${name}{outcome="told"} 2`,
      `${name}{outcome="failed"} 1`,
      `${name}{outcome="left_out"} 0`,
    ]);
  });

  it('make one series of all fields that no table of the contract has', async () => {
    const metrics = createMetrics();
    for (let at = 0; at < 1000; at += 1) {
      metrics.countDrift({ path: `Odd.${at}`, problem: 'missing' }, 'GET /v1/listings/{id}');
    }
    expect(seriesOf(await metrics.print(), DRIFT)).toEqual([
      `${DRIFT}{operation="GET /v1/listings/{id}",field="other",problem="missing"} 1000`,
    ]);
  });
});

type Classes = Readonly<Record<string, number>>;

const classesOf = async (gateway: ScriptedGateway): Promise<Classes> => {
  const text = await (await gateway.fetch('/metrics')).text();
  const found = text.matchAll(/^listings_gateway_http_responses_total\{class="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...found].map(([, name = '', count]) => [name, Number(count)]));
};

/** Counts what comes of an action; the scrapes between are responses too, and left out. */
const countedIn = async (
  gateway: ScriptedGateway,
  expected: Classes,
  act: () => Promise<unknown>,
): Promise<Classes> => {
  const before = await classesOf(gateway);
  await act();
  const isCounted = (classes: Classes): boolean =>
    Object.entries(expected).every(([name, count]) => (classes[name] ?? 0) - (before[name] ?? 0) >= count);
  let scrapes = 1;
  let after = await classesOf(gateway);
  while (!isCounted(after)) {
    scrapes += 1;
    after = await classesOf(gateway);
  }
  return Object.fromEntries(
    Object.entries(after)
      .map(([name, count]) => [name, count - (before[name] ?? 0) - (name === '2xx' ? scrapes : 0)] as const)
      .filter(([, count]) => count !== 0),
  );
};

const operation = (host: string) =>
  `POST /graphql HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: 26\r\n\r\n{"query":"{ __typename }"}`;

const broken = ['GET / HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'];

describe('The metrics of HTTP', () => {
  it('show every class at zero from the start', async () => {
    await using gateway = await startScriptedGateway();
    expect(await classesOf(gateway)).toEqual({ '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0, none: 0 });
  });

  it('count responses by class, those to what is no request included', async () => {
    await using gateway = await startScriptedGateway();
    const { url } = gateway;
    expect(
      await countedIn(gateway, { '2xx': 2 }, async () => {
        await gateway.query('{ __typename }');
        await exchange(url, operation('x'));
      }),
    ).toEqual({ '2xx': 2 });
    expect(
      await countedIn(gateway, { '4xx': 4 }, async () => {
        await gateway.fetch('/nothing');
        await gateway.fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' });
        for (const bytes of broken) await exchange(url, bytes);
      }),
    ).toEqual({ '4xx': 4 });
    // A body that breaks off is answered once.
    const chunked =
      'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n';
    expect(await countedIn(gateway, { '4xx': 1 }, () => exchange(url, chunked))).toEqual({ '4xx': 1 });
  });

  it('count requests whose clients left before the response', async () => {
    await using gateway = await startScriptedGateway();
    const { promise: delayUntil, resolve: open } = deferred();
    gateway.upstream.on('GET', '/v1/listings/{id}', { json: { PKID: 7 }, delayUntil });
    const body = '{"query":"{ listing(id: 7) { title } }"}';
    const head = `POST /graphql HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer t\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    expect(
      await countedIn(gateway, { none: 1 }, async () => {
        using connection = await openConnection(gateway.url, head + body);
        await gateway.upstream.received(1);
        connection.socket.resetAndDestroy();
      }),
    ).toEqual({ none: 1 });
    open();
  });

  it('count refusals for overload as those of the gateway', async () => {
    await using gateway = await startScriptedGateway({
      overload: { maxInFlight: 0, eventLoopMs: 60_000, memoryPercent: 100 },
    });
    expect(
      await countedIn(gateway, { '5xx': 2 }, async () => {
        await exchange(gateway.url, operation('x'));
        await gateway.fetch('/schema.graphql');
      }),
    ).toEqual({ '5xx': 2 });
  });
});

const FRESH_MS = 600_000;
const STALE_MS = 3_600_000;

/** Ages in seconds, by the operation of the list. */
const agesOf = async (gateway: ScriptedGateway): Promise<Readonly<Record<string, number>>> => {
  const text = await (await gateway.fetch('/metrics')).text();
  const found = text.matchAll(/^listings_gateway_lookup_age_seconds\{operation="([^"]+)"\} (\S+)$/gm);
  return Object.fromEntries([...found].map(([, operation = '', age]) => [operation, Number(age)]));
};

const startWithLists = async (clock: TestClock): Promise<ScriptedGateway> => {
  const gateway = await startScriptedGateway({ lookups: { freshMs: FRESH_MS, staleMs: STALE_MS } }, clock);
  gateway.upstream.on('GET', '/v1/properties/fuel', { json: [{ Id: 0, Item: 'Petrol' }] });
  gateway.upstream.on('GET', '/v1/properties/doors', { json: [{ Id: 0, Item: '2' }] });
  gateway.upstream.on('GET', '/v1/sections', { json: [{ PKID: 1, Name: 'Cars' }] });
  return gateway;
};

const FUEL = 'GET /v1/properties/fuel';

describe('listings_gateway_lookup_age_seconds', () => {
  it('has no series for lists that nobody has read', async () => {
    await using gateway = await startWithLists(new TestClock());
    expect(await agesOf(gateway)).toEqual({});
    await gateway.ask('{ lookups { fuels { key } } }');
    expect(Object.keys(await agesOf(gateway))).toEqual([FUEL]);
  });

  it('grows while a list is not re-fetched, falls when it is, and ends with the list', async () => {
    const clock = new TestClock();
    await using gateway = await startWithLists(clock);
    await gateway.ask('{ lookups { fuels { key } } }');
    expect(await agesOf(gateway)).toEqual({ [FUEL]: 0 });
    clock.advance(FRESH_MS + 1_000);
    expect(await agesOf(gateway)).toEqual({ [FUEL]: 601 });
    // Who looks at metrics reads no list again.
    expect(gateway.upstream.count(FUEL)).toBe(1);
    clock.advance(STALE_MS);
    expect(await agesOf(gateway)).toEqual({});
    await gateway.ask('{ lookups { fuels { key } } }');
    expect(await agesOf(gateway)).toEqual({ [FUEL]: 0 });
  });

  it('is that of the list that was read last, where an endpoint has one for each argument', async () => {
    const clock = new TestClock();
    await using gateway = await startWithLists(clock);
    gateway.upstream.on('GET', '/v1/properties/regions', { json: [{ Id: 1, Item: 'Gozo' }] });
    await gateway.ask('{ lookups { regions(countryId: 1) { label } } }');
    clock.advance(5_000);
    await gateway.ask('{ lookups { regions(countryId: 2) { label } } }');
    expect(Object.values(await agesOf(gateway))).toEqual([0]);
    await gateway.ask('{ lookups { regions(countryId: 1) { label } } }');
    expect(Object.values(await agesOf(gateway))).toEqual([5]);
  });
});
