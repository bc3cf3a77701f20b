import { randomBytes, scryptSync } from 'node:crypto';

/** Hashes a password as those of the demo data are, but for the work that it takes. */
export const hashPassword = (password: string): string => {
  const cost = 2;
  const salt = randomBytes(16);
  const key = scryptSync(password.normalize('NFKC'), salt, 32, { N: cost, r: 8 });
  return `scrypt$${cost}$${salt.toString('base64url')}$${key.toString('base64url')}`;
};
