/** Turning photos: POST /v1/listings/{id}/photos/{index}/rotate. */
import { RotateDirection } from '../../contract/codes.ts';
import { conflict, type Refusal } from '../core/refusal.ts';
import { getEditableListing } from '../listings/listing-access.ts';
import type { Handler } from '../service/endpoint-handler.ts';
import { findPhotoRow, getPhoto, noSuchPhoto, type PhotoRow, replacePicture } from './photo-rows.ts';
import { readPicture } from './pictures.ts';

const changedMeanwhile = (): Refusal => conflict('The photo was changed at the same time.');

/** How often a turn starts again because another one was faster. */
const TURN_ATTEMPTS = 10;

/**
 * POST /v1/listings/{id}/photos/{index}/rotate: turns a photo by 90 degrees, clockwise unless `dir` says otherwise. The
 * photo keeps its index and its pixels, whatever the limits for uploads, and gets another URL.
 */
export const rotatePhoto: Handler<'rotatePhoto'> = async ({ path, query, caller }, service) => {
  const listing = getEditableListing(service, caller.userId, path.id);
  const direction = query.dir ?? RotateDirection.Clockwise;
  const { turnPhoto } = await import('./photo-image.ts');
  let photo: PhotoRow | undefined = getPhoto(service, listing.id, path.index);
  for (let attempt = 1; attempt <= TURN_ATTEMPTS; attempt += 1) {
    const picture = await readPicture(service.database, photo.pictureKey, 'large');
    if (picture === undefined) throw changedMeanwhile();
    const turned = await service.imageTasks.run(() => turnPhoto(picture.bytes, direction));
    if (replacePicture(service, photo, turned)) return;
    // Indices may have moved by now: the photo is found by its own key.
    photo = findPhotoRow(service, 'id = ?', [photo.id]);
    if (photo === undefined) throw noSuchPhoto(listing.id, path.index);
  }
  throw changedMeanwhile();
};
