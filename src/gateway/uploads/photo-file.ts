/** A photo as a client sends it: still on its way. */
import { PassThrough, type Readable } from 'node:stream';

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
}

/**
 * Makes a stream that can be destroyed without its origin: what is left there is then read away, so that a client that is
 * still sending gets its response. The origin is read no faster than the stream.
 *
 * @param explain what an error of the origin means to the reader
 */
export const detachable = (origin: Readable, explain: (error: Error) => Error = (error) => error): Readable => {
  const stream = new PassThrough();
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
  return origin.pipe(stream);
};
