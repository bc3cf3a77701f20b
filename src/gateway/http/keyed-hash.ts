/** Names for what must not be disclosed: the same text has the same name, which says nothing to who lacks the secret. */
import { hash } from 'node:crypto';

/**
 * Creates a function that names texts by a hash of secret and text, in base64url.
 *
 * The hash is SHA-512/256 (FIPS 180-4): what it gives is half of its state, so that nobody can go on from there, and the secret in
 * front makes a key of it by itself. SHA-256 would need the two passes of an HMAC, which take several times as long.
 */
export const createKeyedHash = (secret: Uint8Array): ((text: string) => string) => {
  // Of a fixed length, whatever the secret: the text begins where no other secret could end.
  const key = hash('sha512-256', secret, 'hex');
  return (text) => hash('sha512-256', key + text, 'base64url');
};
