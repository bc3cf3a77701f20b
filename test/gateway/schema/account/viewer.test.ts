import { describe, expect, it } from 'vitest';
import { dataOf } from '../../../support/graphql-client.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';

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
