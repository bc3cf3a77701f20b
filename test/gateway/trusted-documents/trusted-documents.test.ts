import { describe, expect, it, vi } from 'vitest';
import { sha256Of } from '../../../src/gateway/documents/document-text.ts';
import type { TrustedDocumentsMode } from '../../../src/gateway/trusted-documents/store.ts';
import { sampled } from '../../support/effort.ts';
import { readResponse } from '../../support/graphql-client.ts';
import type { GatewaySettings, RunningGateway } from '../../support/running-gateway.ts';
import { CALLER_TOKEN, startScriptedGateway } from '../../support/scripted-gateway.ts';
import { startWorldForAll } from '../../support/world.ts';

const listing = 'query Listing($id: ID!) { listing(id: $id) { title } }';
const watchList = 'query Watched($n: Int!) { viewer { watchedListings(first: $n) { nodes { condition } } } }';
const watch = 'mutation Watch($id: ID!) { watchListing(input: { id: $id }) { userErrors { code } } }';
const signIn = 'mutation { signIn(input: { username: "me", password: "secret-1" }) { userErrors { code } } }';

const entries = [
  { id: 'listing-1', text: listing },
  { id: 'watched-1', text: watchList },
  { id: 'watch-1', text: watch },
  {
    id: 'photo-1',
    text: 'mutation ($id: ID!, $file: Upload!) { uploadListingPhoto(input: { id: $id, file: $file }) { photo { index } } }',
  },
  { id: 'old-1', text: '{ listing(id: 1) { colour } }' },
  { id: 'deep-1', text: `{ ${'node(id: 1) { ... on Listing { related { id } '.repeat(8)}${'} } '.repeat(8)}}` },
  { id: 'sign-1', text: signIn },
  { id: 'broken-1', text: '{ listing(' },
  { id: 'schema-1', text: '{ __schema { queryType { name } } }' },
];

const start = (mode: TrustedDocumentsMode, settings: GatewaySettings = {}) =>
  startScriptedGateway({ trustedDocuments: { mode, entries }, ...settings });

/** The log of a gateway once its documents are examined. */
const examinedLog = (gateway: RunningGateway): Promise<readonly Record<string, unknown>[]> =>
  vi.waitFor(
    () => {
      const lines = gateway.logLines.map((line): Record<string, unknown> => JSON.parse(line));
      expect(lines.map(({ msg }) => msg)).toContain('The trusted documents have been examined.');
      return lines;
    },
    { timeout: 30_000 },
  );

const post = async (gateway: RunningGateway, params: object, headers: Readonly<Record<string, string>> = {}) =>
  readResponse(
    await gateway.fetch('/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/graphql-response+json',
        authorization: `Bearer ${CALLER_TOKEN}`,
        ...headers,
      },
      body: JSON.stringify(params),
    }),
  );

const get = (gateway: RunningGateway, params: Readonly<Record<string, string>>, headers: object = {}) =>
  gateway.fetch(`/graphql?${new URLSearchParams(params)}`, {
    headers: { authorization: `Bearer ${CALLER_TOKEN}`, 'GraphQL-Require-Preflight': '1', ...headers },
  });

const codeOf = async (answer: Promise<{ readonly errors: readonly { readonly extensions: object }[] }>) =>
  (await answer).errors.map(({ extensions }) => Reflect.get(extensions, 'code'));

describe('A trusted document', () => {
  it.each(
    sampled(3, [
      ['documentId', { documentId: 'listing-1' }],
      ['its SHA-256', { documentId: `sha256:${sha256Of(listing)}` }],
      ["Apollo's extension", { extensions: { persistedQuery: { version: 1, sha256Hash: sha256Of(listing) } } }],
      ['doc_id', { doc_id: 'listing-1' }],
      ['id', { id: 'listing-1', operationName: 'Listing' }],
    ] as const),
  )('runs by POST and by GET when it is named by %s', async (_how, params) => {
    await using gateway = await start('only');
    gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, Title: 'A boat' } });
    const expected = { data: { listing: { title: 'A boat' } } };
    const answer = await post(gateway, { ...params, variables: { id: '7' } });
    expect(answer.body).toEqual(expected);
    const inUrl = Object.entries({ ...params, variables: { id: '7' } }).map(
      ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    );
    const response = await get(gateway, Object.fromEntries(inUrl));
    expect(await response.json()).toEqual(expected);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('is priced with the real variables each time', async () => {
    await using gateway = await start('only');
    gateway.upstream.on('GET', '/v1/user/watchedlistings', { json: { Items: [] } });
    const few = await post(gateway, { documentId: 'watched-1', variables: { n: 5 } });
    expect(few.errors).toEqual([]);
    const many = await post(gateway, { documentId: 'watched-1', variables: { n: 100 } });
    expect(many.errors[0]?.extensions).toMatchObject({ code: 'OPERATION_TOO_COMPLEX', limit: 50, planned: 101 });
  });

  it.each(
    sampled(2, [
      { documentId: 'photo-1' },
      { doc_id: 'photo-1' },
      { extensions: { persistedQuery: { version: 1, sha256Hash: 'photo-1' } } },
    ] as const),
  )('takes a file, with its document named as %o', async (named) => {
    await using gateway = await start('only');
    const form = new FormData();
    form.set('operations', JSON.stringify({ ...named, variables: { id: 'x', file: null } }));
    form.set('map', '{"0":["variables.file"]}');
    form.set('0', new Blob(['no photo'], { type: 'image/jpeg' }), 'photo.jpg');
    const answer = await readResponse(
      await gateway.fetch('/graphql', {
        method: 'POST',
        headers: { authorization: `Bearer ${CALLER_TOKEN}`, 'graphql-require-preflight': '1' },
        body: form,
      }),
    );
    expect(answer.errors).toMatchObject([{ path: ['uploadListingPhoto'], extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  it.each(sampled(3, ['old-1', 'deep-1', 'sign-1', 'broken-1'] as const))(
    'that does not fit is logged after the start and refused, while others run: %s',
    async (id) => {
      await using gateway = await start('prefer');
      expect(await examinedLog(gateway)).toContainEqual(
        expect.objectContaining({
          id,
          level: 40,
          problem: expect.any(String),
          msg: expect.stringContaining('refused'),
        }),
      );
      expect(gateway.logLines.join()).not.toContain('secret-1');
      const answer = await post(gateway, { documentId: id });
      expect(answer.status).toBe(400);
      expect(answer.errors).toMatchObject([
        { message: expect.stringContaining(id), extensions: { code: 'TRUSTED_DOCUMENT_UNUSABLE', retryable: false } },
      ]);
      expect((await post(gateway, { documentId: 'schema-1' })).errors).toEqual([]);
    },
  );

  it('is refused from the first request on when it does not fit, and runs when it does, examined or not', async () => {
    await using gateway = await start('prefer', { examinesDocuments: false });
    expect(await codeOf(post(gateway, { documentId: 'old-1' }))).toEqual(['TRUSTED_DOCUMENT_UNUSABLE']);
    expect((await post(gateway, { documentId: 'schema-1' })).errors).toEqual([]);
    expect(gateway.logLines.join()).not.toContain('A trusted document');
  });

  it('that may cost too much is logged after the start with its price', async () => {
    await using gateway = await start('prefer');
    expect(await examinedLog(gateway)).toContainEqual(
      expect.objectContaining({ id: 'watched-1', operations: ['Watched'], calls: 101, limit: 50 }),
    );
  });

  it('is counted by whether it can run', async () => {
    await using gateway = await start('prefer');
    await examinedLog(gateway);
    const metrics = await (await gateway.fetch('/metrics')).text();
    const counts = [...metrics.matchAll(/^listings_gateway_trusted_documents\{state="(\w+)"\} (\d+)$/gm)];
    expect(Object.fromEntries(counts.map(([, state, count]) => [state, Number(count)]))).toEqual({
      usable: 5,
      unusable: 4,
      unexamined: 0,
    });
  });

  it('asks for the schema only where introspection is on', async () => {
    await using gateway = await start('only', { introspection: false });
    expect(await codeOf(post(gateway, { documentId: 'schema-1' }))).toEqual(['TRUSTED_DOCUMENT_UNUSABLE']);
  });
});

describe('The line of an operation whose document does not run', () => {
  const hash = sha256Of('{ secrets }');
  it.each(
    sampled(4, [
      ['PERSISTED_QUERY_NOT_FOUND', { documentId: hash }, hash.slice(0, 16)],
      ['PERSISTED_QUERY_NOT_FOUND', { documentId: `sha256:${hash}` }, hash.slice(0, 16)],
      ['PERSISTED_QUERY_NOT_FOUND', { extensions: { persistedQuery: { sha256Hash: hash } } }, hash.slice(0, 16)],
      ['PERSISTED_QUERY_NOT_FOUND', { doc_id: 'home-4' }, 'home-4'],
      ['PERSISTED_QUERY_NOT_FOUND', { id: 'Bearer secret-1' }, null],
      ['TRUSTED_DOCUMENT_UNUSABLE', { documentId: 'old-1' }, 'old-1'],
      ['TRUSTED_DOCUMENT_REQUIRED', { query: '{ secrets }' }, hash.slice(0, 16)],
    ] as const),
  )('%s says which one: %j', async (code, params, document) => {
    await using gateway = await start('only', { operationLog: 'on' });
    expect(await codeOf(post(gateway, params))).toEqual([code]);
    await vi.waitFor(() => expect(gateway.logLines.join('\n')).toContain('"msg":"operation"'), { timeout: 30_000 });
    const line = gateway.logLines.find((each) => each.includes('"msg":"operation"')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ codes: [code], document });
    expect(line).not.toContain('secret');
  });
});

describe('TRUSTED_DOCUMENTS', () => {
  it('only: refuses every other text with 400, and introspection with it', async () => {
    await using gateway = await start('only');
    for (const query of ['{ __typename }', '{ __schema { types { name } } }', `${listing} `]) {
      const answer = await post(gateway, { query });
      expect(answer.status).toBe(400);
      expect(answer.errors[0]?.extensions).toMatchObject({ code: 'TRUSTED_DOCUMENT_REQUIRED', retryable: false });
    }
    const response = await get(gateway, { query: '{ __typename }' }, { accept: 'application/json' });
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'TRUSTED_DOCUMENT_REQUIRED' } }] });
    expect(gateway.upstream.count()).toBe(0);
  });

  it('only: runs the exact text of a trusted document', async () => {
    await using gateway = await start('only');
    gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, Title: 'A boat' } });
    const answer = await post(gateway, { query: listing, variables: { id: '7' } });
    expect(answer.body).toEqual({ data: { listing: { title: 'A boat' } } });
  });

  it('prefer: runs any text, and never keeps one that came with an id', async () => {
    await using gateway = await start('prefer');
    const query = '{ kind: __typename }';
    const extensions = { persistedQuery: { version: 1, sha256Hash: sha256Of(query) } };
    expect((await post(gateway, { query, extensions })).body).toEqual({ data: { kind: 'Query' } });
    const again = await post(gateway, { extensions });
    expect(again.errors).toMatchObject([
      { message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } },
    ]);
  });

  it.each(['prefer', 'only'] as const)('%s: refuses a text that is not the document of its id', async (mode) => {
    await using gateway = await start(mode);
    const answer = await post(gateway, { documentId: 'listing-1', query: '{ __typename }' });
    expect(answer.status).toBe(400);
    expect(answer.errors[0]?.extensions).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('off: asks clients with ids to send the text', async () => {
    await using gateway = await start('off');
    const answer = await post(gateway, { documentId: 'listing-1' });
    expect(answer.errors).toMatchObject([
      { message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } },
    ]);
  });
});

describe('GET of lookups with a trusted document', async () => {
  const lookups = 'query Fuels { lookups { fuels { key label } } }';
  const mixed = 'query Mixed { lookups { fuels { key } } viewer { name } }';
  const params = { documentId: 'fuels-1' };
  const trustedDocuments = {
    mode: 'prefer',
    entries: [
      { id: 'fuels-1', text: lookups },
      { id: 'mixed-1', text: mixed },
      { id: 'kind-1', text: '{ __typename }' },
    ],
  } as const;
  const world = await startWorldForAll({ trustedDocuments, corsOrigins: ['https://shop.example'] });
  const ask = async (query: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
    world.fetch(`/graphql?${new URLSearchParams(query)}`, {
      headers: {
        authorization: `Bearer ${await world.signIn('seller')}`,
        'GraphQL-Require-Preflight': '1',
        ...headers,
      },
    });

  it('may be kept by the client alone, for five minutes', async () => {
    const response = await ask(params, { origin: 'https://shop.example' });
    expect(await response.json()).toMatchObject({ data: { lookups: { fuels: expect.any(Array) } } });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'private, max-age=300',
      vary: 'Origin, Authorization, Authorisation, Cookie, Accept, Accept-Encoding',
      etag: expect.stringMatching(/^W\/"[\w-]{43}"$/),
      'access-control-allow-origin': 'https://shop.example',
      'x-content-type-options': 'nosniff',
    });
  });

  it('is 304 without a body for a client that has it', async () => {
    const first = await ask(params);
    await first.text();
    const etag = first.headers.get('etag') ?? '';
    for (const tag of [etag, `"other", ${etag}`, etag.slice(2), '*']) {
      const response = await ask(params, { 'if-none-match': tag });
      expect(response.status).toBe(304);
      expect(await response.text()).toBe('');
      expect(response.headers.get('etag')).toBe(etag);
      expect(response.headers.get('cache-control')).toBe('private, max-age=300');
      // It would say how long the kept response is.
      expect(response.headers.get('content-length')).toBeNull();
    }
    expect((await ask(params, { 'if-none-match': 'W/"other"' })).status).toBe(200);
  });

  it.each([
    ['touches what is a person’s own', { documentId: 'mixed-1' }, {}],
    ['asks for nothing of the service', { documentId: 'kind-1' }, {}],
    ['is no trusted document', { query: `${lookups} ` }, {}],
    ['wants to know what it caused', params, { 'x-upstream-trace': 'true' }],
    ['is refused', { documentId: 'x' }, {}],
  ])('is kept nowhere when it %s', async (_what, query, headers) => {
    const response = await ask(query, headers);
    await response.text();
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.has('etag')).toBe(false);
  });

  it('is kept nowhere when a part of it failed', async () => {
    await using gateway = await startScriptedGateway({ trustedDocuments });
    gateway.upstream.on('GET', '/v1/properties/{a}', { status: 500 });
    const response = await get(gateway, params);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }] });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('is kept nowhere when it is asked by POST', async () => {
    const answer = await post(world, params, { authorization: `Bearer ${await world.signIn('seller')}` });
    expect(answer.errors).toEqual([]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('reveals nothing to a caller who may not read lookups, though the list is cached and the tag is right', async () => {
    await using gateway = await startScriptedGateway({ trustedDocuments });
    gateway.upstream.on('GET', '/v1/properties/fueltypes', { json: [{ Key: '0', Value: 'Petrol' }] });
    gateway.upstream.on('GET', '/v1/properties/{a}', { json: [{ Key: '0', Value: 'Petrol' }] });
    const known = await get(gateway, params);
    await known.text();
    expect(known.headers.get('etag')).not.toBeNull();
    const response = await gateway.fetch(`/graphql?${new URLSearchParams(params)}`, {
      headers: { 'GraphQL-Require-Preflight': '1', 'if-none-match': known.headers.get('etag') ?? '*' },
    });
    expect(response.status).toBe(401);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).not.toContain('Petrol');
  });
});
