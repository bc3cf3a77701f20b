import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { writeSession } from '../../../../src/gateway/browser-sessions/browser-session.ts';
import { createSeal, type Seal } from '../../../../src/gateway/browser-sessions/seal.ts';
import { createOpenSession } from '../../../../src/gateway/browser-sessions/session-cookies.ts';
import { AccessToken } from '../../../../src/upstream/call/credentials.ts';
import { newSessionKey } from '../../../support/browser-session.ts';
import { byEffort } from '../../../support/effort.ts';

/** A seal that counts what it is asked to open. */
const countingSeal = (): { readonly seal: Seal; readonly opened: () => number } => {
  const seal = createSeal([newSessionKey()], 'test');
  let opened = 0;
  const open: Seal['open'] = (sealed) => {
    opened += 1;
    return seal.open(sealed);
  };
  return { seal: { ...seal, open }, opened: () => opened };
};

const sealSession = (seal: Seal, username: string): Promise<string> => {
  const accessToken = AccessToken.parse(`access-${username}`);
  if (accessToken === null) throw new Error('It is no token.');
  const times = { startedAt: 0, grantedAt: 0, expiresAt: 60_000 };
  return seal.seal(writeSession({ accessToken, refreshToken: null, ...times, username, userId: null }));
};

describe('The cookie of a session', () => {
  it('is opened once for all requests that bring it, and gives each user that user’s session', async () => {
    const { seal, opened } = countingSeal();
    const open = createOpenSession(seal);
    const names = Array.from({ length: 50 }, (_none, at) => `user-${at}`);
    const cookies = await Promise.all(names.map((name) => sealSession(seal, name)));
    for (let round = 0; round < 3; round += 1) {
      const sessions = await Promise.all(cookies.map(async (cookie) => open(cookie)));
      expect(sessions.map((session) => [session?.username, session?.accessToken.reveal()])).toEqual(
        names.map((name) => [name, `access-${name}`]),
      );
    }
    expect(opened()).toBe(names.length);
  });

  it('is opened each time while it cannot be, so that what is made up takes no memory', async () => {
    const { seal, opened } = countingSeal();
    const open = createOpenSession(seal);
    const sealed = await sealSession(seal, 'user');
    const madeUp = Array.from(
      { length: byEffort(50, 5000) },
      () => `${sealed.slice(0, -40)}${randomBytes(30).toString('base64url')}`,
    );
    for (const text of [...madeUp, ...madeUp]) expect(await open(text)).toBeNull();
    expect(opened()).toBe(2 * madeUp.length);
    expect((await open(sealed))?.username).toBe('user');
  });
});
