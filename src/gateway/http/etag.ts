/** Entity tags: by them a client is not sent again what it has. */
import { createHash } from 'node:crypto';

/** Makes the tag of a body. It is weak, for the text may be sent compressed or not. */
export const entityTagOf = (text: string | Buffer): string =>
  `W/"${createHash('sha256').update(text).digest('base64url')}"`;

const opaque = (tag: string): string => tag.replace(/^W\//, '');

/** Returns whether a client already has what an entity tag stands for, from its header `If-None-Match`. */
export const hasAlready = (ifNoneMatch: string | null | undefined, tag: string): boolean =>
  (ifNoneMatch ?? '')
    .split(',')
    .map((given) => given.trim())
    .some((given) => given === '*' || opaque(given) === opaque(tag));
