import type { Readable } from 'node:stream';

/** Media types of the photos that are sent. */
export type PhotoType = 'image/jpeg' | 'image/png' | 'image/webp';

/** A photo on its way. Whoever takes it reads its stream to the end or destroys it. */
export interface OutgoingPhoto {
  readonly stream: Readable;
  readonly type: PhotoType;
  /** Name of the file in a form; one that says nothing but the type unless given. */
  readonly filename?: string;
  /** Bytes; null when they are not known beforehand. */
  readonly size: number | null;
}
