/** Reads a request that brings one photo and nothing else: as its body, or as the one file of a form. */
import type { IncomingMessage } from 'node:http';
import { mediaTypeOf } from '../../http1/media-type.ts';
import { ClientGoneError } from '../errors/ended-early.ts';
import { badRequest } from '../errors/graphql-errors.ts';
import { createByteLimit, declaredSizeOf, MAX_UPLOAD_BYTES, requestTooLarge } from './byte-limit.ts';
import { readFileForm } from './file-form.ts';
import { detachable, type PhotoFile } from './photo-file.ts';

const wanted =
  'Send the photo as the body, with its content type (image/jpeg, image/png, image/webp), or as the only file of multipart/form-data.';

/** The photo as the body. */
const readBody = (request: IncomingMessage): PhotoFile => {
  const size = request.headers['content-length'] === undefined ? null : declaredSizeOf(request);
  const limit = createByteLimit();
  request.once('close', () => {
    if (!request.complete) limit.destroy(new ClientGoneError('The client is gone.'));
  });
  limit.on('error', () => void request.unpipe(limit));
  return {
    ...detachable(request.pipe(limit), request.headers['idempotency-key'] !== undefined),
    declaredType: mediaTypeOf(request.headers['content-type']),
    filename: null,
    size,
  };
};

/** Largest field beside the photo; none is read. */
const MAX_FIELD_BYTES = 1024;

/**
 * Reads a request up to the start of its photo, which comes while it is read.
 *
 * @throws GraphQLError BAD_REQUEST, or REQUEST_TOO_LARGE; ClientGoneError
 */
export const readPhotoRequest = async (request: IncomingMessage): Promise<PhotoFile> => {
  if (declaredSizeOf(request) > MAX_UPLOAD_BYTES) throw requestTooLarge();
  const mediaType = mediaTypeOf(request.headers['content-type']);
  if (mediaType === 'multipart/form-data') return readFileForm(request, MAX_FIELD_BYTES, ({ file }) => file);
  if (mediaType.startsWith('image/')) return readBody(request);
  throw badRequest('BAD_REQUEST', wanted, { status: 415 });
};
