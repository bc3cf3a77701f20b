import { describe, expect, it } from 'vitest';
import {
  startTracing,
  type TracingOptions,
  TracingPackagesMissingError,
} from '../../../src/gateway/tracing/start-tracing.ts';
import { Secret } from '../../../src/upstream/credentials.ts';
import { captureLog } from '../../support/running-gateway.ts';
import { CALLER_TOKEN, startScriptedGateway } from '../../support/scripted-gateway.ts';
import { type ReceivedSpan, startOtlpReceiver } from './otlp-receiver.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

const sections = { json: [{ SecType: 'Cars', SectionID: 2, SectionName: 'Cars' }] };

const start = async (endpoint: URL, options: Partial<TracingOptions> = {}) => {
  const { log, lines } = captureLog();
  const defaults = {
    endpoint,
    headers: null,
    serviceName: 'my-gateway',
    version: '1.2.3',
    sampleRatio: 1,
    flushMs: 15_000,
    log,
  };
  const tracer = await startTracing({ ...defaults, ...options });
  const gateway = await startScriptedGateway({ tracer });
  gateway.upstream.on('GET', '/v1/sections', sections);
  gateway.upstream.on('GET', '/v1/listings/{id}', { json: { PKID: 7, Title: 'A car' } });
  return {
    ...gateway,
    lines,
    /** Stops the gateway and sends what is left. */
    flush: async () => {
      await gateway[Symbol.asyncDispose]();
      await tracer[Symbol.asyncDispose]();
    },
  };
};

const find = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
  const span = spans.find((each) => each.name === name);
  if (span === undefined) throw new Error(`There is no span ${name}: ${spans.map((each) => each.name).join(', ')}`);
  return span;
};

const secretVariable = 'canary-of-a-variable';

describe('Traces', () => {
  it('have a span for the operation, for the batch of a loader in it, and for each call in that', async () => {
    await using collector = await startOtlpReceiver();
    const gateway = await start(collector.url);
    const answer = await gateway.ask('query Home($id: ID!) { listing(id: $id) { title } sections { label } }', {
      id: 'Listing:7',
    });
    await gateway.flush();
    const { spans } = collector;
    const operation = find(spans, 'query Home');
    const batch = find(spans, 'load listingDetailById');
    const call = find(spans, 'GET /v1/listings/{id}');
    const fill = find(spans, 'GET /v1/sections');
    expect(spans).toHaveLength(4);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect([operation.parentSpanId, batch.parentSpanId, call.parentSpanId, fill.parentSpanId]).toEqual([
      '',
      operation.spanId,
      batch.spanId,
      operation.spanId,
    ]);
    expect([operation.kind, batch.kind, call.kind]).toEqual([2, 1, 3]);
    expect(operation).toMatchObject({
      status: 0,
      attributes: {
        'graphql.operation.type': 'query',
        'graphql.operation.name': 'Home',
        'http.response.status_code': 200,
        'listings_gateway.calls.planned': 2,
        'listings_gateway.calls.real': 2,
        'listings_gateway.outcome': 'ok',
        'listings_gateway.request_id': answer.headers.get('x-request-id'),
        'listings_gateway.document_hash': expect.stringMatching(/^[\da-f]{16}$/),
      },
    });
    expect(batch.attributes).toEqual({ 'listings_gateway.loader.keys': 1 });
    expect(call.attributes).toEqual({
      'listings_gateway.upstream.operation': 'GET /v1/listings/{id}',
      'listings_gateway.cache': 'NONE',
      'listings_gateway.upstream.attempts': 1,
      'http.response.status_code': 200,
    });
    expect(fill.attributes['listings_gateway.cache']).toBe('MISS');
  });

  it('go to /v1/traces of the collector, with its headers and the name of the service', async () => {
    await using collector = await startOtlpReceiver();
    const headers = new Secret('api-key=a%20key,x-team=shop');
    const gateway = await start(new URL('/otlp/', collector.url), { headers });
    await gateway.ask('{ __typename }');
    await gateway.flush();
    expect(collector.requests).toMatchObject([
      {
        path: '/otlp/v1/traces',
        headers: { 'api-key': 'a key', 'x-team': 'shop', 'content-type': 'application/json' },
      },
    ]);
    expect(collector.resource).toMatchObject({ 'service.name': 'my-gateway', 'service.version': '1.2.3' });
  });

  it('tell of failures by codes and reasons', async () => {
    await using collector = await startOtlpReceiver();
    const gateway = await start(collector.url);
    gateway.upstream.on('GET', '/v1/listings/{id}', { status: 503 });
    await gateway.ask('query Broken { listing(id: "Listing:7") { title } }');
    await gateway.flush();
    expect(find(collector.spans, 'query Broken')).toMatchObject({
      status: 2,
      attributes: { 'listings_gateway.error_codes': ['UPSTREAM_UNAVAILABLE'], 'listings_gateway.outcome': 'error' },
    });
    expect(find(collector.spans, 'GET /v1/listings/{id}')).toMatchObject({
      status: 2,
      attributes: { 'error.type': 'http_5xx', 'http.response.status_code': 503 },
    });
  });

  it('hold no token, no variable and nothing that the service said', async () => {
    await using collector = await startOtlpReceiver();
    const gateway = await start(collector.url);
    gateway.upstream.on('POST', '/v1/token', { json: { Access_token: 'canary-token', Expires_in: 60 } });
    const client = { clientId: 'app', clientSecret: 'canary-secret' };
    await gateway.query(
      'mutation ($input: SignInInput!) { signIn(input: $input) { session { accessToken } userErrors { code } } }',
      { variables: { input: { username: 'canary-name', password: secretVariable, client } } },
    );
    await gateway.ask('query Q { listing(id: "Listing:424242") { title } }');
    await gateway.flush();
    expect(collector.spans.map(({ name }) => name)).toContain('POST /v1/token');
    expect(collector.text).not.toMatch(new RegExp(`canary|${CALLER_TOKEN}|424242|A car`));
  });

  it('go on with the trace of the client, and tell the service', async () => {
    await using collector = await startOtlpReceiver();
    const gateway = await start(collector.url, { sampleRatio: 0 });
    await gateway.query('{ sections { label } }', {
      token: CALLER_TOKEN,
      headers: { traceparent: `00-${TRACE}-${PARENT}-01` },
    });
    await gateway.flush();
    const operation = find(collector.spans, 'query');
    const call = find(collector.spans, 'GET /v1/sections');
    expect(operation).toMatchObject({ traceId: TRACE, parentSpanId: PARENT });
    expect(gateway.upstream.requests[0]?.headers['traceparent']).toBe(`00-${TRACE}-${call.spanId}-01`);
  });

  it('are not recorded beyond their share, and the service is told so', async () => {
    await using collector = await startOtlpReceiver();
    const gateway = await start(collector.url, { sampleRatio: 0 });
    await gateway.ask('{ sections { label } }');
    await gateway.flush();
    expect(collector.spans).toEqual([]);
    expect(gateway.upstream.requests[0]?.headers['traceparent']).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/);
  });

  it('cost no answer when the collector refuses them: one line says so', async () => {
    await using collector = await startOtlpReceiver(400);
    const gateway = await start(collector.url, { delayMs: 0 });
    for (let at = 0; at < 3; at += 1) {
      expect((await gateway.ask('{ sections { label } }')).errors).toEqual([]);
    }
    await gateway.flush();
    expect(collector.requests.length).toBeGreaterThan(0);
    expect(gateway.lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 40, code: 400, msg: 'Traces cannot be sent to the collector.' },
    ]);
  });

  it('cost no answer when the collector is gone, and hold the end of the program no longer than they may', async () => {
    const collector = await startOtlpReceiver();
    await collector[Symbol.asyncDispose]();
    const gateway = await start(collector.url, { flushMs: 200 });
    expect((await gateway.ask('{ sections { label } }')).errors).toEqual([]);
    const startedAt = performance.now();
    await gateway.flush();
    expect(performance.now() - startedAt).toBeLessThan(3000);
    expect(gateway.lines.join('')).not.toContain(collector.url.host);
  });

  it('need their packages: without them the start says what to install', async () => {
    const missing = Object.assign(new Error("Cannot find package '@opentelemetry/api'"), {
      code: 'ERR_MODULE_NOT_FOUND',
    });
    const starting = startTracing(
      {
        endpoint: new URL('http://127.0.0.1:4318'),
        headers: null,
        serviceName: 'my-gateway',
        version: '1.2.3',
        sampleRatio: 1,
        log: captureLog().log,
      },
      () => Promise.reject(missing),
    );
    await expect(starting).rejects.toThrow(TracingPackagesMissingError);
    await expect(starting).rejects.toThrow(/npm install @opentelemetry\/api/);
  });
});
