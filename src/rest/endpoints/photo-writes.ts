/** Changes of the photos of a listing: `/v1/listings/{id}/photos`. */
import type { RotateDirection } from '../../contract/codes.ts';
import { UploadPhotoResult } from '../../contract/photos.ts';
import type { Int64 } from '../../json/int64.ts';
import type { Call } from '../call/call.ts';
import type { ReportDrift } from '../call/drift.ts';
import type { OutgoingPhoto } from '../call/outgoing-photo.ts';
import { decodeBody, type Read } from '../decoding/decode.ts';
import { deleted, done, doneOr } from '../decoding/write-result.ts';

export type { OutgoingPhoto, PhotoType } from '../call/outgoing-photo.ts';

/** Serialisers write -1 and empty texts where there is nothing. */
const readResult = (json: unknown, drift: ReportDrift): Read<typeof UploadPhotoResult> => {
  const { index, largeimageurl, thumbimageurl } = decodeBody(UploadPhotoResult, json, drift);
  return {
    index: index !== null && index < 0 ? null : index,
    largeimageurl: largeimageurl || null,
    thumbimageurl: thumbimageurl || null,
  };
};

/**
 * Adds a photo to a listing, as the last one: `POST /v1/listings/{id}/photos`. It is never sent twice once it may have arrived.
 *
 * @returns null when the service took it and does not say where it put it
 * @throws UpstreamFailure `rejected` when the service refused it, also inside a 2xx; `result_unreadable` when it says neither;
 *   `result_unknown` when the connection broke after the first byte was sent; or another
 */
export const uploadPhoto = (
  call: Call,
  id: Int64,
  photo: OutgoingPhoto,
): Promise<Read<typeof UploadPhotoResult> | null> =>
  call('uploadPhoto', { path: { id }, photo }, doneOr(readResult, Object.keys(UploadPhotoResult.fields)));

/**
 * Deletes a photo: `DELETE /v1/listings/{id}/photos/{index}`. The indices after it move, so it is never sent twice
 * (assumption R31).
 *
 * @param index 0-based
 */
export const deletePhoto = (call: Call, id: Int64, index: number): Promise<void> =>
  call('deletePhoto', { path: { id, index } }, deleted);

/**
 * Turns a photo by a quarter: `POST /v1/listings/{id}/photos/{index}/rotate`. It is never sent twice.
 *
 * @param index 0-based
 * @param direction a code of `RotateDirection`
 */
export const rotatePhoto = (
  call: Call,
  id: Int64,
  index: number,
  direction: (typeof RotateDirection)[keyof typeof RotateDirection],
): Promise<void> => call('rotatePhoto', { path: { id, index }, query: { dir: direction } }, done);

/**
 * Makes a photo the main one of its listing: `POST /v1/listings/{id}/photos/{index}/setdefault`.
 *
 * @param index 0-based
 */
export const setDefaultPhoto = (call: Call, id: Int64, index: number): Promise<void> =>
  call('setDefaultPhoto', { path: { id, index } }, done);
