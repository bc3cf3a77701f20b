import { afterEach, describe, expect, it } from 'vitest';
import { ItemDetail } from '../../../src/contract/listings.ts';
import { createLog } from '../../../src/log/logger.ts';
import { AccessToken } from '../../../src/upstream/call/credentials.ts';
import { UpstreamFailure } from '../../../src/upstream/call/failure.ts';
import { createServiceClient, type ObservedCall, type PublicCall } from '../../../src/upstream/client.ts';
import { decodeBody } from '../../../src/upstream/decoding/decode.ts';
import {
  getListing,
  getListingDefinition,
  getListingMini,
  getListingUserInfo,
} from '../../../src/upstream/endpoints/listings.ts';
import {
  getProperties,
  listFuels,
  listSectionCategories,
  listVehicleMakes,
} from '../../../src/upstream/endpoints/lookups.ts';
import { getPhotoSpecs } from '../../../src/upstream/endpoints/photos.ts';
import { getPremiumOptions, getPremiumOptionsCost } from '../../../src/upstream/endpoints/premium-options.ts';
import { getSection, listSections } from '../../../src/upstream/endpoints/sections.ts';
import { queryToken } from '../../../src/upstream/endpoints/tokens.ts';
import {
  getUserDetails,
  listAccountEntries,
  listUserListings,
  listUserSections,
  listWatchedListings,
} from '../../../src/upstream/endpoints/user.ts';
import { getWatchedListing, unwatchListing, watchListing } from '../../../src/upstream/endpoints/watching.ts';
import { type ConnectedClient, connectClient, failureOf, int64, someone, TOKEN } from './connected-client.ts';

const clients: ConnectedClient[] = [];

const connect = async (): Promise<ConnectedClient> => {
  const client = await connectClient();
  clients.push(client);
  return client;
};

afterEach(async () => {
  for (const client of clients.splice(0)) await client[Symbol.asyncDispose]();
});

const id = int64('9223372036854775807');

describe('endpoint functions', () => {
  it.each<[string, string, unknown, (call: ConnectedClient['call']) => Promise<unknown>, unknown]>([
    [
      'GET /v1/listings/{id}',
      '/v1/listings/9223372036854775807?related=3',
      { PKID: id, Title: 'Boat' },
      (call) => getListing(call, id, 3),
      { PKID: id, Title: 'Boat', Price: null },
    ],
    ['GET /v1/listings/{id}', '/v1/listings/7', { PKID: 7 }, (call) => getListing(call, int64('7')), { PKID: '7' }],
    [
      'GET /v1/listings/definition/{id}',
      '/v1/listings/definition/7',
      { PKID: 7, Fuel: 0 },
      (call) => getListingDefinition(call, int64('7')),
      { PKID: '7', Fuel: 0, Images: null },
    ],
    [
      'GET /v1/listings/{id}/mini',
      '/v1/listings/7/mini?agentid=5',
      { ItemFound: true, Name: 'Boat' },
      (call) => getListingMini(call, int64('7'), int64('5')),
      { ItemFound: true, Name: 'Boat' },
    ],
    [
      'GET /v1/listings/{id}/mini',
      '/v1/listings/7/mini',
      { ItemFound: false },
      (call) => getListingMini(call, int64('7'), null),
      { ItemFound: false, Name: null },
    ],
    [
      'GET /v1/listings/{id}/userinfo',
      '/v1/listings/7/userinfo',
      { IsWatching: true, StartedThreads: [{ ThreadID: 1 }] },
      (call) => getListingUserInfo(call, int64('7')),
      { IsWatching: true, StartedThreads: [{ ThreadID: '1', UserID: null, LastModified: null }] },
    ],
    [
      'GET /v1/listings/photospecs',
      '/v1/listings/photospecs?categoryid=2&sectionid=1',
      { Min: 0, Max: 10 },
      (call) => getPhotoSpecs(call, int64('2'), int64('1')),
      { Min: 0, Max: 10, MaxWidth: null, MaxHeight: null },
    ],
    [
      'GET /v1/listings/{id}/premiumoptions',
      '/v1/listings/7/premiumoptions',
      { options: [{ Option: 1, Active: false }] },
      (call) => getPremiumOptions(call, int64('7')),
      { options: [{ Option: 1, Active: false, Expires: null, Expiry: null }] },
    ],
    [
      'GET /v1/user/premiumoptionscost',
      '/v1/user/premiumoptionscost?options=2&options=1&options=2',
      { Balance: 0, Cost: 12.5, ToPay: 12.5 },
      (call) => getPremiumOptionsCost(call, [2, 1, 2]),
      { Balance: 0, Cost: 12.5, ToPay: 12.5 },
    ],
    [
      'GET /v1/user/details',
      '/v1/user/details',
      { UserID: 1, PropertySellerType: 0 },
      getUserDetails,
      { UserID: '1', PropertySellerType: 0 },
    ],
    [
      'GET /v1/user/account',
      '/v1/user/account?count=20&first=0',
      { Balance: 1, AccountEntries: [] },
      (call) => listAccountEntries(call, { first: 0, count: 20 }),
      { Balance: 1, AccountEntries: [] },
    ],
    [
      'GET /v1/user/listings',
      '/v1/user/listings?section=1&count=20&first=1&filter=a%26b&sortmode=0&viewmode=1',
      { Items: [{ PKID: 7 }], TotalResults: 1 },
      (call) =>
        listUserListings(call, { section: int64('1'), first: 1, count: 20, filter: 'a&b', sortmode: 0, viewmode: 1 }),
      { Items: [{ PKID: '7' }], TotalResults: 1 },
    ],
    [
      'GET /v1/user/watchedlistings',
      '/v1/user/watchedlistings',
      [{ PKID: 7 }],
      (call) => listWatchedListings(call),
      { Items: [{ PKID: '7' }], TotalResults: null, CategoryCounts: null },
    ],
    [
      'GET /v1/user/sections',
      '/v1/user/sections',
      { Sections: [1], SectionNames: ['Cars'], Expired: [0] },
      listUserSections,
      [{ sectionId: '1', name: 'Cars', expiredCount: 0 }],
    ],
    [
      'GET /v1/user/watchedlisting/{id}',
      '/v1/user/watchedlisting/7',
      { PKID: 7, IsWatched: true },
      (call) => getWatchedListing(call, int64('7')),
      { kind: 'item', item: { PKID: '7', IsWatched: true } },
    ],
    [
      'GET /v1/sections',
      '/v1/sections?type=cars%20%26%20parts',
      [{ SectionID: 1, SectionName: 'Cars', SecType: 'cars' }],
      (call) => listSections(call, 'cars & parts'),
      [{ key: '1', label: 'Cars', type: 'cars' }],
    ],
    ['GET /v1/sections', '/v1/sections', [], (call) => listSections(call), []],
    [
      'GET /v1/sections/{id}',
      '/v1/sections/1',
      { SectionID: 1 },
      (call) => getSection(call, int64('1')),
      { key: '1', label: '1', type: null },
    ],
    [
      'GET /v1/token/query',
      '/v1/token/query',
      { Username: 'ana', Access_token: 'canary', Refresh_token: 'canary' },
      queryToken,
      { Username: 'ana', Expires_in: null },
    ],
    [
      'GET /v1/properties/categories/{id}',
      '/v1/properties/categories/1',
      [{ Id: 2, Item: 'Boats' }],
      (call) => listSectionCategories(call, int64('1')),
      [{ key: '2', label: 'Boats' }],
    ],
  ])('read %s: %s', async (operation, target, json, run, expected) => {
    const { upstream, call, drifts } = await connect();
    const [method = '', path = ''] = operation.split(' ');
    upstream.on(method, path, { json });
    const result = await run(call);
    expect(result).toMatchObject(expected as object);
    expect(upstream.count()).toBe(1);
    const { path: requested, rawQuery, body, rawHeaders } = upstream.requests[0] ?? {};
    expect(`${requested}${rawQuery ? `?${rawQuery}` : ''}`).toBe(target);
    expect(body).toBe('');
    expect(rawHeaders).toContain(`Bearer ${TOKEN}`);
    expect(JSON.stringify(result)).not.toContain('canary');
    expect(drifts.filter(({ problem }) => problem !== 'missing')).toEqual([]);
  });

  it.each([
    ['POST /v1/listings/{id}/watch', watchListing],
    ['POST /v1/listings/{id}/unwatch', unwatchListing],
  ] as const)('send %s without a body, and take any 2xx for a success', async (operation, run) => {
    const { upstream, call } = await connect();
    const [method = '', path = ''] = operation.split(' ');
    upstream.once(method, path, {});
    upstream.once(method, path, { status: 204 });
    for (let round = 0; round < 2; round += 1) await run(call, id);
    expect(upstream.count(operation)).toBe(2);
    expect(upstream.requests.map(({ path: requested }) => requested)).toContain(path.replace('{id}', id));
    expect(upstream.requests[0]).toMatchObject({ body: '', headers: { 'content-length': '0' } });
  });
});

describe('bind', () => {
  it('gives each caller their own token', async () => {
    const { upstream, service } = await connect();
    upstream.on('GET', '/v1/user/details', ({ headers }) => ({ json: { UserID: 1, Name: headers['authorisation'] } }));
    const names = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        const call = service.bind({ token: AccessToken.parse(name) });
        return (await getUserDetails(call)).Name;
      }),
    );
    expect(names).toEqual(['Bearer a', 'Bearer b', 'Bearer c']);
  });

  it('makes calls fail without a token, before anything is sent', async () => {
    const { upstream, service } = await connect();
    const observed: ObservedCall[] = [];
    const call = service.bind({ token: null, observe: (seen) => observed.push(seen) });
    const error = await failureOf(listFuels(call));
    expect(error).toMatchObject({ kind: 'token_missing', status: null, operation: 'GET /v1/properties/fuel' });
    expect(upstream.connections()).toBe(0);
    expect(observed).toEqual([]);
  });

  it('sends the request id', async () => {
    const { upstream, service } = await connect();
    upstream.on('GET', '/v1/properties/fuel', { json: [] });
    await listFuels(service.bind(someone({ requestId: 'request-1' })));
    expect(upstream.requests[0]?.headers['x-request-id']).toBe('request-1');
  });

  it('reports each call by the name of its operation, whatever became of it', async () => {
    const { upstream, service } = await connect();
    const observed: ObservedCall[] = [];
    let clock = 0;
    const now = (): number => {
      clock += 5;
      return clock;
    };
    const call = service.bind(someone({ observe: (seen) => observed.push(seen), now }));
    upstream.once('GET', '/v1/listings/{id}', { json: { PKID: 7 } });
    upstream.once('GET', '/v1/listings/{id}', { status: 503 });
    upstream.once('GET', '/v1/listings/{id}', { reset: 'before-headers' });
    upstream.once('GET', '/v1/listings/{id}', { body: '<html>' });
    for (let round = 0; round < 4; round += 1) await getListing(call, id).catch(() => null);
    const anError: unknown = expect.any(UpstreamFailure);
    expect(observed).toEqual(
      [200, 503, null, 200].map((status, at) => ({
        operation: 'GET /v1/listings/{id}',
        status,
        startMs: at * 10 + 5,
        durationMs: 5,
        attempts: 1,
        error: at === 0 ? null : anError,
      })),
    );
  });

  it('does not report a call that was cancelled before it left', async () => {
    const { upstream, service } = await connect();
    const observed: ObservedCall[] = [];
    const call = service.bind(someone({ observe: (seen) => observed.push(seen), signal: AbortSignal.abort() }));
    expect(await failureOf(listFuels(call))).toMatchObject({ kind: 'cancelled' });
    expect(observed).toEqual([]);
    expect(upstream.connections()).toBe(0);
  });
});

describe('responses that deviate from the contract', () => {
  it('fail when they are no such response at all', async () => {
    const { upstream, call } = await connect();
    for (const json of ['text', [], {}, { Other: 1, Unknown: 2 }, 7, true]) {
      upstream.once('GET', '/v1/listings/{id}', { json });
      const error = await failureOf(getListing(call, id));
      expect(error).toMatchObject({ code: 'UPSTREAM_INVALID' });
      expect(error).toMatchObject({ operation: 'GET /v1/listings/{id}', status: 200 });
    }
  });

  it('are counted each time, and logged once a kind and operation, without a value of theirs', async () => {
    const operation = 'GET /v1/listings/{id}';
    const { upstream, call, drifts, logLines } = await connect();
    upstream.on('GET', '/v1/listings/{id}', { json: { PKID: id, Condition: 77, Title: { canary: 1 } } });
    await getListing(call, id);
    await getListing(call, id);
    expect(drifts).toHaveLength(4);
    expect(logLines).toHaveLength(2);
    expect(logLines.map((line): unknown => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 40, operation, drift: { path: 'ItemDetail.Title', problem: 'unreadable' } }),
      expect.objectContaining({
        level: 40,
        operation,
        drift: { path: 'ItemDetail.Condition', problem: 'unknown-code' },
      }),
    ]);
    expect(logLines.join('')).not.toMatch(/canary|(?<!\d)77(?!\d)|9223372036854775807/);
  });

  it('are reported with the operation that gave the response, and logged for each', async () => {
    const { upstream, transport } = await connect();
    const logLines: string[] = [];
    upstream.on('GET', '/v1/user/listings', { json: { Items: [{ Title: 5 }, { Title: {} }] } });
    upstream.on('GET', '/v1/user/watchedlistings', { json: { Items: [{ Title: {} }] } });
    const reports: unknown[] = [];
    const service = createServiceClient({
      transport,
      tokenParams: 'headers',
      log: createLog('trace', { write: (line) => void logLines.push(line) }),
      onDrift: ({ path, problem }, operation) => reports.push([operation, path, problem]),
    });
    const call = service.bind(someone());
    await listUserListings(call, { section: int64('1') });
    await listWatchedListings(call);
    expect(reports).toEqual([
      ['GET /v1/user/listings', 'ListItem.Title', 'unreadable'],
      ['GET /v1/user/watchedlistings', 'ListItem.Title', 'unreadable'],
    ]);
    expect(logLines).toHaveLength(2);
  });

  it('do not fail for a mistake of a reader, which is ours', async () => {
    const { upstream, call } = await connect();
    upstream.on('GET', '/v1/user/details', { json: { UserID: 1 } });
    const response = await call('getUserDetails', {});
    const mistake = (): never => {
      throw new RangeError('ours');
    };
    expect(() => response.read(mistake)).toThrow(RangeError);
  });
});

describe('what the type checker enforces', () => {
  it('a public call cannot reach an endpoint of a user', () => {
    const publicCall: PublicCall = () => Promise.reject(new Error('never called'));
    const guarded = async (): Promise<void> => {
      await listFuels(publicCall);
      await listVehicleMakes(publicCall);
      await getProperties(publicCall);
      await listSections(publicCall);
      await getPhotoSpecs(publicCall, id, id);
      // @ts-expect-error -- the response is the caller's own and must not get into a shared cache
      await getUserDetails(publicCall);
      // @ts-expect-error -- IsWatched makes even a listing personal
      await getListing(publicCall, id);
      // @ts-expect-error -- so is the watch list
      await listWatchedListings(publicCall);
      // @ts-expect-error -- not by name either
      await publicCall('getUserDetails', {});
    };
    expect(guarded).toBeTypeOf('function');
  });

  it('every call is a public call, and inputs are those of the endpoint', () => {
    const guarded = async ({ call }: ConnectedClient): Promise<void> => {
      await listFuels(call);
      await call('getListing', { path: { id }, query: { related: 1 } });
      await call('getListing', { path: { id } });
      // @ts-expect-error -- an id is a checked 64-bit integer, not any text
      await call('getListing', { path: { id: '1/../2' } });
      // @ts-expect-error -- a path parameter is missing
      await call('getListing', {});
      // @ts-expect-error -- a required query parameter is missing
      await call('listFilterPrices', { query: {} });
      // @ts-expect-error -- no code of PriceFor
      await call('listFilterPrices', { query: { pricefor: 9 } });
      // @ts-expect-error -- credentials are sent by sendGrant only
      await call('requestToken', {});
      // @ts-expect-error -- an invoice is no JSON
      await call('getInvoice', { query: { orderid: 1 } });
    };
    expect(guarded).toBeTypeOf('function');
  });

  it('what is read has the types of the contract', () => {
    const detail = decodeBody(ItemDetail, { PKID: 1, Condition: 'Used' }, () => {});
    const condition: 0 | 1 | 2 | -1 | null = detail.Condition;
    // @ts-expect-error -- every field may be null
    const title: string = detail.Title;
    expect([condition, title]).toEqual([1, null]);
  });
});
