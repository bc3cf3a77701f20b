import { randomBytes } from 'node:crypto';
import { assert, asyncProperty, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOpenSession, writeSession } from '../../../../src/gateway/browser-sessions/browser-session.ts';
import { type Seal, createSeal, decodeSecret } from '../../../../src/gateway/browser-sessions/seal.ts';
import { AccessToken, Secret } from '../../../../src/rest/call/credentials.ts';
import { newSessionKey } from '../../../support/browser-session.ts';
import { byEffort } from '../../../support/effort.ts';

const newSecret = (): Secret => new Secret(randomBytes(32).toString('hex'));

const bytesOf = (sealed: string): string =>
  JSON.stringify(sealed.split('.').map((part) => Buffer.from(part, 'base64url')));

describe('A seal', () => {
  it('opens what it sealed, of any length and with any characters', async () => {
    const seal = createSeal([newSecret()], 'test');
    for (const text of ['', 'ä€😀\0\u2028', 'ä'.repeat(10_000)])
      expect(await seal.open(await seal.seal(text))).toBe(text);
    await assert(
      asyncProperty(string({ unit: 'binary-ascii', maxLength: 200 }), async (text) => {
        expect(await seal.open(await seal.seal(text))).toBe(text);
      }),
      { numRuns: byEffort(20, 200) },
    );
  });

  it('seals the same text differently each time, in characters that a cookie can carry', async () => {
    const seal = createSeal([newSecret()], 'test');
    const [one, other] = [await seal.seal('text'), await seal.seal('text')];
    expect(one).not.toBe(other);
    expect(one).toMatch(/^[\w.-]+$/);
    expect(one).not.toContain(Buffer.from('text').toString('base64url'));
  });

  it('seals with the first secret and opens with all, so that a secret can be rotated', async () => {
    const [old, next] = [newSecret(), newSecret()];
    const sealed = await createSeal([old], 'test').seal('text');
    expect(await createSeal([next, old], 'test').open(sealed)).toBe('text');
    expect(await createSeal([next], 'test').open(sealed)).toBeNull();
    const resealed = await createSeal([next, old], 'test').seal('text');
    expect(await createSeal([next], 'test').open(resealed)).toBe('text');
  });

  it('does not open what was sealed for another purpose', async () => {
    const secret = newSecret();
    const sealed = await createSeal([secret], 'one').seal('text');
    expect(await createSeal([secret], 'other').open(sealed)).toBeNull();
  });

  it('opens nothing that was changed, cut or made up', async () => {
    const seal = createSeal([newSecret()], 'test');
    const sealed = await seal.seal('text');
    const changed = Array.from(sealed)
      .map((character, at) => sealed.slice(0, at) + (character === 'A' ? 'B' : 'A') + sealed.slice(at + 1))
      // The last character of a part has bits that stand for nothing.
      .filter((text) => bytesOf(text) !== bytesOf(sealed));
    const cut = Array.from(sealed).map((_character, at) => sealed.slice(0, at));
    const header = sealed.slice(0, sealed.indexOf('.'));
    const madeUp = Array.from(
      { length: byEffort(200, 3_000) },
      () => `${header}..${randomBytes(90).toString('base64url')}`,
    );
    for (const text of [...changed, ...cut, ...madeUp, '', '....', `${sealed}.`, `.${sealed}`]) {
      expect([text, await seal.open(text)]).toEqual([text, null]);
    }
  });

  it('opens nothing that names another algorithm', async () => {
    const seal = createSeal([newSecret()], 'test');
    const [header = '', ...rest] = (await seal.seal('text')).split('.');
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { readonly kid: string };
    for (const other of [
      { alg: 'dir', enc: 'A128GCM', kid },
      { alg: 'none', kid },
      { alg: 'A256KW', enc: 'A256GCM', kid },
    ]) {
      const forged = [Buffer.from(JSON.stringify(other)).toString('base64url'), ...rest].join('.');
      expect([other, await seal.open(forged)]).toEqual([other, null]);
    }
  });
});

it('A secret of a seal has at least 32 bytes, in hexadecimal or base64url', () => {
  const bytes = randomBytes(32);
  expect(decodeSecret(bytes.toString('hex'))).toEqual(bytes);
  expect(decodeSecret(bytes.toString('base64url'))).toEqual(bytes);
  for (const text of [
    '',
    'secret',
    randomBytes(31).toString('hex'),
    randomBytes(31).toString('base64url'),
    'ä'.repeat(64),
  ]) {
    expect([text, decodeSecret(text)]).toEqual([text, null]);
  }
});

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
      const sessions = await Promise.all(cookies.map(async (cookie) => open([cookie])));
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
      { length: byEffort(50, 2_000) },
      () => `${sealed.slice(0, -40)}${randomBytes(30).toString('base64url')}`,
    );
    for (const text of [...madeUp, ...madeUp]) expect(await open([text])).toBeNull();
    expect(opened()).toBe(2 * madeUp.length);
    expect((await open([sealed]))?.username).toBe('user');
  });
});
