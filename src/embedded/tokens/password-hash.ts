/** Passwords as scrypt hashes of the form `scrypt$cost$salt$hash` (base64url). */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

const KEY_LENGTH = 32;
const BLOCK_SIZE = 8;

/** Work factor of new hashes: about 40 ms and 16 MB each. */
const COST = 2 ** 14;

const derive = (password: string, salt: Buffer, cost: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // NFKC, so that a password typed on another keyboard has the same code points.
    scrypt(password.normalize('NFKC'), salt, KEY_LENGTH, { N: cost, r: BLOCK_SIZE }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });

/**
 * Hashes a password with a salt of its own, off the event loop.
 *
 * @param cost work factor, a power of two
 */
export const hashPassword = async (password: string, cost = COST): Promise<string> => {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return `scrypt$${cost}$${salt.toString('base64url')}$${key.toString('base64url')}`;
};

const unknownAccountHash = `scrypt$${COST}$${Buffer.alloc(16).toString('base64url')}$${Buffer.alloc(KEY_LENGTH).toString('base64url')}`;

/**
 * Returns whether a password is the one that was hashed. With no hash, for an account that does not exist, it does the same work
 * and returns false, so that its duration reveals nothing.
 */
export const isPassword = async (password: string, passwordHash: string | undefined): Promise<boolean> => {
  const [, cost = '', salt = '', key = ''] = (passwordHash ?? unknownAccountHash).split('$');
  const expected = Buffer.from(key, 'base64url');
  const actual = await derive(password, Buffer.from(salt, 'base64url'), Number(cost));
  return passwordHash !== undefined && expected.length === actual.length && timingSafeEqual(actual, expected);
};
