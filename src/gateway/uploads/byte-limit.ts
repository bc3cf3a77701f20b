/** Requests that bring a photo, read and bounded. */
import type { IncomingMessage } from 'node:http';
import { ClientGoneError } from '../errors/ended-early.ts';
import { badRequest } from '../errors/graphql-errors.ts';

/** Largest body of a request that brings a photo, with everything around the photo. */
export const MAX_UPLOAD_BYTES = 12 * 1024 * 1024;

/** Bytes of the body as the client declares them; 0 when it does not. */
const declaredSizeOf = ({ headers }: IncomingMessage): number => Number(headers['content-length'] ?? 0);

/** A request that is larger than is read. */
export const requestTooLarge = () =>
  badRequest('REQUEST_TOO_LARGE', 'A request with a photo may have 12 MB in all, and its photo 10 MB.', {
    status: 413,
  });

/**
 * Reads a request, whatever it declares.
 *
 * @param take takes each piece, as soon as it comes
 * @param end called once: with null at its end; with `REQUEST_TOO_LARGE` or ClientGoneError when that does not come
 */
export const readUpload = (
  request: IncomingMessage,
  take: (piece: Buffer) => void,
  end: (error: Error | null) => void,
): void => {
  let size = declaredSizeOf(request) > MAX_UPLOAD_BYTES ? Number.POSITIVE_INFINITY : 0;
  const fail = (error: Error): void => {
    request.off('data', onData).off('end', onEnd);
    end(error);
  };
  const onData = (piece: Buffer): void => {
    size += piece.length;
    if (size > MAX_UPLOAD_BYTES) fail(requestTooLarge());
    else take(piece);
  };
  const onEnd = (): void => end(null);
  const onGone = (): void => {
    if (!request.complete) fail(new ClientGoneError('The client is gone.'));
  };
  if (size > MAX_UPLOAD_BYTES) {
    end(requestTooLarge());
    return;
  }
  request.on('data', onData).once('end', onEnd).once('close', onGone).on('error', onGone);
};
