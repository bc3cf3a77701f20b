/**
 * Photos of a listing, for those who may edit it: POST /v1/listings/{id}/photos and what can be done to one photo. Photos
 * are addressed by their rank, counted from 0, and the first is the main one: after a deletion the later ones move up by
 * one, and a photo that becomes the main one goes before the others.
 */
import { getEditableListing } from '../listings/editable-listing.ts';
import type { ListingRow } from '../listings/listing-row.ts';
import type { Handler } from '../service/endpoint-handler.ts';
import type { Service } from '../service/service.ts';
import { largeUrl, thumbUrl } from './listing-photos.ts';
import { readPhotoBody } from './photo-body.ts';
import { addPhoto, getPhoto, movePhotoFirst, requirePhotoSlot } from './photo-rows.ts';
import { findPhotoSpecs } from './photo-specs.ts';
import { removeUnusedPicture } from './picture-store.ts';

const getSpecs = ({ database }: Service, { sectionId, categoryId }: ListingRow) => {
  const specs = findPhotoSpecs(database, sectionId, categoryId);
  if (specs === undefined) throw new RangeError(`Category ${categoryId} is not one of section ${sectionId}`);
  return specs;
};

/**
 * POST /v1/listings/{id}/photos: adds one photo behind the others.
 *
 * Limits are those of GET /v1/listings/photospecs: a photo too many, or one larger than MaxWidth or MaxHeight once it
 * stands upright, is 400 and not scaled down. Assumption: R43: that is for this service to say, not for who calls it.
 */
export const uploadPhoto: Handler<'uploadPhoto'> = async ({ path, caller, http }, service) => {
  const listing = getEditableListing(service, caller.userId, path.id);
  const specs = getSpecs(service, listing);
  requirePhotoSlot(service, listing.id, specs.Max);
  const { index, pictureKey } = await service.uploads.run(async () => {
    const bytes = await readPhotoBody(http);
    const { preparePhoto } = await import('./photo-image.ts');
    const picture = await service.imageTasks.run(() => preparePhoto(bytes, specs));
    return addPhoto(service, listing.id, specs.Max, picture);
  });
  return { index, largeimageurl: largeUrl(service, pictureKey), thumbimageurl: thumbUrl(service, pictureKey) };
};

/** DELETE /v1/listings/{id}/photos/{index}. When it was the main photo, the next one takes its place. */
export const deletePhoto: Handler<'deletePhoto'> = ({ path, caller }, service) => {
  const { database } = service;
  const listing = getEditableListing(service, caller.userId, path.id);
  database.transaction(() => {
    const photo = getPhoto(service, listing.id, path.index);
    database.run('DELETE FROM photos WHERE id = ?', [photo.id]);
    removeUnusedPicture(database, photo.pictureKey);
  });
};

/**
 * POST /v1/listings/{id}/photos/{index}/setdefault: makes a photo the main one, which puts it first; those before it move
 * down by one. `ItemDetail.ImageUrls` has no other way to say which photo is the main one.
 */
export const setDefaultPhoto: Handler<'setDefaultPhoto'> = ({ path, caller }, service) => {
  const listing = getEditableListing(service, caller.userId, path.id);
  service.database.transaction(() => {
    movePhotoFirst(service, listing.id, getPhoto(service, listing.id, path.index));
  });
};
