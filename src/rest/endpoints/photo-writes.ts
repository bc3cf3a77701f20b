/** Changes of photos that are there: `/v1/listings/{id}/photos/{index}`. */
import type { RotateDirection } from '../../contract/codes.ts';
import type { Int64 } from '../../json/int64.ts';
import type { Call } from '../call/call.ts';
import { deletedFlagIs } from '../decoding/write-result.ts';

/**
 * Deletes a photo: `DELETE /v1/listings/{id}/photos/{index}`. The indices after it move, so it is never sent twice
 * (ruling R31).
 *
 * @param index 0-based
 */
export const deletePhoto = async (call: Call, id: Int64, index: number): Promise<void> => {
  (await call('deletePhoto', { path: { id, index } })).read(deletedFlagIs);
};

/**
 * Turns a photo by a quarter: `POST /v1/listings/{id}/photos/{index}/rotate`. It is never sent twice.
 *
 * @param index 0-based
 * @param direction a code of `RotateDirection`
 */
export const rotatePhoto = async (
  call: Call,
  id: Int64,
  index: number,
  direction: (typeof RotateDirection)[keyof typeof RotateDirection],
): Promise<void> => {
  await call('rotatePhoto', { path: { id, index }, query: { dir: direction } });
};

/**
 * Makes a photo the main one of its listing: `POST /v1/listings/{id}/photos/{index}/setdefault`.
 *
 * @param index 0-based
 */
export const setDefaultPhoto = async (call: Call, id: Int64, index: number): Promise<void> => {
  await call('setDefaultPhoto', { path: { id, index } });
};
