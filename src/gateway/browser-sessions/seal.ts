/** Sealing of texts that only gateways with the same keys can read: JWE (`dir`, `A256GCM`) by `jose`. */
import { hash, hkdfSync } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';
import { Secret } from '../../rest/call/credentials.ts';

/** Fewest bytes of a secret that keys are made of. */
const MIN_SECRET_BYTES = 32;

const ALGORITHMS = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] };

/**
 * Reads a secret of at least 32 bytes, in hexadecimal or base64url.
 *
 * @returns null when it is shorter, or written in another way
 */
export const decodeSecret = (text: string): Uint8Array | null => {
  const bytes = /^(?:[\da-f]{2})+$/i.test(text)
    ? Buffer.from(text, 'hex')
    : /^[\w-]+={0,2}$/.test(text)
      ? Buffer.from(text, 'base64url')
      : Buffer.alloc(0);
  return bytes.length >= MIN_SECRET_BYTES ? bytes : null;
};

/** A key, and what names it in all that it seals, and tells nothing of it. */
const keyOf = (secret: Uint8Array, purpose: string) => {
  const bytes = new Uint8Array(hkdfSync('sha256', secret, '', `listings-gateway ${purpose}`, 32));
  return { bytes, id: hash('sha256', bytes, 'base64url').slice(0, 8) };
};

const keyIdOf = (sealed: string): string | null => {
  const [header = ''] = sealed.split('.', 1);
  const [, id = null] = /"kid":"([\w-]{8})"/.exec(Buffer.from(header, 'base64url').toString('latin1')) ?? [];
  return id;
};

/**
 * Creates a seal of texts for one purpose. What another purpose sealed does not open.
 *
 * @param secrets the first seals, all open: a new one goes in front, and the old one leaves when what it sealed has expired
 */
export const createSeal = (secrets: readonly Secret[], purpose: string) => {
  const keys = secrets.flatMap((secret) => {
    const bytes = decodeSecret(secret.reveal());
    return bytes === null ? [] : [keyOf(bytes, purpose)];
  });
  const [first] = keys;
  if (first === undefined || keys.length < secrets.length) throw new Error('A secret of the seal is too short.');
  const byId = new Map(keys.map((key) => [key.id, key]));
  return {
    /** Seals a text, with the first key. The result consists of characters that a cookie can carry. */
    seal: (text: string): Promise<string> =>
      new CompactEncrypt(Buffer.from(text))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: first.id })
        .encrypt(first.bytes),
    /** Opens what one of the keys sealed; null for anything else. */
    open: async (sealed: string): Promise<string | null> => {
      const key = byId.get(keyIdOf(sealed) ?? '');
      if (key === undefined) return null;
      try {
        const { plaintext } = await compactDecrypt(sealed, key.bytes, ALGORITHMS);
        return Buffer.from(plaintext).toString('utf8');
      } catch {
        return null;
      }
    },
  };
};

/** Seals texts for one purpose. */
export type Seal = ReturnType<typeof createSeal>;
