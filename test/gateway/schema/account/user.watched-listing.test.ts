import { describe, expect, it } from 'vitest';
import { dataOf, valueAt } from '../../../support/graphql-client.ts';
import { startScriptedGateway } from '../../../support/scripted-gateway.ts';

describe('Listing.viewerIsWatching, of the watch list', () => {
  it.each([
    ['an entry that does not say', { PKID: 7, Title: 'A' }],
    ['an entry that says null', { PKID: 7, IsWatched: null }],
    ['an item to watch', { ItemId: 7, SectionId: 2 }],
    ['yes', true],
    ['a detail', { PKID: 7, Title: 'A', Views: 3 }],
  ])('is true without a call, reported as %s', async (_form, json) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/user/watchedlisting/7', { json });
    const response = await gateway.ask('{ viewer { watchedListing(id: 7) { id viewerIsWatching } } }');
    expect(dataOf(response)).toEqual({ viewer: { watchedListing: { id: 'Listing:7', viewerIsWatching: true } } });
    expect(gateway.upstream.count()).toBe(1);
  });

  it('comes with what a detail says of it', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/user/watchedlisting/7', { json: { PKID: 7, Title: 'Own', SectionName: 'Cars' } });
    gateway.upstream.on('GET', '/v1/listings/7', { json: { PKID: 7, Title: 'Other', Seller: 'Ann' } });
    const response = await gateway.ask('{ viewer { watchedListing(id: 7) { title seller { name } } } }');
    expect(dataOf(response)).toEqual({ viewer: { watchedListing: { title: 'Own', seller: { name: 'Ann' } } } });
  });

  it.each([
    ['an entry', { PKID: 7, Title: 'A', IsWatched: false }],
    ['an item to watch', { ItemId: 7, IsWatching: false }],
    ['what a user is told of a listing', { PKID: 7, IsWatching: 'false' }],
    ['a flag alone', { IsWatched: false }],
    ['no', false],
  ])('has no listing of which the service says that it is not watched, reported as %s', async (_form, json) => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/user/watchedlisting/7', { json });
    const response = await gateway.ask('{ viewer { watchedListing(id: 7) { id viewerIsWatching } } }');
    expect(dataOf(response)).toEqual({ viewer: { watchedListing: null } });
  });

  it('is true of every entry of the list that does not say no', async () => {
    await using gateway = await startScriptedGateway();
    gateway.upstream.on('GET', '/v1/user/watchedlistings', {
      json: { Items: [{ PKID: 7 }, { PKID: 8, IsWatched: false }, { PKID: 9, IsWatched: null }] },
    });
    const response = await gateway.ask('{ viewer { watchedListings { nodes { viewerIsWatching } } } }');
    expect(valueAt(response, 'viewer.watchedListings.nodes')).toEqual([
      { viewerIsWatching: true },
      { viewerIsWatching: false },
      { viewerIsWatching: true },
    ]);
    expect(gateway.upstream.count()).toBe(1);
  });
});
