import { expect, it } from 'vitest';
import { createMemoryRecords } from '../../../src/records/memory-records.ts';
import { FORM_TYPE, formOf } from '../../gateway/uploads/photo-gateway.ts';
import { withSessions } from '../../support/browser-session.ts';
import { deferred } from '../../support/deferred.ts';
import { byEffort, oneIn } from '../../support/effort.ts';
import { startScriptedGateway } from '../../support/scripted-gateway.ts';
import { type Asked, type Reply, createHttpClient } from '../http-client.ts';

/** What a caller sends who asks for all that its address may; each request has its number. */
interface Greed {
  readonly what: string;
  readonly ask: (number: number) => Asked;
}

const json = { 'content-type': 'application/json' } as const;
const KEY = '2f1d6a38-7c5b-4a41-9d0e-5b1f3f0f7a11';

const operation = (query: string, variables: object, headers: Readonly<Record<string, string>> = {}): Asked => ({
  headers: { ...json, ...headers },
  body: JSON.stringify({ query, variables }),
});

const signIn = 'mutation ($input: SignInInput!) { signIn(input: $input) { userErrors { code } } }';

const upload =
  'mutation ($file: Upload!) { uploadListingPhoto(input: { id: "7", file: $file }) { userErrors { code } } }';

/** A field under names that make its response large. */
const manyNames = (field: string): string =>
  Array.from({ length: 30 }, (_, at) => `${'a'.repeat(400)}${at}: ${field}`).join(' ');

/** One of every way in which a request comes. Only the keys need an account. */
export const greeds: readonly Greed[] = [
  {
    what: 'JSON',
    ask: (number) =>
      operation('query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Listing { title } } }', {
        ids: [1, 2, 3, 4].map((at) => `Listing:${4 * number + at}`),
      }),
  },
  {
    what: 'form',
    ask: () => ({
      headers: { 'content-type': FORM_TYPE, 'graphql-require-preflight': '1', authorization: 'Bearer made-up' },
      body: formOf([
        { name: 'operations', content: JSON.stringify({ query: upload, variables: { file: null } }) },
        { name: 'map', content: '{"0":["variables.file"]}' },
        { name: '0', content: 'GIF89a', filename: 'a.gif', type: 'image/gif' },
      ]),
    }),
  },
  {
    what: 'photo',
    ask: () => ({
      path: '/listings/7/photos',
      headers: { 'content-type': 'image/gif', authorization: 'Bearer made-up' },
      body: 'GIF89a',
    }),
  },
  {
    what: 'invoice',
    ask: (number) => ({ method: 'GET', path: `/invoices/${number + 1}`, headers: { authorization: 'Bearer made-up' } }),
  },
  {
    what: 'refresh',
    ask: (number) =>
      operation(
        'mutation ($token: String!) { refreshSession(input: { refreshToken: $token }) { userErrors { code } } }',
        {
          token: `made-up-${number}`,
        },
      ),
  },
  {
    what: 'key',
    ask: () =>
      operation(
        'mutation { watchListing(input: { id: "7" }) { userErrors { code } } }',
        {},
        { authorization: 'Bearer made-up', 'idempotency-key': KEY },
      ),
  },
  {
    what: 'keys of one account',
    ask: (number) =>
      operation(
        `mutation { watchListing(input: { id: "8" }) { ${manyNames('__typename')} } }`,
        {},
        { authorization: `Bearer of-an-account-${number}`, 'idempotency-key': `${KEY}-${number}` },
      ),
  },
  {
    what: 'refresh with a key',
    ask: (number) =>
      operation(
        `mutation ($token: String!) { refreshSession(input: { refreshToken: $token }) { userErrors { ${manyNames('message')} } } }`,
        { token: `made-up-${number}` },
        { 'idempotency-key': `${KEY}-${number}` },
      ),
  },
  {
    what: 'guesses from a network of IPv6',
    ask: (number) =>
      operation(
        signIn,
        { input: { username: 'ann', password: 'wrong' } },
        { 'x-forwarded-for': `2001:db8:0:${(number * 251).toString(16)}::1` },
      ),
  },
  {
    what: 'sign-ins of an application that is refused',
    ask: (number) => {
      const client = { clientId: 'made-up', clientSecret: 'made-up' };
      return operation(signIn, { input: { username: `user-${number}`, password: 'right', client } });
    },
  },
  {
    what: 'documents that are new',
    ask: (number) => operation(`{ listing(id: "7") { ${'title '.repeat(900)} } } #${number}`, {}),
  },
  {
    what: 'unknown fields',
    ask: () =>
      operation(
        'mutation ($input: CreateListingInput!) { createListing(input: $input) { userErrors { code } } }',
        { input: Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`unknown-${at}`, 'x'.repeat(20)])) },
        { authorization: 'Bearer made-up' },
      ),
  },
  {
    what: 'GET',
    ask: (number) => ({
      method: 'GET',
      path: `/graphql?query=${encodeURIComponent(`{ listing(id: "${number + 8}") { title } }`)}`,
      headers: { 'graphql-require-preflight': '1' },
    }),
  },
  {
    what: 'cookie',
    ask: (number) => operation('{ viewer { name } }', {}, { cookie: `__Host-session=1:made-up-${number}` }),
  },
  {
    what: 'odd cookies',
    ask: (number) =>
      operation(
        '{ viewer { name } }',
        {},
        {
          cookie: Array.from(
            { length: 200 },
            (_, at) => `\xa0__Host-session=4:${at}; __Host-session=4:${number}-${at}`,
          ).join('; '),
        },
      ),
  },
];

/** A write with a key of somebody else: whoever fills the store of keys keeps it from them. */
export const write: Asked = operation(
  'mutation { watchListing(input: { id: "9" }) { userErrors { code } } }',
  {},
  {
    authorization: 'Bearer of-somebody-else',
    'x-forwarded-for': '198.51.100.7',
    'idempotency-key': `${KEY}-of-somebody`,
  },
);

/** Whether it was not made. */
export const isRefused = ({ status, text }: Reply): boolean => status !== 200 || text.includes('"errors"');

/** How many addresses do so at once. */
export const crowds = [1, 3, 8] as const;

/** Requests of each address: more than what one may have of connections, places and turns. */
const REQUESTS = byEffort(7, 20);

/** Fewer than a crowd asks for. */
const records = { keepMs: 86_400_000, maxBytes: 32_768, now: () => performance.now() } as const;

/** Long enough for a machine that is busy with other tests. */
const transport = { connections: 16, tokens: 4, uploads: 2, maxWaitMs: 60_000 } as const;

const cases = greeds.flatMap((greed) => crowds.map((addresses) => ({ ...greed, addresses })));

it.each(oneIn(byEffort(14, 4), cases))(
  'Callers who ask for all that they may keep nobody else from an answer: by $what, $addresses at once',
  async ({ ask, addresses }) => {
    await using gateway = await startScriptedGateway({
      ...withSessions(),
      transport,
      trustedProxies: 1,
      recordStore: createMemoryRecords(records),
      refreshStore: createMemoryRecords(records),
      signIn: { perUsernameAndAddress: 5, perAddress: 20, perUsername: 100 },
      overload: { maxInFlight: 60, eventLoopMs: 60_000, memoryPercent: 100 },
    });
    const { promise: delayUntil, resolve: release } = deferred();
    gateway.upstream.on('GET', '/v1/listings/{id}', ({ path }) => ({
      json: { PKID: Number(path.split('/').at(-1)), Title: 'Boat' },
    }));
    gateway.upstream.on('POST', '/v1/token', ({ headers }) => ({
      json:
        headers['client_id'] === 'made-up'
          ? { Error: 'invalid_client' }
          : headers['password'] === 'wrong'
            ? { Error: 'invalid_grant' }
            : { Access_token: 'token', Expires_in: 3600 },
      ...(headers['grant_type'] === 'refresh_token' ? { delayUntil } : {}),
    }));
    for (const path of ['/v1/listings/{id}/photos', '/v1/listings/{id}/watch'])
      gateway.upstream.on('POST', path, { json: { Success: true }, delayUntil });
    gateway.upstream.on('GET', '/v1/user/account/invoices/{id}', { json: {}, delayUntil });
    gateway.upstream.on('GET', '/v1/user/details', ({ headers }) =>
      headers['authorisation']?.includes('of-an-account') === true ? { json: { UserID: 5 } } : { json: {}, delayUntil },
    );
    using client = createHttpClient(gateway.url, 1000);
    const replies = Array.from({ length: REQUESTS * addresses }, (_, number) => {
      const { headers, ...asked } = ask(number);
      const from = { 'x-forwarded-for': `203.0.113.${number % addresses}`, ...headers };
      return client.send({ ...asked, headers: from }).catch(() => null);
    });
    await Promise.race([gateway.upstream.received(1), ...replies]);
    const headers = { 'x-forwarded-for': '198.51.100.7' };
    for (let asked = 0; asked < 5; asked += 1) {
      const answer = await gateway.query('{ listing(id: "7") { title } }', { headers });
      expect([answer.status, answer.body]).toEqual([200, { data: { listing: { title: 'Boat' } } }]);
    }
    const input = { username: 'ann', password: 'right' };
    const signedIn = await gateway.query(signIn, { variables: { input }, headers });
    expect(signedIn.body).toEqual({ data: { signIn: { userErrors: [] } } });
    release();
    await Promise.all(replies);
    const written = await client.send(write);
    expect([written.text, isRefused(written)]).toEqual([expect.any(String), false]);
  },
);
