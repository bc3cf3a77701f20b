import { describe, expect, it } from 'vitest';
import { findListing, userIds } from '../demo-listings.ts';
import { fieldsOf, rowsOf, startService } from '../running-service.ts';

const discussed = findListing(
  ({ owner, state, threads }) => owner === 'seller' && state === 'active' && threads.length > 1,
);
const { id, threads } = discussed;

/** Messages that reached a user, from the demo data. */
const receivedBy = (username: string) =>
  threads
    .filter(({ startedBy }) => username === 'seller' || startedBy === username)
    .flatMap(({ messages }) => messages)
    .filter(({ from }) => from !== username);

describe('GET /v1/listings/{id}/userinfo', () => {
  it('gives the owner every conversation, the latest first, and those who started one their own', async () => {
    await using service = await startService();
    const read = async (username: string) =>
      fieldsOf((await service.call(`/v1/listings/${id}/userinfo`, { token: await service.signIn(username) })).body);
    for (const username of ['seller', ...threads.map(({ startedBy }) => startedBy)]) {
      const info = await read(username);
      const received = receivedBy(username);
      expect(info).toEqual({
        IsWatching: discussed.watchers.includes(username),
        ReceivedMsgs: received.length,
        UnreadMsgs: received.filter(({ isRead }) => !isRead).length,
        StartedThreads: expect.any(Array),
      });
      const own = threads.filter(({ startedBy }) => username === 'seller' || startedBy === username);
      const found = rowsOf(info['StartedThreads']);
      expect(new Set(found.map(({ ThreadID, UserID }) => `${String(ThreadID)} ${String(UserID)}`))).toEqual(
        new Set(own.map((thread) => `${thread.id} ${String(userIds.get(thread.startedBy))}`)),
      );
      const times = found.map(({ LastModified }) => String(LastModified));
      expect(times).toEqual([...times].sort().toReversed());
    }
  });

  it('gives somebody who has nothing to do with it nothing, but says that they watch it', async () => {
    await using service = await startService();
    const token = await service.signIn('newcomer');
    const path = `/v1/listings/${id}`;
    const nothing = { ReceivedMsgs: 0, UnreadMsgs: 0, StartedThreads: [] };
    expect((await service.call(`${path}/userinfo`, { token })).body).toEqual({ IsWatching: false, ...nothing });
    await service.call(`${path}/watch`, { method: 'POST', token });
    expect((await service.call(`${path}/userinfo`, { token })).body).toEqual({ IsWatching: true, ...nothing });
  });
});
