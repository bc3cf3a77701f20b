/** Adding photos to listings: `POST /v1/listings/{id}/photos`. */
import { UploadPhotoResult } from '../../contract/photos.ts';
import type { Int64 } from '../../json/int64.ts';
import type { UploadCall } from '../call/call.ts';
import type { ReportDrift } from '../call/drift.ts';
import type { OutgoingPhoto } from '../call/outgoing-photo.ts';
import { decodeBody, type Read } from '../decoding/decode.ts';
import { doneOr } from '../decoding/write-result.ts';

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
export const uploadPhoto = async (
  uploads: UploadCall,
  id: Int64,
  photo: OutgoingPhoto,
): Promise<Read<typeof UploadPhotoResult> | null> =>
  (await uploads('uploadPhoto', { path: { id } }, photo)).read(
    doneOr(readResult, Object.keys(UploadPhotoResult.fields)),
  );
