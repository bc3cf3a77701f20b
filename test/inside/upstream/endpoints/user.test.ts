import { afterEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../../src/upstream/call/call.ts';
import {
  listAccountEntries,
  listUserListings,
  listUserSections,
  listWatchedListings,
} from '../../../../src/upstream/endpoints/user.ts';
import type { ScriptedResponse } from '../../../support/scripted-upstream.ts';
import { type ConnectedClient, connectClient, failureOf, int64 } from '../connected-client.ts';

const clients: ConnectedClient[] = [];

const connect = async (path: string, json: unknown): Promise<ConnectedClient> => {
  const client = await connectClient();
  clients.push(client);
  client.upstream.on('GET', path, { json });
  return client;
};

afterEach(async () => {
  for (const client of clients.splice(0)) await client[Symbol.asyncDispose]();
});

describe('GET /v1/user/listings', () => {
  it('takes category counts apart, and drops and reports what is no pair', async () => {
    const { call, drifts } = await connect('/v1/user/listings', {
      Items: [],
      CategoryCounts: [[1, 20], [2, 0], [3], [4, 5, 6], ['7', '8'], ['x', 1], 9, null],
    });
    const page = await listUserListings(call, { section: int64('1') });
    expect(page.CategoryCounts).toEqual([
      { categoryId: 1, count: 20 },
      { categoryId: 2, count: 0 },
      { categoryId: 7, count: 8 },
    ]);
    expect(drifts).toEqual(
      Array.from({ length: 5 }, () => ({ path: 'ListingResults.CategoryCounts', problem: 'unreadable' })),
    );
  });

  it('has no category counts when they are missing or odd', async () => {
    const { call, drifts, upstream } = await connect('/v1/user/listings', { Items: [], CategoryCounts: 'none' });
    upstream.once('GET', '/v1/user/listings', { json: { Items: [] } });
    expect((await listUserListings(call, { section: int64('1') })).CategoryCounts).toBeNull();
    expect(drifts).toEqual([]);
    expect((await listUserListings(call, { section: int64('1') })).CategoryCounts).toBeNull();
    expect(drifts).toEqual([{ path: 'ListingResults.CategoryCounts', problem: 'unreadable' }]);
  });
});

/** How each list is read from a record on: `offset` is 0-based. */
const pagedLists: readonly (readonly [path: string, read: (call: Call, offset: number) => Promise<object>])[] = [
  ['/v1/user/account', (call, first) => listAccountEntries(call, { first, count: 5 })],
  ['/v1/user/listings', (call, offset) => listUserListings(call, { section: int64('1'), first: offset + 1, count: 5 })],
  ['/v1/user/watchedlistings', (call, offset) => listWatchedListings(call, { first: offset + 1, count: 5 })],
];

const nothing: readonly ScriptedResponse[] = [
  { status: 404, json: { Message: 'No items were found.' } },
  { status: 410 },
  { status: 204 },
  { body: '' },
  { json: null },
  { json: {} },
];

describe.each(pagedLists)('GET %s', (path, read) => {
  it.each([...nothing, { json: [] }])(
    'is empty behind the end of the list, where the service returns %j',
    async (response) => {
      const { call, upstream } = await connect(path, null);
      upstream.on('GET', path, response);
      const page = await read(call, 5);
      expect(Object.values(page).filter(Array.isArray)).toEqual([[]]);
    },
  );

  it.each(nothing)('is empty at the beginning of the list too, where the service returns %j', async (response) => {
    const { call, upstream } = await connect(path, null);
    upstream.on('GET', path, response);
    expect(Object.values(await read(call, 0)).filter(Array.isArray)).toEqual([[]]);
  });

  it.each([{ status: 400 }, { status: 403 }, { body: '<p>' }, { json: 'later' }])(
    'fails behind the end too, where the service returns %j',
    async (response) => {
      const { call, upstream } = await connect(path, null);
      upstream.on('GET', path, response);
      expect(await failureOf(read(call, 5))).toMatchObject({ name: 'UpstreamFailure' });
    },
  );

  it.each([{ Rows: 'none' }, 'none', 7])('fails when %j stands in the place of the rows', async (rows) => {
    const { call } = await connect(path, { Items: rows, AccountEntries: rows, Balance: 1, TotalResults: 0 });
    expect(await failureOf(read(call, 0))).toMatchObject({ code: 'UPSTREAM_INVALID' });
  });
});

describe.each(pagedLists.slice(1))('GET %s', (path, read) => {
  it.each([{ TotalResults: 3 }, { TotalResults: 3, Results: 3, Listings: [{ PKID: 7 }] }, { Items: null, Results: 1 }])(
    'fails without rows when there are some: %j',
    async (json) => {
      const { call } = await connect(path, json);
      expect(await failureOf(read(call, 2))).toMatchObject({ code: 'UPSTREAM_INVALID' });
    },
  );

  it('has no rows when its counts say that there are none', async () => {
    const { call } = await connect(path, { TotalResults: 3, Results: 0 });
    expect(await read(call, 3)).toMatchObject({ Items: null, TotalResults: 3 });
  });
});

describe('GET /v1/user/watchedlistings', () => {
  it('takes WatchItem in place of listings', async () => {
    const { call } = await connect('/v1/user/watchedlistings', [{ ItemId: 7, SectionId: 2 }, { itemid: 8 }]);
    const { Items } = await listWatchedListings(call);
    expect(Items).toMatchObject([
      { PKID: '7', SectionId: 2 },
      { PKID: '8', SectionId: null },
    ]);
  });
});

describe('GET /v1/user/sections', () => {
  it('joins three arrays of one length by position', async () => {
    const { call } = await connect('/v1/user/sections', {
      Sections: [1, 9223372036854776],
      SectionNames: ['Cars', 'Jobs'],
      Expired: [0, 3],
    });
    expect(await listUserSections(call)).toEqual([
      { sectionId: '1', name: 'Cars', expiredCount: 0 },
      { sectionId: '9223372036854776', name: 'Jobs', expiredCount: 3 },
    ]);
  });

  it('does not guess counts when the arrays differ in length', async () => {
    const { call } = await connect('/v1/user/sections', {
      Sections: [1, 2],
      SectionNames: ['Cars', 'Jobs'],
      Expired: [5],
    });
    expect(await listUserSections(call)).toEqual([
      { sectionId: '1', name: 'Cars', expiredCount: null },
      { sectionId: '2', name: 'Jobs', expiredCount: null },
    ]);
  });

  it('does not guess names either', async () => {
    const { call } = await connect('/v1/user/sections', { Sections: [1, 2], SectionNames: ['Jobs'] });
    expect(await listUserSections(call)).toEqual([
      { sectionId: '1', name: null, expiredCount: null },
      { sectionId: '2', name: null, expiredCount: null },
    ]);
  });

  it('keeps positions when one value is odd', async () => {
    const { call, drifts } = await connect('/v1/user/sections', {
      Sections: [1, 'x', 3],
      SectionNames: ['Cars', 'Jobs', {}],
      Expired: ['many', 2, 3],
    });
    expect(await listUserSections(call)).toEqual([
      { sectionId: '1', name: 'Cars', expiredCount: null },
      { sectionId: '3', name: null, expiredCount: 3 },
    ]);
    expect(drifts.map(({ path }) => path).sort()).toEqual([
      'UserSectionsResponse.Expired',
      'UserSectionsResponse.SectionNames',
      'UserSectionsResponse.Sections',
    ]);
  });

  it.each([
    null,
    [],
    {},
    'text',
    [1, 2],
    [{ SectionId: 2, SectionName: 'Cars', Expired: 1 }],
    { Sections: { Id: 2 } },
    { SectionNames: ['Cars'] },
  ])('fails on %j', async (json) => {
    const { call } = await connect('/v1/user/sections', json);
    expect(await failureOf(listUserSections(call))).toMatchObject({ code: 'UPSTREAM_INVALID' });
  });
});
