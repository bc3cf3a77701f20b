import { afterEach, describe, expect, it } from 'vitest';
import { UpstreamInvalidError } from '../../src/upstream/errors.ts';
import { listUserListings, listUserSections } from '../../src/upstream/user.ts';
import { type ConnectedClient, connectClient, failureOf, int64 } from './connected-client.ts';

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

  it.each([null, [], {}, 'text', [1, 2]])('fails on %j', async (json) => {
    const { call } = await connect('/v1/user/sections', json);
    expect(await failureOf(listUserSections(call))).toBeInstanceOf(UpstreamInvalidError);
  });
});
