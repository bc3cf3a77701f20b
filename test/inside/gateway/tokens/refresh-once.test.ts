import { describe, expect, it } from 'vitest';
import { createRefreshOnce, type UserGrant } from '../../../../src/gateway/tokens/grants.ts';
import { Secret } from '../../../../src/rest/call/credentials.ts';

const client = (clientId: string, secret = 'secret') => ({ clientId, clientSecret: new Secret(secret) });

const refused: UserGrant = { kind: 'refused', words: null };

/** Refreshes that end when they are informed to, and how many there were. */
const createRefresh = () => {
  const ends: (() => void)[] = [];
  const refresh = (): Promise<UserGrant> =>
    new Promise((resolve) => {
      ends.push(() => resolve(refused));
    });
  return { refresh, ends };
};

describe('A refresh token', () => {
  it('is sent once while several callers use it, and all get the same response', async () => {
    const refreshOnce = createRefreshOnce();
    const { refresh, ends } = createRefresh();
    const asked = Array.from({ length: 20 }, () => refreshOnce(client('app'), new Secret('once'), refresh));
    expect(ends).toHaveLength(1);
    ends[0]?.();
    expect(new Set(await Promise.all(asked))).toEqual(new Set([refused]));
  });

  it('is sent again when the response is there, and by each application and with each secret for itself', async () => {
    const refreshOnce = createRefreshOnce();
    const { refresh, ends } = createRefresh();
    const first = refreshOnce(client('app'), new Secret('once'), refresh);
    ends[0]?.();
    await first;
    void refreshOnce(client('app'), new Secret('once'), refresh);
    void refreshOnce(client('other'), new Secret('once'), refresh);
    void refreshOnce(client('app', 'other secret'), new Secret('once'), refresh);
    void refreshOnce(client('app'), new Secret('twice'), refresh);
    expect(ends).toHaveLength(5);
  });

  it('shares a failure with those who wait, and leaves nothing behind', async () => {
    const refreshOnce = createRefreshOnce();
    const failing = (): Promise<UserGrant> => Promise.reject(new Error('gone'));
    const both = [1, 2].map(() => refreshOnce(client('app'), new Secret('once'), failing));
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const { refresh, ends } = createRefresh();
    void refreshOnce(client('app'), new Secret('once'), refresh);
    expect(ends).toHaveLength(1);
  });
});
