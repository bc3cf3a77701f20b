/** A photo as a client sends it: still on its way. */
import { createHash } from 'node:crypto';
import { PassThrough, type Readable, Transform } from 'node:stream';

/** A file of a request. Its bytes come while it is read. */
export interface PhotoFile {
  /** Destroying it lets the rest of the request go by unread. */
  readonly stream: Readable;
  /** Media type that the client states, in lower case; null when it says nothing. Nothing relies on it. */
  readonly declaredType: string | null;
  /** Name on the client's machine; null when it says none. It is not sent on. */
  readonly filename: string | null;
  /** Bytes; null when the client does not say. */
  readonly size: number | null;
  /** Returns the SHA-256 of its bytes, in base64url; null before all have been read, and where nobody needs it. */
  readonly digest: () => string | null;
}

/**
 * Makes a stream that can be destroyed without its origin: what is left there is then read away, so that a client that is
 * still sending gets its response. The origin is read no faster than the stream.
 *
 * @param isHashed whether somebody needs the digest
 * @param explain what an error of the origin means to the reader
 */
export const detachable = (
  origin: Readable,
  isHashed: boolean,
  explain: (error: Error) => Error = (error) => error,
): Pick<PhotoFile, 'stream' | 'digest'> => {
  const { stream, digest } = isHashed ? hashing() : { stream: new PassThrough(), digest: () => null };
  origin.on('error', (error) => void stream.destroy(explain(error)));
  origin.once('close', () => {
    if (!origin.readableEnded) stream.destroy(origin.errored ?? new Error('The file was cut off.'));
  });
  stream.once('close', () => {
    origin.unpipe(stream);
    origin.resume();
  });
  // It may fail before its reader listens; the reader gets the error nonetheless.
  stream.on('error', () => {});
  return { stream: origin.pipe(stream), digest };
};

/** A stream that hashes what passes. */
const hashing = () => {
  const hash = createHash('sha256');
  let digest: string | null = null;
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, next) => {
      hash.update(chunk);
      next(null, chunk);
    },
    flush: (next) => {
      digest = hash.digest('base64url');
      next();
    },
  });
  return { stream, digest: () => digest };
};
