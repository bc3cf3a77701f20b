import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeyedHash } from '../../../../src/gateway/http/keyed-hash.ts';

const texts = ['', 'a', 'b', 'Ünïcode ☃', 'token '.repeat(1_000)];

describe('A keyed hash', () => {
  it.each([0, 1, 32, 63, 64, 65, 200])('has a name for each text, with a secret of %i bytes', (length) => {
    const secret = randomBytes(length);
    const [name, same] = [createKeyedHash(secret), createKeyedHash(Uint8Array.from(secret))];
    const names = texts.map(name);
    expect(new Set(names).size).toBe(texts.length);
    expect(texts.map(same)).toEqual(names);
    for (const each of names) expect(each).toMatch(/^[\w-]{43}$/);
  });

  it('has other names with another secret, and none that can be made without it', () => {
    const [one, other] = [createKeyedHash(randomBytes(32)), createKeyedHash(randomBytes(32))];
    for (const text of texts) {
      expect(one(text)).not.toBe(other(text));
      for (const algorithm of ['sha256', 'sha512-256']) {
        expect(one(text)).not.toBe(createHash(algorithm).update(text).digest('base64url'));
      }
    }
  });

  it('is SHA-512/256 of the secret, itself hashed, and the text', () => {
    const secret = Buffer.from('a secret');
    const digestOf = (text: string | Buffer) => createHash('sha512-256').update(text);
    expect(createKeyedHash(secret)('a text')).toBe(
      digestOf(`${digestOf(secret).digest('hex')}a text`).digest('base64url'),
    );
  });
});
