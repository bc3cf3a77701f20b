import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../../src/contract/endpoints.ts';
import { limitNames } from '../../../../src/gateway/documents/operation-limits.ts';
import { errorCodes } from '../../../../src/gateway/errors/error-codes.ts';
import { createMetrics } from '../../../../src/gateway/observability/metrics/metrics.ts';
import { failureReasons } from '../../../../src/rest/call/failure-reason.ts';
import { routeGroups } from '../../../../src/rest/call/route-group.ts';
import { credentialsOf, liveApplication } from '../../../support/accounts.ts';
import { CALLER_TOKEN, type ScriptedGateway, startScriptedGateway } from '../../../support/scripted-gateway.ts';

/** Values of a label by metric, of everything that is the gateway's own. */
const labelsIn = (text: string, label: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(new RegExp(`^listings_gateway_.*[{,]${label}="([^"]*)"`, 'gm'))].map(([, value = '']) => value),
  );

const seriesCount = (text: string): number => text.split('\n').filter((line) => line.startsWith('listings_')).length;

const valueOf = (text: string, series: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1) ?? 0,
  );

const scrape = async (gateway: ScriptedGateway): Promise<string> => (await gateway.fetch('/metrics')).text();

/** Scrapes until so many operations are counted: a client may have its response before. */
const scrapeAfter = async (gateway: ScriptedGateway, operations: number): Promise<string> => {
  for (;;) {
    const text = await scrape(gateway);
    const counts = [...text.matchAll(/^listings_gateway_operation_duration_seconds_count\{.*\} (\d+)$/gm)];
    if (counts.reduce((sum, [, count]) => sum + Number(count), 0) >= operations) return text;
  }
};

const fuels = { json: [{ Id: 0, Item: 'Petrol' }] };

describe('The metrics of operations', () => {
  it('count each by kind and outcome, with its calls and its codes', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/properties/fuel', fuels);
    gateway.upstream.on('GET', '/v1/listings/{id}', { status: 500 });
    await gateway.ask('{ lookups { fuels { key } } }');
    await gateway.ask('{ lookups { fuels { key } } }');
    await gateway.ask('{ listing(id: "Listing:7") { title } }');
    await gateway.ask('{ lookups { fuels { key } } listing(id: "Listing:7") { title } }');
    await gateway.ask(`{ ${'a: __typename '.repeat(31)}}`);
    await gateway.ask('{ viewer { watchedListings(first: 60) { nodes { url } } } }');
    await gateway.ask('mutation { watchListing(input: { id: "Listing:7" }) { userErrors { code } } }');
    const text = await scrapeAfter(gateway, 7);
    const durations = 'listings_gateway_operation_duration_seconds_count';
    expect(valueOf(text, `${durations}{kind="query",outcome="ok"}`)).toBe(2);
    expect(valueOf(text, `${durations}{kind="query",outcome="error"}`)).toBe(1);
    expect(valueOf(text, `${durations}{kind="query",outcome="partial"}`)).toBe(1);
    expect(valueOf(text, `${durations}{kind="none",outcome="refused"}`)).toBe(1);
    expect(valueOf(text, `${durations}{kind="query",outcome="refused"}`)).toBe(1);
    expect(valueOf(text, 'listings_gateway_operation_upstream_calls_sum{kind="query"}')).toBe(3);
    expect(valueOf(text, 'listings_gateway_errors_total{code="UPSTREAM_UNAVAILABLE",fault="upstream"}')).toBe(2);
    expect(valueOf(text, 'listings_gateway_errors_total{code="OPERATION_TOO_COMPLEX",fault="client"}')).toBe(2);
    expect(valueOf(text, 'listings_gateway_operation_refusals_total{limit="aliases"}')).toBe(1);
    expect(valueOf(text, 'listings_gateway_operation_refusals_total{limit="upstreamCalls"}')).toBe(1);
    const reads = (result: string): number =>
      valueOf(text, `listings_gateway_lookup_reads_total{operation="GET /v1/properties/fuel",result="${result}"}`);
    expect([reads('MISS'), reads('HIT'), reads('STALE')]).toEqual([1, 2, 0]);
  });

  it('time calls to the service by operation and class of status', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/listings/{id}', { reset: 'before-headers' });
    gateway.upstream.once('GET', '/v1/listings/{id}', { json: { PKID: 7 } });
    gateway.upstream.once('GET', '/v1/listings/{id}', { status: 404, json: {} });
    for (let at = 0; at < 3; at += 1) await gateway.ask('{ listing(id: "Listing:7") { title } }');
    const text = await scrape(gateway);
    const count = (status: string): number =>
      valueOf(
        text,
        `listings_gateway_upstream_duration_seconds_count{operation="GET /v1/listings/{id}",status="${status}"}`,
      );
    expect([count('2xx'), count('4xx'), count('none')]).toEqual([1, 1, 1]);
  });

  it('stay few, whatever clients send and the service responds', async () => {
    await using gateway = await startScriptedGateway();
    for (let at = 0; at < 6; at += 1) {
      gateway.upstream.on('GET', '/v1/listings/{id}', { status: 400 + at, json: { Message: `canary${at}` } });
      await gateway.query(`query canary${at}"{x="1"} { a${at}: listing(id: "Listing:${at}") { title } }`, {
        token: `canary-token-${at}`,
        operationName: `canary${at}`,
        headers: { 'x-request-id': `canary-id-${at}`, traceparent: `canary${at}` },
      });
      await gateway.query(`query canary${at} { a${at}: listing(id: "Listing:${at}") { title } }`, {
        token: CALLER_TOKEN,
      });
      await gateway.fetch(`/listings/${at}/photos?canary${at}`, { method: 'POST' });
      await gateway.fetch(`/canary${at}`);
    }
    const text = await scrapeAfter(gateway, 18);
    expect(text).not.toContain('canary');
    expect([...labelsIn(text, 'code')].filter((code) => !Object.hasOwn(errorCodes, code))).toEqual([]);
    expect([...labelsIn(text, 'kind')].toSorted()).toEqual(['none', 'query', 'upload']);
    expect([...labelsIn(text, 'operation')]).toEqual(['GET /v1/listings/{id}']);
    expect([...labelsIn(text, 'status')]).toEqual(['4xx']);
    expect(seriesCount(text)).toBeLessThan(500);
  });

  it('distinguish failures that a client caused from others, each operation once', async () => {
    await using gateway = await startScriptedGateway({ application: credentialsOf(liveApplication) });
    gateway.upstream.on('GET', '/v1/listings/{id}', { status: 401 });
    gateway.upstream.on('GET', '/v1/listings/8', { status: 503 });
    gateway.upstream.on('GET', '/v1/listings/9', { body: 'odd' });
    gateway.upstream.on('GET', '/v1/listings/10', { status: 429 });
    gateway.upstream.on('POST', '/v1/token', { status: 401, json: { Error: 'invalid_client' } });
    const failed = async (): Promise<readonly number[]> => {
      const text = await scrape(gateway);
      return ['client', 'upstream', 'gateway'].map((fault) =>
        valueOf(text, `listings_gateway_failed_operations_total{fault="${fault}"}`),
      );
    };
    expect(await failed()).toEqual([0, 0, 0]);
    // An expired token, none at all, and two documents that never ran.
    await gateway.ask('{ listing(id: 7) { title } }');
    await gateway.query('{ viewer { name } }');
    await gateway.ask('{ nothing }');
    await gateway.ask(`{ ${'a: __typename '.repeat(31)}}`);
    // The worst of several counts.
    await gateway.ask('{ a: listing(id: 7) { title } b: listing(id: 8) { title } c: listing(id: 9) { title } }');
    // No client asks for less when the service asks the gateway for less, and none can set the gateway's own application right.
    await gateway.ask('{ listing(id: 10) { title } }');
    await gateway.query('{ listing(id: 7) { title } }');
    await scrapeAfter(gateway, 7);
    expect(await failed()).toEqual([2, 2, 1]);
  });

  it('show every code, fault and reason at zero from the start, so that the first one is an increase', async () => {
    const text = await createMetrics().print();
    for (const [code, { fault }] of Object.entries(errorCodes)) {
      expect(text).toContain(`listings_gateway_errors_total{code="${code}",fault="${fault}"} 0\n`);
    }
    for (const reason of failureReasons.keys()) {
      expect(text).toContain(`listings_gateway_upstream_failures_total{reason="${reason}"} 0\n`);
    }
    for (const limit of limitNames) {
      expect(text).toContain(`listings_gateway_operation_refusals_total{limit="${limit}"} 0\n`);
    }
    for (const group of routeGroups) {
      expect(text).toContain(`listings_gateway_upstream_retries_total{group="${group}"} 0\n`);
      for (const more of [
        'rejections_total{group="G",reason="queue"}',
        'breaker_changes_total{group="G",state="open"}',
      ]) {
        expect(text).toContain(`listings_gateway_upstream_${more.replace('G', group)} 0\n`);
      }
    }
    expect(text).toContain('listings_gateway_own_application_refused 0\n');
    // Counters of closed lists, each with all its labels.
    const counters = [...text.matchAll(/^listings_gateway_(\w+_total)\{(.*)\} (\d+)$/gm)];
    expect(counters.length).toBeGreaterThan(150);
    expect(counters.filter(([, , , value]) => value !== '0')).toEqual([]);
  });

  it('put a call and a status that no table has into one series', async () => {
    const metrics = createMetrics();
    for (let at = 0; at < 500; at += 1) {
      const operation = `GET /canary/${at}`;
      metrics.observeCall({
        operation,
        path: '/',
        status: at + 600,
        startMs: 0,
        durationMs: 1,
        attempts: 1,
        error: null,
      });
    }
    const text = await metrics.print();
    expect([...labelsIn(text, 'operation')]).toEqual(['other']);
    expect([...labelsIn(text, 'status')]).toEqual(['none']);
    expect(Object.keys(endpoints).length).toBe(55);
  });

  it('have those of the process: event loop, memory, and the build', async () => {
    const text = await createMetrics({ version: '1.2.3' }).print();
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'nodejs_eventloop_active_seconds_total',
      'nodejs_heap_size_used_bytes',
      'process_resident_memory_bytes',
      'process_start_time_seconds',
    ]) {
      expect(text).toMatch(new RegExp(`^${name}\\{worker="0"\\} \\d`, 'm'));
    }
    expect(text).toContain(`listings_gateway_build_info{version="1.2.3",node_version="${process.version}"} 1`);
  });
});
