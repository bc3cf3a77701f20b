import { describe, expect, it } from 'vitest';
import { Secret } from '../../../../src/rest/call/credentials.ts';
import { sampled } from '../../../support/effort.ts';
import { CALLER_TOKEN } from '../../../support/scripted-gateway.ts';
import { type ReceivedSpan, startOtlpReceiver } from './otlp-receiver.ts';
import { startTracedGateway as start } from './traced-gateway.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

/** Headers of a client that follows a trace. */
const followed = (flags: string, state?: string) => ({
  traceparent: `00-${TRACE}-${PARENT}-${flags}`,
  ...(state === undefined ? {} : { tracestate: state }),
});

const find = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
  const span = spans.find((each) => each.name === name);
  if (span === undefined) throw new Error(`There is no span ${name}: ${spans.map((each) => each.name).join(', ')}`);
  return span;
};

const secretVariable = 'canary-of-a-variable';

describe('Traces', () => {
  it('have a span for the operation, and for each call in it', async () => {
    await using collector = await startOtlpReceiver();
    const gateway = await start(collector.url);
    const response = await gateway.ask('query Home($id: ID!) { listing(id: $id) { title } sections { label } }', {
      id: 'Listing:7',
    });
    await gateway.flush();
    const { spans } = collector;
    const operation = find(spans, 'query');
    const call = find(spans, 'GET /v1/listings/{id}');
    const fill = find(spans, 'GET /v1/sections');
    expect(spans).toHaveLength(3);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect([operation.parentSpanId, call.parentSpanId, fill.parentSpanId]).toEqual([
      '',
      operation.spanId,
      operation.spanId,
    ]);
    expect([operation.kind, call.kind]).toEqual([2, 3]);
    expect(operation.status).toBe(0);
    expect(operation.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/graphql',
      'http.response.status_code': 200,
      'graphql.operation.type': 'query',
      'graphql.operation.name': 'Home',
      'listings_gateway.calls.planned': 2,
      'listings_gateway.calls.real': 2,
      'listings_gateway.cache.hits': 0,
      'listings_gateway.outcome': 'ok',
      'listings_gateway.request_id': response.headers.get('x-request-id'),
      'listings_gateway.document_hash': expect.stringMatching(/^[\da-f]{16}$/),
    });
    expect(call.attributes).toEqual({
      'http.request.method': 'GET',
      'url.template': '/v1/listings/{id}',
      'http.response.status_code': 200,
      'listings_gateway.cache': 'NONE',
    });
    expect(fill.attributes['listings_gateway.cache']).toBe('MISS');
    for (const { startMs, endMs } of spans) expect(endMs).toBeGreaterThanOrEqual(startMs);
    expect(call.startMs).toBeGreaterThanOrEqual(operation.startMs);
    // Each begins at a whole millisecond of the clock of the machine.
    expect(call.endMs).toBeLessThanOrEqual(operation.endMs + 1);
  });

  it('distinguish operations of the same document by what they came to', async () => {
    await using collector = await startOtlpReceiver();
    const gateway = await start(collector.url);
    const ids = [];
    for (let at = 0; at < 3; at += 1) {
      ids.push((await gateway.ask('query Labels { sections { label } }')).headers.get('x-request-id'));
    }
    await gateway.flush();
    const operations = collector.spans.filter(({ kind }) => kind === 2);
    expect(
      operations.map(({ attributes }) => [
        attributes['listings_gateway.calls.real'],
        attributes['listings_gateway.cache.hits'],
      ]),
    ).toEqual([
      [1, 0],
      [0, 1],
      [0, 1],
    ]);
    expect(operations.map(({ attributes }) => attributes['listings_gateway.request_id'])).toEqual(ids);
    expect(new Set(operations.map(({ traceId }) => traceId)).size).toBe(3);
  });

  it('go to the collector with its headers, and say which process sends them', async () => {
    await using collector = await startOtlpReceiver();
    const headers = new Secret('api-key=a%20key,x-team=shop');
    const gateway = await start(new URL('/otlp/v1/traces', collector.url), { headers });
    await gateway.ask('{ __typename }');
    await gateway.flush();
    expect(collector.requests).toMatchObject([
      {
        path: '/otlp/v1/traces',
        headers: { 'api-key': 'a key', 'x-team': 'shop', 'content-type': 'application/json' },
      },
    ]);
    expect(collector.resources).toEqual([
      {
        'service.name': 'listings-gateway',
        'service.version': '1.2.3',
        'service.instance.id': expect.stringMatching(/^[\da-f-]{36}$/),
        'telemetry.sdk.language': 'nodejs',
        'telemetry.sdk.name': 'opentelemetry',
        'telemetry.sdk.version': expect.stringMatching(/^2\./),
      },
    ]);
  });

  it('are named by their route where they are no GraphQL, without ids', async () => {
    await using collector = await startOtlpReceiver();
    const gateway = await start(collector.url);
    gateway.upstream.on('GET', '/v1/user/invoice', { status: 204 });
    await gateway.fetch('/invoices/424242?kind=INVOICE', { headers: { authorization: `Bearer ${CALLER_TOKEN}` } });
    await gateway.flush();
    expect(find(collector.spans, 'GET /invoices/{orderId}').attributes).toMatchObject({
      'http.request.method': 'GET',
      'http.route': '/invoices/{orderId}',
      'http.response.status_code': 404,
    });
    expect(collector.text).not.toContain('424242');
  });

  it('hold what a client says it is as it says it, and nothing that it makes up beside that', async () => {
    await using collector = await startOtlpReceiver();
    const gateway = await start(collector.url);
    const said = ['a"b', '\\', '\\"', 'x"}},{"key":"forged","value":{"stringValue":"y', '"}]}]}]}', "<a&'b>"];
    for (const name of said) {
      const headers = { 'apollographql-client-name': name, 'apollographql-client-version': name };
      await gateway.query('{ sections { label } }', { headers });
    }
    await gateway.flush();
    const operations = collector.spans.filter(({ name }) => name === 'query').map(({ attributes }) => attributes);
    expect(operations.map((each) => each['listings_gateway.client.name'])).toEqual(said);
    expect(operations.map((each) => each['listings_gateway.client.version'])).toEqual(said);
    expect(operations.map((each) => each['forged'])).toEqual(said.map(() => undefined));
  });

  it('report failures by codes and reasons', async () => {
    await using collector = await startOtlpReceiver();
    const gateway = await start(collector.url);
    gateway.upstream.on('GET', '/v1/listings/{id}', { status: 503 });
    await gateway.ask('query Broken { listing(id: "Listing:7") { title } }');
    await gateway.flush();
    expect(find(collector.spans, 'query')).toMatchObject({
      status: 2,
      attributes: {
        'error.type': 'UPSTREAM_UNAVAILABLE',
        'listings_gateway.error_codes': ['UPSTREAM_UNAVAILABLE'],
        'listings_gateway.outcome': 'error',
      },
    });
    expect(find(collector.spans, 'GET /v1/listings/{id}')).toMatchObject({
      status: 2,
      attributes: { 'error.type': 'http_5xx', 'http.response.status_code': 503, 'http.request.resend_count': 1 },
    });
  });

  it('hold no token, no variable, no address and nothing that the service said', async () => {
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
    expect(collector.text).not.toMatch(new RegExp(`canary|${CALLER_TOKEN}|424242|A car|127\\.0\\.0\\.1|localhost`));
  });

  it.each(
    sampled(3, [
      ['traceidratio', 1, '00'],
      ['always_on', 0, '00'],
      ['parentbased_traceidratio', 0, '01'],
      ['parentbased_always_off', 1, '01'],
    ] as const),
  )('with %s %d and %s of the client are recorded in its trace, which goes on', async (...row) => {
    const [sampler, sampleRatio, flags] = row;
    await using collector = await startOtlpReceiver();
    const gateway = await start(collector.url, { sampler, sampleRatio });
    const headers = followed(flags, 'shop=1, other@party=2');
    await gateway.query('{ sections { label } }', { token: CALLER_TOKEN, headers });
    await gateway.flush();
    const [operation, call] = [find(collector.spans, 'query'), find(collector.spans, 'GET /v1/sections')];
    expect(operation).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, traceState: 'shop=1,other@party=2' });
    expect(gateway.upstream.requests[0]?.headers).toMatchObject({
      traceparent: `00-${TRACE}-${call.spanId}-01`,
      tracestate: 'shop=1,other@party=2',
    });
  });

  it('are recorded by a share of traceidratio, whatever id the client gives its trace', async () => {
    await using collector = await startOtlpReceiver();
    const gateway = await start(collector.url, { sampleRatio: 0.5 });
    const headers = followed('01');
    for (let at = 0; at < 40; at += 1) await gateway.query('{ __typename }', { headers });
    await gateway.flush();
    expect(collector.spans.length).toBeGreaterThan(0);
    expect(collector.spans.length).toBeLessThan(40);
  });

  it.each([
    ['traceidratio', 0, '01'],
    ['always_off', 1, '01'],
    ['parentbased_traceidratio', 1, '00'],
    ['parentbased_always_on', 0, '00'],
  ] as const)('with %s %d and %s of the client are not recorded, and its trace goes on', async (...row) => {
    const [sampler, sampleRatio, flags] = row;
    await using collector = await startOtlpReceiver();
    const gateway = await start(collector.url, { sampler, sampleRatio });
    await gateway.query('{ sections { label } }', { token: CALLER_TOKEN, headers: followed(flags, 'shop=1') });
    await gateway.flush();
    expect(collector.requests).toEqual([]);
    expect(gateway.upstream.requests[0]?.headers).toMatchObject({
      traceparent: `00-${TRACE}-${PARENT}-00`,
      tracestate: 'shop=1',
    });
  });
});
