import { describe, expect, it } from 'vitest';
import { isPassword } from '../../../../src/embedded/tokens/tokens.ts';
import { hashPassword } from '../../../support/password-hash.ts';

describe('password hash', () => {
  it('distinguishes the right password from a wrong one', async () => {
    const one = hashPassword('Mdina-42');
    expect(await isPassword('Mdina-42', one)).toBe(true);
    expect(await isPassword('mdina-42', one)).toBe(false);
    expect(await isPassword('', one)).toBe(false);
  });

  it('takes a password however its accents were typed', async () => {
    expect(await isPassword('caf\u0065\u0301', hashPassword('caf\u00e9'))).toBe(true);
  });

  it('says no for an account that does not exist, whatever the password', async () => {
    expect(await isPassword('', undefined)).toBe(false);
    expect(await isPassword('Mdina-42', undefined)).toBe(false);
  });
});
