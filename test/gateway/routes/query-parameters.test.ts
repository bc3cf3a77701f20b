/** Requests whose parameters cannot be read, or are more than count: by GET and by POST. */
import { describe, expect, it } from 'vitest';
import { sampled } from '../../support/effort.ts';
import { exchange } from '../../support/network/raw-connection.ts';
import { startScriptedGatewayForAll } from '../../support/scripted-gateway.ts';

const types = ['application/json', 'application/graphql-response+json'] as const;

const gateway = await startScriptedGatewayForAll();

const get = (query: string, accept: string, method = 'GET'): Promise<Response> =>
  gateway.fetch(`/graphql?${query}`, { method, headers: { accept, 'graphql-require-preflight': '1' } });

const post = (body: string | Uint8Array<ArrayBuffer>, headers: Readonly<Record<string, string>> = {}) =>
  gateway.fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });

/** What a response comes to, and what has been logged. */
const outcomeOf = async (response: Response): Promise<object> => {
  const body: unknown = await response.json();
  return { status: response.status, body, hasData: Object.hasOwn(Object(body), 'data'), logged: gateway.logLines };
};

/** Says that the request is no GraphQL request, and nothing else. */
const refusal = {
  status: 400,
  body: { errors: [{ extensions: { code: 'BAD_REQUEST' } }] },
  hasData: false,
  logged: [],
};

const isBadRequest = (body: unknown): boolean => JSON.stringify(body).includes('BAD_REQUEST');

const brokenJson = [
  '{',
  '}',
  '{"a":',
  "{'a':1}",
  '{"a":1}x',
  'undefined',
  'NaN',
  '[',
  '"',
  'tru',
  '01',
  '{"a":1,}',
  '\u0000',
];
const wrongShapes = ['[]', '[{}]', '1', '"x"', 'true', 'false', '[null]'];
const broken = ['variables', 'extensions'].flatMap((name) =>
  [...brokenJson, ...wrongShapes].flatMap((text) => types.map((type) => ({ name, text, type }))),
);

describe('A request by GET', () => {
  it.each(sampled(3, broken))(
    'is refused for $name that is $text, where $type is accepted',
    async ({ name, text, type }) => {
      expect(await outcomeOf(await get(`query={__typename}&${name}=${encodeURIComponent(text)}`, type))).toMatchObject(
        refusal,
      );
    },
  );

  it.each([
    'variables=',
    'variables=null',
    'extensions=',
    'operationName=',
    'variables={}&extensions={}',
    'none=1&q=2',
    'id=7&doc_id=8',
  ])('gets parameters that say nothing: %s', async (more) => {
    for (const type of types) {
      const response = await get(`query={__typename}&${more}`, type);
      expect([response.status, await response.json()]).toEqual([200, { data: { __typename: 'Query' } }]);
    }
  });

  it.each(['%FF', '%C3', '%C3%28', '%ED%A0%80', '%F8%88%80%80%80', '%E2%82', '%80'])(
    'is refused for bytes that are not UTF-8: %s',
    async (bytes) => {
      expect(await outcomeOf(await get(`query={__typename}%23${bytes}`, '*/*'))).toMatchObject(refusal);
      expect(await outcomeOf(await get(`query={__typename}&variables={"a":"${bytes}"}`, '*/*'))).toMatchObject(refusal);
    },
  );

  it('takes text of any language, and a percent sign by itself', async () => {
    const query = '{ __typename } # Ġobbża 🧀 100%';
    const response = await get(`query=${encodeURIComponent(query)}&variables={"a":"%"}`, '*/*');
    expect(await response.json()).toEqual({ data: { __typename: 'Query' } });
  });
});

describe('A body', () => {
  const around = (bytes: readonly number[]): Uint8Array<ArrayBuffer> =>
    new Uint8Array([...Buffer.from('{"query":"{ __typename } # '), ...bytes, ...Buffer.from('"}')]);
  const notUtf8 = [[0xff], [0xc3], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80], [0xe9], [0x80]];

  it.each(notUtf8.map((bytes) => [bytes]))('is refused that is not UTF-8: %j', async (bytes) => {
    expect(await outcomeOf(await post(around(bytes)))).toMatchObject(refusal);
    const inChunks = { body: new Blob([around(bytes)]).stream(), duplex: 'half' };
    const headers = { 'content-type': 'application/json' };
    expect(await outcomeOf(await gateway.fetch('/graphql', { method: 'POST', headers, ...inChunks }))).toMatchObject(
      refusal,
    );
  });

  it.each(notUtf8.map((bytes) => [bytes]))('is refused in a form with a field that is not UTF-8: %j', async (bytes) => {
    const part = (name: string): string => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`;
    const before = `${part('operations')}{"query":"{ __typename } # `;
    const after = `","variables":{"a":null}}\r\n${part('map')}{"0":["variables.a"]}\r\n${part('0"; filename="a')}a\r\n--b--\r\n`;
    const response = await gateway.fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'graphql-require-preflight': '1' },
      body: new Uint8Array([...Buffer.from(before), ...bytes, ...Buffer.from(after)]),
    });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errors: [{ extensions: { code: 'BAD_REQUEST' } }] },
    ]);
  });

  it('may begin with a byte order mark', async () => {
    const response = await post(`\uFEFF${JSON.stringify({ query: '{ __typename }' })}`);
    expect(await response.json()).toEqual({ data: { __typename: 'Query' } });
  });

  it.each(['utf-8', 'UTF-8', 'utf8', '"utf-8"'])('may say that its charset is %s', async (charset) => {
    const response = await post(JSON.stringify({ query: '{ __typename }' }), {
      'content-type': `application/json; charset=${charset}`,
    });
    expect(await response.json()).toEqual({ data: { __typename: 'Query' } });
  });

  it.each(['latin1', 'utf-16', 'utf-16le', 'utf-7', 'us-ascii', '"iso-8859-1"', 'utf-8x', ''])(
    'has 415 with the charset %j',
    async (charset) => {
      for (const type of ['application/json', 'application/graphql+json', 'multipart/form-data; boundary=b']) {
        const response = await post('{"query":"{ __typename }"}', {
          'content-type': `${type}; charset=${charset}`,
          'graphql-require-preflight': '1',
        });
        expect([response.status, await response.json()]).toMatchObject([
          415,
          { errors: [{ extensions: { code: 'BAD_REQUEST' } }] },
        ]);
      }
    },
  );

  it.each(['"none":1', '"id":7', '"doc_id":[],"documentId":{}', '"":null', '"__proto__":{"query":1},"constructor":2'])(
    'may have parameters that nobody knows: %s',
    async (more) => {
      for (const type of types) {
        const response = await post(`{"query":"{ __typename }",${more}}`, { accept: type });
        expect([response.status, await response.json()]).toEqual([200, { data: { __typename: 'Query' } }]);
      }
    },
  );
});

it.each([
  'subscription { __typename }',
  'subscription A { a } query B { __typename }',
  '{ nothing }',
  '{',
  'query ($v: Int!) { listing(id: "1") { related(first: $v) { id } } }',
  'query A { __typename } query B { __typename }',
  '{ a: lookups { regions { localities { region { localities { region { localities { region { localities { region { localities { region { id } } } } } } } } } } } } }',
])('A request that is refused before it runs has no data, not even null: %s', async (query) => {
  for (const type of types) {
    const response = await post(JSON.stringify({ query }), { accept: type });
    const body: unknown = await response.json();
    expect(body).not.toHaveProperty('data');
    expect(body).toHaveProperty('errors');
    expect(response.status).toBe(type === 'application/json' && !isBadRequest(body) ? 200 : 400);
  }
});

describe('HEAD', () => {
  it.each(
    sampled(5, [
      '/',
      '/livez',
      '/readyz',
      '/metrics',
      '/schema.graphql',
      '/graphql',
      '/graphql?query={__typename}',
      '/graphql?query={__schema{types{name}}}',
      '/graphql?query={nothing}',
      '/graphql?query=mutation{signIn}',
      '/invoices/1',
      '/nothing',
    ] as const),
  )('has the status and the headers of GET, and no body: %s', async (path) => {
    const headers = { 'graphql-require-preflight': '1', 'x-request-id': 'the-same-request', authorization: 'Bearer a' };
    const [got, head] = [
      await gateway.fetch(path, { headers }),
      await gateway.fetch(path, { headers, method: 'HEAD' }),
    ];
    expect(await head.text()).toBe('');
    await got.text();
    expect(head.status).toBe(got.status);
    // Those of the connection are the client's to ask for, and chunks are of a body.
    const apart = ['date', 'connection', 'keep-alive', 'transfer-encoding'];
    const kept = ({ headers: all }: Response) => [...all].filter(([name]) => !apart.includes(name));
    expect(kept(head)).toEqual(kept(got));
  });

  it('leaves the connection to the next request', async () => {
    const lines = (method: string): string =>
      `${method} /graphql?query={__typename} HTTP/1.1\r\nHost: a\r\nGraphQL-Require-Preflight: 1\r\n`;
    const all = await exchange(gateway.url, `${lines('HEAD')}\r\n${lines('GET')}Connection: close\r\n\r\n`);
    expect(all.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
    expect(all.match(/\{"data"/g)).toHaveLength(1);
  });
});
