import { describe, expect, it } from 'vitest';
import { hashPassword, isPassword } from '../../../../src/embedded/tokens/password-hash.ts';

describe('password hash', () => {
  it('distinguishes the right password from a wrong one, with a new salt each time', async () => {
    const [one, other] = await Promise.all([hashPassword('Mdina-42', 2), hashPassword('Mdina-42', 2)]);
    expect(one).not.toBe(other);
    expect(await isPassword('Mdina-42', one)).toBe(true);
    expect(await isPassword('mdina-42', one)).toBe(false);
    expect(await isPassword('', one)).toBe(false);
  });

  it('takes a password however its accents were typed', async () => {
    expect(await isPassword('caf\u0065\u0301', await hashPassword('caf\u00e9', 2))).toBe(true);
  });

  it('says no for an account that does not exist, whatever the password', async () => {
    expect(await isPassword('', undefined)).toBe(false);
    expect(await isPassword('Mdina-42', undefined)).toBe(false);
  });
});
