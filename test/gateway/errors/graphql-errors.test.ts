import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../../src/gateway/errors/error-codes.ts';
import { sampled } from '../../support/effort.ts';
import { codesOf, dataOf } from '../../support/graphql-client.ts';
import { TestClock } from '../../support/running-gateway.ts';
import { CALLER_TOKEN, startScriptedGateway } from '../../support/scripted-gateway.ts';
import { rootFields } from '../root-fields.ts';

/** What must never be seen outside: texts of the service, its host, the token. */
const canaries = /canary|token-of-the-caller|127\.0\.0\.1|localhost|node_modules|at file:|\/api\//;

const failures: readonly (readonly [string, object, object])[] = [
  ['403', { status: 403, body: '<html>canary' }, { code: 'FORBIDDEN', retryable: false, upstream: { status: 403 } }],
  ['429', { status: 429, body: '<html>canary' }, { code: 'RATE_LIMITED', retryable: true, upstream: { status: 429 } }],
  [
    '429 with Retry-After',
    { status: 429, headers: { 'retry-after': '17' } },
    { code: 'RATE_LIMITED', retryable: true, retryAfter: 17, upstream: { status: 429 } },
  ],
  [
    '500',
    { status: 500, json: { Message: 'canary' } },
    { code: 'UPSTREAM_UNAVAILABLE', retryable: true, upstream: { status: 500 } },
  ],
  [
    '503 in HTML',
    { status: 503, body: '<html>canary' },
    { code: 'UPSTREAM_UNAVAILABLE', retryable: true, upstream: { status: 503 } },
  ],
  [
    'a reset',
    { reset: 'before-headers' },
    { code: 'UPSTREAM_UNAVAILABLE', retryable: true, upstream: { status: null } },
  ],
  [
    'a reset in the body',
    { reset: 'mid-body', json: { Title: 'canary'.repeat(50) } },
    { code: 'UPSTREAM_UNAVAILABLE', retryable: true },
  ],
  [
    'HTML with 200',
    { body: '<html>canary' },
    { code: 'UPSTREAM_INVALID', retryable: false, upstream: { status: 200 } },
  ],
  ['a string', { json: 'canary' }, { code: 'UPSTREAM_INVALID', retryable: false, upstream: { status: 200 } }],
  [
    'truncated JSON',
    { body: '{"Title":"canary' },
    { code: 'UPSTREAM_INVALID', retryable: false, upstream: { status: 200 } },
  ],
  [
    'a redirect',
    { status: 302, headers: { location: 'http://canary.example/' } },
    { code: 'UPSTREAM_INVALID', retryable: false, upstream: { status: 302 } },
  ],
  ['something else than HTTP', { raw: 'canary\r\n\r\n' }, { code: 'UPSTREAM_INVALID' }],
  [
    'words and more',
    { status: 422, json: { Message: 'The listing is being moved.', Stack: 'canary' } },
    { code: 'UPSTREAM_REJECTED', retryable: false, upstream: { status: 422 } },
  ],
];

it.each(sampled(3, failures))(
  'A call that fails with %s has its code and the operation, and nothing of the service',
  async (_what, script, extensions) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/listings/7', script);
    gateway.upstream.on('GET', '/v1/listings/8', { json: { PKID: 8, Title: 'A neighbour' } });
    const answer = await gateway.query('{ bad: listing(id: 7) { title } good: listing(id: 8) { title } }', {
      token: CALLER_TOKEN,
      headers: { 'x-request-id': 'request-7' },
    });
    expect(answer.status).toBe(200);
    expect(answer.data).toEqual({ bad: null, good: { title: 'A neighbour' } });
    expect(answer.errors).toHaveLength(1);
    expect(answer.errors[0]).toMatchObject({
      path: ['bad'],
      extensions: { requestId: 'request-7', upstream: { operation: 'GET /v1/listings/{id}' }, ...extensions },
    });
    expect(answer.text + gateway.logLines.join()).not.toMatch(canaries);
  },
);

it('A service that fails in everything leaves a GraphQL response with a documented code for every root field', async () => {
  await using gateway = await startScriptedGateway();
  for (const method of ['GET', 'POST', 'DELETE']) {
    for (const path of ['{a}', '{a}/{b}', '{a}/{b}/{c}', '{a}/{b}/{c}/{d}', '{a}/{b}/{c}/{d}/{e}']) {
      gateway.upstream.on(method, `/v1/${path}`, { status: 500, body: 'canary' });
    }
  }
  for (const { operation, variables } of sampled(2, rootFields)) {
    const answer = await gateway.ask(operation, variables);
    expect(answer.status).toBe(200);
    for (const { extensions } of answer.errors) {
      expect(Object.keys(errorCodes)).toContain(extensions['code']);
      expect(extensions['code']).not.toBe('INTERNAL_SERVER_ERROR');
      expect(extensions['requestId']).toBe(answer.headers.get('x-request-id'));
    }
  }
  expect(gateway.logLines.join()).not.toMatch(canaries);
});

it('A mistake of ours is masked for the client, and logged under the request id without a secret', async () => {
  // At the end of time an expiry is no date any more: a real failure of a resolver that nobody provided for.
  const clock = new TestClock('+275760-09-12T23:59:59.999Z');
  await using gateway = await startScriptedGateway({}, clock);
  gateway.upstream.on('POST', '/v1/token', { json: { Access_token: 'canary-token', Expires_in: 2_147_483_647 } });
  const answer = await gateway.query(
    `mutation ($input: StartClientSessionInput!) {
      startClientSession(input: $input) { session { tokenType expiresAt } userErrors { code } }
    }`,
    {
      variables: { input: { client: { clientId: 'app', clientSecret: 'canary-secret' } } },
      headers: { 'x-request-id': 'request-9' },
    },
  );
  expect(answer.status).toBe(200);
  expect(answer.data).toEqual({
    startClientSession: { session: { tokenType: null, expiresAt: null }, userErrors: [] },
  });
  expect(answer.errors).toEqual([
    {
      message: 'Something went wrong in the gateway. It has been logged.',
      path: ['startClientSession', 'session', 'expiresAt'],
      extensions: { code: 'INTERNAL_SERVER_ERROR', retryable: false, requestId: 'request-9' },
    },
  ]);
  const logged = gateway.logLines.map((line): unknown => JSON.parse(line));
  expect(logged).toEqual([
    expect.objectContaining({
      level: 50,
      requestId: 'request-9',
      path: ['startClientSession', 'session', 'expiresAt'],
      err: expect.objectContaining({ type: 'RangeError', message: 'Invalid time value' }),
    }),
  ]);
  expect(gateway.logLines.join()).not.toContain('canary');
});

describe('A request that is no operation', () => {
  const post = (body: string, headers: Readonly<Record<string, string>> = {}): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json', ...headers },
    body,
  });
  const operation = (query: string, more: object = {}) => post(JSON.stringify({ query, ...more }));

  it.each(
    sampled(3, [
      ['broken JSON', post('{"query":'), 400, 'BAD_REQUEST', ''],
      ['no query', post('{}'), 400, 'BAD_REQUEST', ''],
      ['an array', post('[{"query":"{ __typename }"}]'), 400, 'BAD_REQUEST', ''],
      ['no GraphQL', operation('{ viewer {'), 400, 'GRAPHQL_PARSE_FAILED', ''],
      ['an unknown field', operation('{ nothing }'), 400, 'GRAPHQL_VALIDATION_FAILED', ''],
      ['a missing variable', operation('query ($id: ID!) { listing(id: $id) { id } }'), 400, 'BAD_USER_INPUT', ''],
      [
        'a variable of another type',
        operation('query ($n: Int!) { listing(id: 1) { related(first: $n) { id } } }', { variables: { n: 'x' } }),
        400,
        'BAD_USER_INPUT',
        '',
      ],
      [
        'two operations and no name',
        operation('query A { __typename } query B { __typename }'),
        400,
        'BAD_REQUEST',
        'several operations',
      ],
      [
        'a name of no operation',
        operation('query A { __typename }', { operationName: 'B' }),
        400,
        'BAD_REQUEST',
        'no operation with the name',
      ],
      [
        'what is over a limit',
        operation(`{ ${'a: __typename '.repeat(31)}}`),
        400,
        'OPERATION_TOO_COMPLEX',
        '31 aliases, and the limit is 30. Send less',
      ],
    ] as const),
  )('is told so: %s', async (_what, init, status, code, told) => {
    await using gateway = await startScriptedGateway();
    const response = await gateway.fetch('/graphql', init);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      errors: [
        {
          message: expect.stringContaining(told),
          extensions: { code, retryable: false, requestId: response.headers.get('x-request-id') },
        },
      ],
    });
    expect(gateway.upstream.count()).toBe(0);
    expect(gateway.logLines).toEqual([]);
  });
});

it('Arguments that are not acceptable never cost the data of their neighbours', async () => {
  await using gateway = await startScriptedGateway();
  gateway.upstream.on('GET', '/v1/listings/8', { json: { PKID: 8 } });
  const answer = await gateway.ask(`{
    a: listing(id: "x") { id } b: section(id: "Listing:1") { key } c: node(id: "nothing") { id }
    d: listingPreview(id: "-") { id } e: listingDefinition(id: "Section:1") { id } f: categories(sectionId: "x") { key }
    good: listing(id: 8) { id }
  }`);
  expect(answer.data).toMatchObject({ good: { id: 'Listing:8' } });
  expect(codesOf(answer)).toEqual(Array.from({ length: 6 }, () => 'BAD_USER_INPUT'));
  expect(answer.status).toBe(200);
  expect(dataOf({ ...answer, errors: [] })).toMatchObject({ a: null, b: null, c: null, d: null, e: null, f: null });
});
