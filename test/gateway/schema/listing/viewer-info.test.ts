import { describe, expect, it } from 'vitest';
import { sampled } from '../../../support/effort.ts';
import { codesOf, columnAt, dataOf, listAt, valueAt } from '../../../support/graphql-client.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';
import { startWorld } from '../../../support/world.ts';

const DETAILS = 'GET /v1/user/details';
const query = '{ listing(id: 7) { viewerIsOwner } }';

const start = async (listing: object) => {
  const gateway = await startScriptedGateway();
  gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, ...listing } });
  gateway.upstream.on('GET', '/v1/user/details', {
    json: {
      UserID: 5,
      SharedUsers: [
        { Id: 6, IsGroup: false },
        { Id: 8, IsGroup: true },
      ],
    },
  });
  return gateway;
};

describe('Listing.viewerIsOwner', () => {
  it.each([
    ['the caller', { User: { UserId: 5 } }, true],
    ['a user who shares the account', { User: { UserId: 6 } }, true],
    ['somebody else', { User: { UserId: 7 } }, false],
    ['a group, which sells nothing', { User: { UserId: 8 } }, false],
  ])('compares the seller with the caller: %s', async (_who, listing, viewerIsOwner) => {
    await using gateway = await start(listing);
    expect(dataOf(await gateway.ask(query))).toEqual({ listing: { viewerIsOwner } });
    expect(gateway.upstream.count()).toBe(2);
  });

  it.each(
    sampled(4, [
      [{ json: { ItemFound: true, SellerID: 5 } }, true],
      [{ json: { ItemFound: true, SellerID: 7 } }, false],
      [{ json: { ItemFound: true, SellerID: 0 } }, null],
      [{ json: { ItemFound: true, SellerID: null } }, null],
      [{ status: 400 }, null],
      [{ status: 403 }, null],
      [{ status: 404 }, null],
    ] as const),
  )('takes the seller of the short form where the detail reports none: %j', async (mini, viewerIsOwner) => {
    await using gateway = await start({ User: 'ann' });
    gateway.upstream.on('GET', '/v1/listings/7/mini', mini);
    expect(dataOf(await gateway.ask(query))).toEqual({ listing: { viewerIsOwner } });
  });

  it.each([
    [{ json: { UserID: null, SharedUsers: [{ Id: 6 }] } }, 6, true],
    [{ json: { UserID: null, SharedUsers: [{ Id: 6 }] } }, 7, null],
    [{ json: { UserID: 0 } }, 7, null],
    // The token is no user's.
    [{ status: 401 }, 5, null],
    [{ status: 403 }, 5, null],
  ])('is not false, and no error, where nobody knows who the caller is: %j', async (details, UserId, viewerIsOwner) => {
    await using gateway = await start({ User: { UserId } });
    gateway.upstream.on('GET', '/v1/user/details', details);
    expect(dataOf(await gateway.ask(query))).toEqual({ listing: { viewerIsOwner } });
  });

  it('is an error when the account cannot be read', async () => {
    await using gateway = await start({ User: { UserId: 5 } });
    gateway.upstream.on('GET', '/v1/user/details', { status: 500 });
    expect(codesOf(await gateway.ask(query))).toEqual(['UPSTREAM_UNAVAILABLE']);
  });

  it('is true of the caller’s own lists without a call', async () => {
    await using gateway = await start({});
    gateway.upstream.on('GET', '/v1/user/listings', { json: { Items: [{ PKID: 7 }] } });
    gateway.upstream.on('GET', '/v1/user/sections', { json: { Sections: [2], SectionNames: ['Cars'], Expired: [0] } });
    const list = 'nodes { viewerIsOwner }';
    const response = await gateway.ask(
      `{ viewer { listings(sectionId: 2) { ${list} } sections { listings(view: EXPIRED) { ${list} } } } }`,
    );
    expect(valueAt(response, 'viewer.listings.nodes')).toEqual([{ viewerIsOwner: true }]);
    expect(valueAt(response, 'viewer.sections.0.listings.nodes')).toEqual([{ viewerIsOwner: true }]);
    expect(gateway.upstream.count('GET /v1/listings/{id}')).toBe(0);
    expect(gateway.upstream.count(DETAILS)).toBe(0);
  });
});

describe('Listing.isExpired', () => {
  it("is told in every list of the caller's own listings, of one call a section", async () => {
    await using world = await startWorld();
    const token = await world.signIn('seller');
    for (const arguments_ of ['', 'sort: ALPHABETICAL', 'last: 7', 'text: "a"']) {
      let response = await world.query('{ __typename }', { token });
      const served = await world.servedDuring(async () => {
        response = await world.query(
          `{ viewer {
            expired: listings(sectionId: 1, view: EXPIRED, first: 100) { nodes { id isExpired } }
            all: listings(sectionId: 1, first: 50, ${arguments_}) { nodes { id isExpired } }
            again: listings(sectionId: "Section:1", first: 3) { edges { node { id isExpired } } }
          } }`.replace('first: 50, last', 'last'),
          { token },
        );
      });
      const expired = columnAt(response, 'viewer.expired.nodes', 'id');
      expect(new Set(columnAt(response, 'viewer.expired.nodes', 'isExpired'))).toEqual(new Set([true]));
      const rows = listAt(response, 'viewer.all.nodes').map((row) => Object(row));
      expect(rows.length).toBeGreaterThan(0);
      for (const { id, isExpired } of rows) expect(isExpired).toBe(expired.includes(id));
      expect(served.filter((operation) => operation === 'GET /v1/user/listings').length).toBeLessThanOrEqual(5);
    }
  });

  it.each([
    ['more than a page has', { Items: [{ PKID: 7 }], TotalResults: 101 }, [true, null]],
    ['no total', { Items: [{ PKID: 7 }] }, [true, null]],
    ['one that cannot be read', { Items: [{ PKID: 7 }, 'odd'], TotalResults: 2 }, [true, null]],
    ['all of them', { Items: [{ PKID: 7 }], TotalResults: 1 }, [true, false]],
    ['none', { Items: [], TotalResults: 0 }, [false, false]],
  ])('claims nothing that the list of expired ones does not say, with %s', async (_what, expired, told) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/user/listings', ({ query }) => ({
      json: query.get('viewmode') === '1' ? expired : { Items: [{ PKID: 7 }, { PKID: 8 }], TotalResults: 2 },
    }));
    const response = await gateway.ask('{ viewer { listings(sectionId: 2) { nodes { isExpired } } } }');
    expect(columnAt(response, 'viewer.listings.nodes', 'isExpired')).toEqual(told);
    expect(gateway.upstream.count()).toBe(2);
  });

  it('is null in other lists, without a call', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/user/watchedlistings', { json: { Items: [{ PKID: 7 }], TotalResults: 1 } });
    const response = await gateway.ask('{ viewer { watchedListings { nodes { isExpired } } } }');
    expect(columnAt(response, 'viewer.watchedListings.nodes', 'isExpired')).toEqual([null]);
    expect(gateway.upstream.count()).toBe(1);
  });
});
