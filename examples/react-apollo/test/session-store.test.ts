import { describe, expect, it } from 'vitest';
import { type Session, SessionStore } from '../src/session-store.ts';

const session = (accessToken: string, refreshToken: string | null = 'r'): Session => ({
  accessToken,
  refreshToken,
  username: 'seller',
});

const signedIn = (refreshToken: string | null = 'r'): SessionStore => {
  const store = new SessionStore();
  store.set(session('old', refreshToken));
  return store;
};

describe('SessionStore of examples/react-apollo', () => {
  it('refreshes once for all who find the session expired at the same time', async () => {
    const store = signedIn();
    const asked: string[] = [];
    const refresh = async (refreshToken: string): Promise<Session> => {
      asked.push(refreshToken);
      return session('new');
    };
    expect(await Promise.all([1, 2, 3].map(() => store.renew('old', refresh)))).toEqual([true, true, true]);
    // A request that was under way meanwhile is refused later.
    expect(await store.renew('old', refresh)).toBe(true);
    expect(asked).toEqual(['r']);
    expect(store.current()?.accessToken).toBe('new');
  });

  it('ends the session when its refresh token is refused, or there is none', async () => {
    for (const [store, answer] of [
      [signedIn(), null],
      [signedIn(null), session('never asked for')],
    ] as const) {
      expect(await store.renew('old', async () => answer)).toBe(false);
      expect(store.current()).toBeNull();
    }
  });

  it('keeps the session when nobody could be asked, and asks again the next time', async () => {
    const store = signedIn();
    await expect(store.renew('old', () => Promise.reject(new Error('offline')))).rejects.toThrow('offline');
    expect(store.current()?.accessToken).toBe('old');
    expect(await store.renew('old', async () => session('new'))).toBe(true);
  });

  it('does not sign in again somebody who signed out meanwhile', async () => {
    const store = signedIn();
    const renewed = store.renew('old', async () => {
      store.set(null);
      return session('new');
    });
    expect(await renewed).toBe(false);
    expect(store.current()).toBeNull();
  });
});
