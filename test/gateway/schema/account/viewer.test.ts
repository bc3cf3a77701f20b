import { describe, expect, it } from 'vitest';
import { codesOf, dataOf } from '../../../support/graphql-client.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';
import { scriptLists } from '../../scripted-lists.ts';

const details = { UserID: 5002, Username: 'agent', Name: 'Daniel', Email: 'agent@example.com' };

const start = async (json: object = details) => {
  const gateway = await startScriptedGateway();
  gateway.upstream.on('GET', '/v1/user/details', { json });
  gateway.upstream.on('GET', '/v1/user/watchedlistings', { json: { Items: [], TotalResults: 0 } });
  gateway.upstream.on('GET', '/v1/user/listings', { json: { Items: [], TotalResults: 0 } });
  return gateway;
};

describe('Query.viewer', () => {
  it.each([
    ['{ viewer { __typename id } node(id: "User:me") { id ... on User { id } } }', []],
    ['{ viewer { name } }', ['/v1/user/details']],
    ['{ viewer { watchedListings { totalCount } } }', ['/v1/user/watchedlistings']],
    ['{ viewer { listings(sectionId: 1) { totalCount } } }', ['/v1/user/listings']],
    [
      '{ viewer { id listings(sectionId: 1) { totalCount } again: listings(sectionId: "Section:1") { totalCount } } }',
      ['/v1/user/listings'],
    ],
  ])('%s costs exactly the calls it needs', async (query, paths) => {
    await using gateway = await start();
    dataOf(await gateway.ask(query));
    expect(gateway.upstream.requests.map(({ path }) => path).toSorted()).toEqual(paths);
  });

  it.each([undefined, null, 0, '', 'x', {}])(
    'has an id of its own when the service gives %s as one',
    async (UserID) => {
      await using gateway = await start({ UserID, Username: 'agent' });
      expect(dataOf(await gateway.ask('{ viewer { id databaseId username watchedListings { totalCount } } }'))).toEqual(
        {
          viewer: { id: 'User:me', databaseId: 'me', username: 'agent', watchedListings: { totalCount: 0 } },
        },
      );
    },
  );

  it('fails field by field: what needs another call stays', async () => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/user/details', { status: 500 });
    const response = await gateway.ask('{ viewer { id databaseId name email watchedListings { totalCount } } }');
    expect(response.data).toEqual({
      viewer: { id: 'User:me', databaseId: 'me', name: null, email: null, watchedListings: { totalCount: 0 } },
    });
    expect(new Set(response.errors.map(({ path }) => path?.join('.')))).toEqual(
      new Set(['viewer.databaseId', 'viewer.email', 'viewer.name']),
    );
    expect(gateway.upstream.count('GET /v1/user/details')).toBe(1);
  });

  it.each([
    ['accountEntries', '/v1/user/account', { Entries: [{ Amount: 5 }], Balance: 5 }],
    ['accountEntries', '/v1/user/account', { Data: { entries: [{ timestamp: '2025-03-01', text: 'A' }] } }],
    ['watchedListings', '/v1/user/watchedlistings', { Listings: [{ PKID: 7, Title: 'A' }], Total: 1 }],
    ['listings(sectionId: 1)', '/v1/user/listings', { results: null, rows: [null, { pkid: 7 }] }],
  ])('does not take rows by another name for none: %s', async (field, path, json) => {
    await using gateway = await start();
    gateway.upstream.on('GET', path, { json });
    const response = await gateway.ask(`{ viewer { rows: ${field} { nodes { id } } } }`);
    expect(response.data).toEqual({ viewer: { rows: null } });
    expect(codesOf(response)).toEqual(['UPSTREAM_INVALID']);
  });

  it.each([
    { Balance: 5 },
    { AccountEntries: null, Balance: 5, Links: [{ Rel: 'self' }] },
    { AccountEntries: [], Warnings: ['x'] },
  ])('has no movements where the service names none: %j', async (json) => {
    await using gateway = await start();
    gateway.upstream.on('GET', '/v1/user/account', { json });
    expect(dataOf(await gateway.ask('{ viewer { accountEntries { nodes { id } } } }'))).toEqual({
      viewer: { accountEntries: { nodes: [] } },
    });
  });

  it('has every section that the service names, also one whose id cannot be read', async () => {
    await using gateway = await start();
    scriptLists(gateway.upstream);
    gateway.upstream.on('GET', '/v1/user/sections', {
      json: { Sections: [2, null, 'x'], SectionNames: ['Cars', 'B', null], Expired: [1, 2, null] },
    });
    const response = await gateway.ask(
      '{ viewer { sections { label expiredCount section { key } listings { totalCount } } } }',
    );
    expect(dataOf(response)).toEqual({
      viewer: {
        sections: [
          { label: 'Cars', expiredCount: 1, section: { key: '2' }, listings: { totalCount: 0 } },
          { label: 'B', expiredCount: 2, section: null, listings: null },
        ],
      },
    });
  });

  it('is nobody but the caller: the account of another id is null', async () => {
    await using gateway = await start();
    expect(dataOf(await gateway.ask('{ node(id: "User:1") { id } }'))).toEqual({ node: null });
  });

  it.each([
    ['2024-11-18T02:24:00.000Z', '2024-11-18T02:24:00Z'],
    ['/Date(1731896640000)/', '2024-11-18T02:24:00Z'],
    ['true', null],
    ['', null],
    [null, null],
  ])('reads TelVerified %s as %s, and the text stays as it came', async (written, instant) => {
    await using gateway = await start({ UserID: 1, TelVerified: written, TelRestrictedUntil: written });
    const response = await gateway.ask(`{ viewer {
      telephoneVerifiedAt telephoneVerifiedAtText telephoneRestrictedUntil telephoneRestrictedUntilText
    } }`);
    expect(dataOf(response)).toEqual({
      viewer: {
        telephoneVerifiedAt: instant,
        telephoneVerifiedAtText: written,
        telephoneRestrictedUntil: instant,
        telephoneRestrictedUntilText: written,
      },
    });
  });
});
