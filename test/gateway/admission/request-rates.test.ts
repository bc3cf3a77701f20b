import { describe, expect, it } from 'vitest';
import type { RequestRates } from '../../../src/gateway/admission/request-rates.ts';
import { signInBrowser, withSessions } from '../../support/browser-session.ts';
import { sampled } from '../../support/effort.ts';
import { startScriptedGateway } from '../../support/scripted-gateway.ts';

const body = JSON.stringify({ query: '{ __typename }' });

const start = async (rates: Partial<RequestRates>, trustedProxies = 1) => {
  const gateway = await startScriptedGateway({
    operationLog: 'on',
    requestRates: { perAddress: 0, perToken: 0, ...rates },
    trustedProxies,
    corsOrigins: ['https://shop.example'],
  });
  const send = (headers: Record<string, string> = {}, path = '/graphql', text = body) =>
    gateway.fetch(path, { method: 'POST', body: text, headers: { 'content-type': 'application/json', ...headers } });
  const statusOf = async (headers: Record<string, string>, text = body) => {
    const response = await send(headers, '/graphql', text);
    await response.arrayBuffer();
    return response.status;
  };
  const statusFrom = (address: string) => statusOf({ 'x-forwarded-for': address });
  const statusWith = (authorization: string) => statusOf({ authorization });
  return { ...gateway, send, statusOf, statusFrom, statusWith };
};

it.each([
  ['address', { perAddress: 2 }, { 'x-forwarded-for': '203.0.113.7' }, /^203\.0\.113\.7$/],
  ['address', { perAddress: 2 }, { 'x-forwarded-for': '2001:db8:1:2::7' }, /^2001:db8:1:2::\/64$/],
  ['token', { perToken: 2 }, { 'x-forwarded-for': '203.0.113.7', authorization: 'Bearer canary-token' }, /^[\w-]{16}$/],
] as const)(
  'The line about the limit for the %s names the caller as the lines of operations do',
  async (limit, rates, headers, name) => {
    await using gateway = await start(rates);
    const lines = (message: string): readonly Record<string, unknown>[] =>
      gateway.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message);
    for (const status of [200, 200, 429]) expect((await gateway.send(headers)).status).toBe(status);
    await gateway.send({ 'x-forwarded-for': '203.0.113.8' });
    while (lines('operation').length < 3) await gateway.fetch('/livez');
    const [one, two, other] = lines('operation').map(({ caller }) => caller);
    expect([two, other]).toEqual([one, '203.0.113.8']);
    expect(one).toMatch(name);
    expect(lines('A limit refuses requests.')).toMatchObject([{ limit, most: { [String(one)]: 1 } }]);
    expect(gateway.logLines.join('')).not.toContain('canary');
  },
);

describe('The limit for an address', () => {
  it('responds with 429, a code and the time to wait, which pages of other origins can read', async () => {
    await using gateway = await start({ perAddress: 1 });
    const headers = { 'x-forwarded-for': '203.0.113.7', origin: 'https://shop.example', 'x-request-id': 'request-1' };
    expect((await gateway.send(headers)).status).toBe(200);
    const refused = await gateway.send(headers);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(refused.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    expect(refused.headers.get('access-control-expose-headers')).toContain('retry-after');
    expect(refused.headers.get('x-content-type-options')).toBe('nosniff');
    expect(refused.headers.get('x-request-id')).toBe('request-1');
    expect(await refused.json()).toEqual({
      errors: [
        {
          message: 'Too many requests from this address: wait 60 seconds.',
          extensions: {
            code: 'RATE_LIMITED',
            retryable: true,
            requestId: 'request-1',
            retryAfter: 60,
          },
        },
      ],
    });
  });

  it('counts addresses by themselves, as the trusted proxy names them and not as a client does', async () => {
    await using gateway = await start({ perAddress: 2 });
    expect(await gateway.statusFrom('203.0.113.7')).toBe(200);
    expect(await gateway.statusFrom('198.51.100.1, 203.0.113.7')).toBe(200);
    expect(await gateway.statusFrom('198.51.100.2, 203.0.113.7')).toBe(429);
    expect(await gateway.statusFrom('203.0.113.8')).toBe(200);
  });

  it.each(
    sampled(2, [
      ['/64 as one', (at: number) => `2001:db8::${at}:1`, 2],
      ['/56 as two', (at: number) => `2001:db8:0:42${at.toString(16).padStart(2, '0')}::1`, 4],
      ['/48 as four', (at: number) => `2001:db8:0:${at}00::1`, 8],
    ] as const),
  )('counts all addresses of an IPv6 network of %s', async (_what, addressOf, accepted) => {
    await using gateway = await start({ perAddress: 2 });
    const statuses: number[] = [];
    for (let at = 0; at < 12; at += 1) statuses.push(await gateway.statusFrom(addressOf(at)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(accepted);
    expect(await gateway.statusFrom('2001:db8:1::1')).toBe(200);
  });

  it.each([
    ['in an IPv6 address of a socket', '::ffff:cb00:7107', '::ffff:cb00:7108'],
    ['behind a translator', '64:ff9b::cb00:7107', '64:ff9b::203.0.113.8'],
  ])('counts an IPv4 address %s as that address', async (_where, one, other) => {
    await using gateway = await start({ perAddress: 1 });
    expect([await gateway.statusFrom(one), await gateway.statusFrom('203.0.113.7')]).toEqual([200, 429]);
    expect([await gateway.statusFrom(other), await gateway.statusFrom('203.0.113.8')]).toEqual([200, 429]);
  });

  it('counts every request in vain that claims another address where no proxy is trusted, and limits no proxy', async () => {
    await using gateway = await start({ perAddress: 1 }, 0);
    for (const address of ['203.0.113.7', '203.0.113.7', '203.0.113.8']) {
      expect(await gateway.statusFrom(address)).toBe(200);
    }
    const warnings = gateway.logLines.filter((line) => line.includes('TRUSTED_PROXIES'));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).not.toContain('203.0.113');
  });

  it('holds for every route but those that watch over the gateway, and for no question of a browser', async () => {
    await using gateway = await start({ perAddress: 1 });
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    expect((await gateway.fetch('/schema.graphql', { headers })).status).toBe(200);
    const refused = await gateway.fetch('/invoices/7', { headers });
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED', retryable: true });
    for (const path of ['/livez', '/readyz', '/metrics']) {
      expect((await gateway.fetch(path, { headers })).status).toBe(200);
    }
    const question = { ...headers, origin: 'https://shop.example', 'access-control-request-method': 'POST' };
    expect((await gateway.fetch('/graphql', { method: 'OPTIONS', headers: question })).status).toBe(204);
  });
});

describe('The limit for a token', () => {
  it('counts tokens by themselves, however their headers are written', async () => {
    await using gateway = await start({ perToken: 2 });
    expect(await gateway.statusWith('Bearer one')).toBe(200);
    expect(await gateway.statusWith('bearer   one')).toBe(200);
    expect(await gateway.statusWith('BEARER one')).toBe(429);
    expect((await gateway.send({ authorisation: 'Bearer one' })).status).toBe(429);
    expect(await gateway.statusWith('Bearer two')).toBe(200);
    expect(await gateway.statusFrom('203.0.113.7')).toBe(200);
  });

  it('counts browser sessions by themselves, and no cookie that is made up', async () => {
    await using gateway = await startScriptedGateway({
      ...withSessions(),
      requestRates: { perAddress: 0, perToken: 2 },
    });
    let granted = 0;
    gateway.upstream.on('POST', '/v1/token', () => {
      granted += 1;
      return { json: { Access_token: `access-${granted}`, Refresh_token: 'refresh', Expires_in: 3600 } };
    });
    const statusOf = async (cookie: string) => (await gateway.query('{ __typename }', { headers: { cookie } })).status;
    const [one, other] = [await signInBrowser(gateway), await signInBrowser(gateway)];
    expect([await statusOf(one), await statusOf(one), await statusOf(one)]).toEqual([200, 200, 429]);
    expect(await statusOf(other)).toBe(200);
    for (let time = 0; time < 3; time += 1) expect(await statusOf('session=1:made.up')).toBe(401);
  });

  it('opens no cookie of an address that has no call left', async () => {
    await using gateway = await startScriptedGateway({
      ...withSessions(),
      trustedProxies: 1,
      requestRates: { perAddress: 2, perToken: 0 },
    });
    const headers = { 'x-forwarded-for': '203.0.113.1', cookie: 'session=1:made.up' };
    const codes: unknown[] = [];
    for (let time = 0; time < 5; time += 1) codes.push((await gateway.query('{ __typename }', { headers })).status);
    expect(codes).toEqual([401, 401, 429, 429, 429]);
    const metrics = await (await gateway.fetch('/metrics')).text();
    expect(metrics).toContain('listings_gateway_browser_sessions_total{event="unreadable"} 2');
  });

  it('says so, and shows in the metrics without the token', async () => {
    await using gateway = await start({ perToken: 1 });
    await gateway.statusWith('Bearer canary-token');
    const refused = await gateway.send({ authorization: 'Bearer canary-token' });
    expect(await refused.text()).toContain('Too many requests with this token');
    const metrics = await (await gateway.fetch('/metrics')).text();
    expect(metrics).toContain('listings_gateway_refusals_total{limit="token"} 1');
    expect(metrics).toContain('listings_gateway_refusals_total{limit="address"} 0');
    expect(metrics + gateway.logLines.join('')).not.toContain('canary-token');
  });
});

describe('What a minute allows', () => {
  const listings = (count: number): string =>
    `{ nodes(ids: ${JSON.stringify(Array.from({ length: count }, (_, at) => `Listing:${at + 1}`))}) { ... on Listing { title } } }`;

  /** Asks with a token, for listings by documents of so many that are known; gives the seconds to wait, null when it was let in. */
  const startShop = async (perToken: number, ...known: readonly number[]) => {
    const gateway = await start({ perToken });
    const sendOperation = async (query: string, variables: object = {}): Promise<number | null> => {
      const body = JSON.stringify({ query, variables });
      const response = await gateway.send({ authorization: 'Bearer one' }, '/graphql', body);
      await response.arrayBuffer();
      const wait = response.headers.get('retry-after');
      expect(response.status === 429).toBe(wait !== null);
      return wait === null ? null : Number(wait);
    };
    const ask = (count: number) => sendOperation(count === 0 ? '{ __typename }' : listings(count));
    for (const count of known) await gateway.query(listings(count));
    return { ...gateway, ask, sendOperation };
  };

  it('counts the calls that an operation may make, and one for one that makes none', async () => {
    await using gateway = await startShop(20, 1, 8, 9);
    for (const calls of [0, 0, 9, 0, 8]) expect(await gateway.ask(calls)).toBe(null);
    const before = gateway.upstream.requests.length;
    expect([await gateway.ask(0), await gateway.ask(1)]).toEqual([3, 3]);
    expect(gateway.upstream.requests).toHaveLength(before);
  });

  it('is spent as the minute goes by, a tenth of it at once', async () => {
    await using gateway = await startShop(240, 8);
    let accepted = 0;
    while ((await gateway.ask(8)) === null) accepted += 1;
    expect(accepted).toBe(3);
    accepted = 0;
    for (let second = 0; second < 20; second += 1) {
      gateway.clock.advance(1000);
      while (accepted < 1000 && (await gateway.ask(8)) === null) accepted += 1;
    }
    expect(accepted).toBe(10);
  });

  it('lets in what costs more than is left, and makes the caller wait the longer: exactly as long as it is told', async () => {
    await using gateway = await startShop(20, 50);
    expect(await gateway.ask(50)).toBe(null);
    const wait = await gateway.ask(0);
    expect(wait).toBe(93);
    gateway.clock.advance(92_999);
    expect(await gateway.ask(0)).toBe(1);
    gateway.clock.advance(1);
    expect(await gateway.ask(0)).toBe(null);
    expect(await gateway.ask(0)).toBe(3);
  });

  it.each(
    sampled(2, [
      ['a document that is new', `{ __typename } #${'x'.repeat(500)}`, {}, [6, 1, 1]],
      ['a document that is wrong', `{ ${'x'.repeat(500)} }`, {}, [6, 6, 6]],
      ['variables', 'query ($id: ID!) { node(id: $id) { id } }', { id: `Section:${'1'.repeat(500)}` }, [6, 6, 6]],
      ['objects of its response, kept or not', '{ lookups { fuels { key } } }', {}, [7, 7, 7, 7]],
      ['objects of a list that is read before it is made', '{ lookups { vehicleMakes { key } } }', {}, [7, 7]],
      ['long names in a response', `{ lookups { fuels { ${'x'.repeat(100)}: key } } }`, {}, [12, 11, 11]],
      ['errors', `{ nodes(ids: [${'"x:x",'.repeat(40)}]) { id } }`, {}, [13, 11, 11]],
      ['what is refused because it would be too large', '{ lookups { pools { key } } }', {}, [20, 20]],
    ] as const),
  )('counts %s', async (_what, query, variables, spent) => {
    await using gateway = await startShop(200);
    const fuels = Array.from({ length: 1_100 }, (_, at) => ({ Id: at, Item: `Fuel ${at}` }));
    gateway.upstream.on('GET', '/v1/properties/fuel', { json: fuels });
    const pools = Array.from({ length: 26_000 }, (_, at) => [at, 'Pool']);
    gateway.upstream.on('GET', '/v1/properties/propertypool', { json: pools });
    gateway.upstream.on('GET', '/v1/properties/vehiclemakes', { json: fuels.map(({ Item }) => ({ Name: Item })) });
    for (const calls of spent) {
      gateway.clock.advance(60_000);
      await gateway.sendOperation(query, variables);
      let left = 0;
      while ((await gateway.ask(0)) === null) left += 1;
      expect(20 - left).toBe(calls);
    }
  });

  it('counts extensions as variables, which have the same limits', async () => {
    await using gateway = await startShop(200);
    const send = async (length: number): Promise<unknown> => {
      const extensions = { a: 'x'.repeat(length) };
      const text = JSON.stringify({ query: '{ __typename }', extensions });
      return (await gateway.send({ authorization: 'Bearer one' }, '/graphql', text)).json();
    };
    expect(await send(131_072)).toMatchObject({
      errors: [{ extensions: { code: 'OPERATION_TOO_COMPLEX', exceeded: 'variablesBytes' } }],
    });
    gateway.clock.advance(60_000);
    await send(500);
    let left = 0;
    while ((await gateway.ask(0)) === null) left += 1;
    expect(20 - left).toBe(6);
  });

  it('ends a query on a list that nobody knew when it is spent, and no change', async () => {
    await using gateway = await startShop(20);
    const entries = Array.from({ length: 6_000 }, (_, at) => ({ Id: at, Item: `Entry ${at}` }));
    gateway.upstream.on('GET', '/v1/properties/fuel', { json: entries });
    gateway.upstream.on('GET', '/v1/properties/categories/2', { json: entries });
    gateway.upstream.on('GET', '/v1/listings/{id}', { json: { PKID: 7, SectionId: 2 } });
    gateway.upstream.on('POST', '/v1/listings/{id}/watch', { json: { Success: true } });
    expect(await gateway.sendOperation('{ lookups { fuels { key } } }')).toBe(3);
    expect(gateway.upstream.count('GET /v1/properties/fuel')).toBe(1);
    gateway.clock.advance(60_000);
    const watch = 'mutation { watchListing(input: { id: "7" }) { listing { section { categories { key } } } } }';
    const { data } = await gateway.query(watch, { token: 'one' });
    expect(data).toMatchObject({ watchListing: { listing: { section: { categories: { length: 6_000 } } } } });
  });

  it('is one for an operation whose price alone is asked for', async () => {
    await using gateway = await startShop(20, 50);
    const priced = { authorization: 'Bearer one', 'x-upstream-trace': 'plan' };
    for (let time = 0; time < 19; time += 1) {
      const response = await gateway.send(priced, '/graphql', JSON.stringify({ query: listings(50) }));
      expect([response.status, await response.json()]).toMatchObject([
        200,
        { extensions: { upstream: { planned: 50 } } },
      ]);
    }
    expect([await gateway.ask(0), await gateway.ask(0)]).toEqual([null, 3]);
  });

  it('is not taken from an address by what its token may not have', async () => {
    await using gateway = await start({ perAddress: 600, perToken: 20 });
    const ask = (token: string, calls: number): Promise<number> => {
      const headers = { 'x-forwarded-for': '203.0.113.7', authorization: `Bearer ${token}` };
      return gateway.statusOf(headers, JSON.stringify({ query: listings(calls) }));
    };
    expect(await ask('greedy', 19)).toBe(200);
    expect(await ask('greedy', 50)).toBe(429);
    expect(await ask('other', 20)).toBe(200);
    expect(await ask('third', 20)).toBe(200);
  });
});
