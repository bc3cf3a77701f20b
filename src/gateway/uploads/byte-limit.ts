/** Limit of the bytes that are read of a request. */
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { badRequest } from '../errors/graphql-errors.ts';

/** Largest body of a request that brings a photo, with everything around the photo. */
export const MAX_UPLOAD_BYTES = 12 * 1024 * 1024;

/** Bytes of the body as the client declares them; 0 when it does not. */
export const declaredSizeOf = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

/** A request that is larger than is read. */
export const requestTooLarge = () =>
  badRequest('REQUEST_TOO_LARGE', 'A request with a photo may have 12 MB in all, and its photo 10 MB.', {
    status: 413,
  });

/** Lets bytes through and fails with `REQUEST_TOO_LARGE` as soon as there are too many, whatever the request declared. */
export const createByteLimit = (maxBytes: number = MAX_UPLOAD_BYTES): Transform => {
  let size = 0;
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length;
      if (size > maxBytes) done(requestTooLarge());
      else done(null, chunk);
    },
  });
};
