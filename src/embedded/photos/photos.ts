/** Photos of a listing: the endpoints, and what a category allows. */
import { SizeClass } from '../../contract/codes.ts';
import type { Image, PhotoSpecs } from '../../contract/photos.ts';
import type { WireInt64 } from '../../contract/structure.ts';
import { absoluteUrl, picturePath } from '../core/absolute-url.ts';
import { notFound } from '../core/refusal.ts';
import type { Database } from '../database/database.ts';
import { getEditableListing } from '../listings/listing-access.ts';
import type { ListingRow } from '../listings/listing-row.ts';
import type { Handler } from '../service/endpoint-handler.ts';
import type { Service } from '../service/service.ts';
import { readPhotoBody } from './photo-form.ts';
import { addPhoto, getPhoto, movePhotoFirst, requirePhotoSlot } from './photo-rows.ts';
import { removeUnusedPicture } from './pictures.ts';

/** Finds the limits of a category; undefined when the section has no such category. */
export const findPhotoSpecs = (
  database: Database,
  sectionId: WireInt64,
  categoryId: WireInt64,
): { readonly [Limit in keyof PhotoSpecs]: number } | undefined =>
  database.find('SELECT * FROM categories WHERE section_id = ? AND id = ?', [sectionId, categoryId], (row) => ({
    Max: row.integer('max_photos'),
    MaxHeight: row.integer('max_photo_height'),
    MaxWidth: row.integer('max_photo_width'),
    Min: row.integer('min_photos'),
  }));

/** GET /v1/listings/photospecs: 404 when the section has no such category. */
export const getPhotoSpecs: Handler<'getPhotoSpecs'> = ({ query }, { database }) => {
  const specs = findPhotoSpecs(database, query.sectionid, query.categoryid);
  if (specs === undefined) throw notFound(`Section ${query.sectionid} has no category ${query.categoryid}.`);
  return specs;
};

/** One photo; its index is its rank in the listing, and the first is the main one. */
export interface ListingPhoto {
  readonly pictureKey: string;
}

/** Lists the photos of a listing by index, which counts from 0. */
export const listPhotos = ({ database }: Service, listingId: number): ListingPhoto[] =>
  database.list('SELECT picture_key FROM photos WHERE listing_id = ? ORDER BY position, id', [listingId], (row) => ({
    pictureKey: row.text('picture_key'),
  }));

/** The URL of a picture in full size. */
export const largeUrl = (service: Service, pictureKey: string): string =>
  absoluteUrl(service.origin, picturePath(pictureKey, 'large'));

/** The URL of a picture as a thumbnail. */
export const thumbUrl = (service: Service, pictureKey: string): string =>
  absoluteUrl(service.origin, picturePath(pictureKey, 'thumb'));

/**
 * Photos as `ListingDefinition.Images` has them.
 *
 * Assumption: R16: an inner array holds the sizes of one photo, full size first.
 */
export const describeImages = (service: Service, photos: readonly ListingPhoto[]): Image[][] =>
  photos.map(({ pictureKey }, index) => [
    { Index: index, Main: index === 0, SizeClass: SizeClass.FullSize, Url: largeUrl(service, pictureKey) },
    { Index: index, Main: index === 0, SizeClass: SizeClass.ThumbSize, Url: thumbUrl(service, pictureKey) },
  ]);

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
