/** Ids that are the hash of their document, by the GraphQL-over-HTTP specification's appendix on persisted documents. */
import { createHash } from 'node:crypto';

/** Prefix of the SHA-256 in such an id. */
export const HASH_PREFIX = 'sha256:';

/** The SHA-256 of a text, in hexadecimal digits. */
export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns whether an id says that it is the hash of its document. */
export const isHashId = (id: string): boolean => id.startsWith(HASH_PREFIX);

/** The id without the prefix that says what it is. */
export const withoutPrefix = (id: string): string => (isHashId(id) ? id.slice(HASH_PREFIX.length) : id);
