import { afterEach, describe, expect, it } from 'vitest';
import { UpstreamInvalidError, UpstreamNotFoundError } from '../../../../src/upstream/call/errors.ts';
import { getWatchedListing } from '../../../../src/upstream/endpoints/watching.ts';
import { type ConnectedClient, connectClient, failureOf, int64 } from '../connected-client.ts';

const clients: ConnectedClient[] = [];

const read = async (json: unknown): Promise<unknown> => {
  const client = await connectClient();
  clients.push(client);
  client.upstream.on('GET', '/v1/user/watchedlisting/{id}', { json });
  return getWatchedListing(client.call, int64('7'));
};

afterEach(async () => {
  for (const client of clients.splice(0)) await client[Symbol.asyncDispose]();
});

describe('GET /v1/user/watchedlisting/{id}', () => {
  it.each([
    ['a ListItem', { PKID: 7, Title: 'Boat', IsWatched: true }, { kind: 'item', item: { PKID: '7', Title: 'Boat' } }],
    ['a ListItem in an array', [{ PKID: 7 }], { kind: 'item', item: { PKID: '7' } }],
    ['an ItemDetail', { PKID: 7, Views: 3, ImageUrls: [] }, { kind: 'detail', detail: { PKID: '7', Views: 3 } }],
    [
      'an ItemDetail in a wrapper',
      { Item: { PKID: 7, Views: 3 } },
      { kind: 'detail', detail: { PKID: '7', Views: 3 } },
    ],
    ['a WatchItem', { ItemId: 7, SectionId: 1 }, { kind: 'watch', watch: { ItemId: '7', SectionId: '1' } }],
    ['true', true, { kind: 'flag', isWatched: true }],
    ['false', false, { kind: 'flag', isWatched: false }],
    ['an object without a field', {}, { kind: 'flag', isWatched: false }],
    ['the word', 'true', { kind: 'flag', isWatched: true }],
    ['a flag in a wrapper', { IsWatched: false }, { kind: 'flag', isWatched: false }],
  ])('reads %s', async (_, json, expected) => {
    expect(await read(json)).toMatchObject(expected);
  });

  it.each(['text', 7, [], { Other: 1, Unknown: 2 }])('fails on %j', async (json) => {
    expect(await failureOf(read(json))).toBeInstanceOf(UpstreamInvalidError);
  });

  it('is not found when the caller does not watch it', async () => {
    const client = await connectClient();
    clients.push(client);
    expect(await failureOf(getWatchedListing(client.call, int64('7')))).toBeInstanceOf(UpstreamNotFoundError);
  });
});
