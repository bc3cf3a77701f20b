/** Media types of the photos that are sent. */
export type PhotoType = 'image/jpeg' | 'image/png' | 'image/webp';

/** A photo to send. */
export interface OutgoingPhoto {
  readonly bytes: Buffer;
  readonly type: PhotoType;
  /** Name of the file in a form; one that says nothing but the type unless given. */
  readonly filename?: string;
}
