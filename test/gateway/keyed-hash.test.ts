import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeyedHash } from '../../src/gateway/keyed-hash.ts';

describe('A keyed hash', () => {
  it.each([0, 1, 32, 63, 64, 65, 200])('is the HMAC of the text, with a secret of %i bytes', (length) => {
    const secret = randomBytes(length);
    const name = createKeyedHash(secret);
    for (const text of ['', 'a', 'Ünïcode ☃', 'token '.repeat(1_000)]) {
      expect(name(text)).toBe(createHmac('sha256', secret).update(text).digest('base64url'));
    }
  });
});
