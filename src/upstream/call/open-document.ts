import type { Readable } from 'node:stream';

/** A document whose start has come and is right. */
export interface OpenDocument {
  /** Bytes in all; null when the service does not say. */
  readonly size: number | null;
  /**
   * The document from its first byte. It is read from the service no faster than from here; to destroy it ends the request.
   * It fails with UpstreamFailure: cut off, out of time, cancelled, or larger than the limit. Whoever opened it reads or
   * destroys it.
   */
  readonly body: Readable;
}
