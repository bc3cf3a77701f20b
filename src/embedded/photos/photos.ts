/**
 * Photos of a listing: the endpoints, and what a category allows. A photo's index is its rank by position, counted from 0, and the
 * first photo is the main one.
 */
import { RotateDirection, SizeClass } from '../../contract/codes.ts';
import type { Image } from '../../contract/photos.ts';
import type { WireInt64 } from '../../contract/structure.ts';
import { badRequest, notFound, Refusal } from '../core/refusal.ts';
import { pictureUrl } from '../core/written-values.ts';
import { insertRow } from '../database/row.ts';
import { getEditableListing } from '../listings/listing-access.ts';
import type { Handler, Service } from '../service/service.ts';
import { readPhotoBody } from './photo-form.ts';
import { type PictureBytes, readPicture, removeUnusedPicture, savePicture } from './pictures.ts';

/** Finds the limits of a category; undefined when the section has no such category. */
const findPhotoSpecs = ({ database }: Service, sectionId: WireInt64, categoryId: WireInt64) =>
  database.find('SELECT * FROM categories WHERE section_id = ? AND id = ?', [sectionId, categoryId], (row) => ({
    Max: row.integer('max_photos'),
    MaxHeight: row.integer('max_photo_height'),
    MaxWidth: row.integer('max_photo_width'),
    Min: row.integer('min_photos'),
  }));

/** GET /v1/listings/photospecs: 404 when the section has no such category. */
export const getPhotoSpecs: Handler<'getPhotoSpecs'> = ({ query }, service) => {
  const specs = findPhotoSpecs(service, query.sectionid, query.categoryid);
  if (specs === undefined) throw notFound(`Section ${query.sectionid} has no category ${query.categoryid}.`);
  return specs;
};

/** Lists the keys of the pictures of a listing, in the order of its photos. */
export const listPictureKeys = ({ database }: Service, listingId: number): string[] =>
  database.list('SELECT picture_key FROM photos WHERE listing_id = ? ORDER BY position, id', [listingId], (row) =>
    row.text('picture_key'),
  );

/**
 * Photos as `ListingDefinition.Images` has them.
 *
 * Assumption: R16: an inner array holds the sizes of one photo, full size first.
 */
export const describeImages = (service: Service, listingId: number): Image[][] =>
  listPictureKeys(service, listingId).map((key, index) => [
    { Index: index, Main: index === 0, SizeClass: SizeClass.FullSize, Url: pictureUrl(service, key, 'large') },
    { Index: index, Main: index === 0, SizeClass: SizeClass.ThumbSize, Url: pictureUrl(service, key, 'thumb') },
  ]);

/** 404 for an index that no photo has. */
const noSuchPhoto = (listingId: number, index: number): Refusal =>
  notFound(`Listing ${listingId} has no photo ${index}.`);

/** Finds the first photo for which a condition holds. */
const findPhotoRow = ({ database }: Service, condition: string, values: readonly number[]) =>
  database.find(`SELECT id, picture_key FROM photos WHERE ${condition}`, values, (row) => ({
    id: row.integer('id'),
    pictureKey: row.text('picture_key'),
  }));

/** A photo as the database holds it. */
type PhotoRow = NonNullable<ReturnType<typeof findPhotoRow>>;

/**
 * Finds the photo with an index.
 *
 * @throws Refusal 404
 */
const getPhoto = (service: Service, listingId: number, index: number): PhotoRow => {
  const photo =
    index < 0
      ? undefined
      : findPhotoRow(service, 'listing_id = ? ORDER BY position, id LIMIT 1 OFFSET ?', [listingId, index]);
  if (photo === undefined) throw noSuchPhoto(listingId, index);
  return photo;
};

/**
 * Adds a photo behind the others.
 *
 * @throws Refusal 400 when there may not be another one
 */
const addPhoto = (service: Service, listingId: number, most: number, picture: PictureBytes) =>
  service.database.transaction(() => {
    const index = service.database.get(
      'SELECT count(*) AS count FROM photos WHERE listing_id = ?',
      [listingId],
      (row) => row.integer('count'),
    );
    if (index >= most)
      throw badRequest(`The listing has ${index} photos; in this category it may have ${most} at most.`);
    const pictureKey = savePicture(service, picture);
    const position = service.database.get(
      'SELECT coalesce(max(position), -1) + 1 AS position FROM photos WHERE listing_id = ?',
      [listingId],
      (row) => row.integer('position'),
    );
    insertRow(service.database, 'photos', { listing_id: listingId, position, picture_key: pictureKey });
    return { index, pictureKey };
  });

/** Gives a photo another picture, unless it has one already that the caller did not know of. */
const replacePicture = (service: Service, photo: PhotoRow, picture: PictureBytes): boolean =>
  service.database.transaction(() => {
    const key = savePicture(service, picture);
    const { changes } = service.database.run('UPDATE photos SET picture_key = ? WHERE id = ? AND picture_key = ?', [
      key,
      photo.id,
      photo.pictureKey,
    ]);
    removeUnusedPicture(service.database, changes === 0 ? key : photo.pictureKey);
    return changes > 0;
  });

/**
 * POST /v1/listings/{id}/photos: adds one photo behind the others.
 *
 * The whole photo is read first: who is refused while sending may find its connection closed in place of the reason.
 *
 * Limits are those of GET /v1/listings/photospecs: a photo too many, or one larger than MaxWidth or MaxHeight once it
 * stands upright, is 400 and not scaled down. Assumption: R43: that is for this service to say, not for who calls it.
 */
export const uploadPhoto: Handler<'uploadPhoto'> = async ({ path, caller, http }, service) => {
  const listing = getEditableListing(service, caller.userId, path.id);
  const specs = findPhotoSpecs(service, listing.sectionId, listing.categoryId);
  if (specs === undefined) throw new RangeError(`The category of listing ${listing.id} is not one of its section`);
  const { index, pictureKey } = await service.runUpload(async () => {
    const bytes = await readPhotoBody(http);
    const { preparePhoto } = await import('./photo-image.ts');
    const picture = await service.runImageTask(() => preparePhoto(bytes, specs));
    return addPhoto(service, listing.id, specs.Max, picture);
  });
  return {
    index,
    largeimageurl: pictureUrl(service, pictureKey, 'large'),
    thumbimageurl: pictureUrl(service, pictureKey, 'thumb'),
  };
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
    const { id } = getPhoto(service, listing.id, path.index);
    service.database.run(
      'UPDATE photos SET position = (SELECT min(position) - 1 FROM photos WHERE listing_id = ?) WHERE id = ?',
      [listing.id, id],
    );
  });
};

const changedMeanwhile = (): Refusal => new Refusal(409, 'The photo was changed at the same time.');

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
    const turned = await service.runImageTask(() => turnPhoto(picture.bytes, direction));
    if (replacePicture(service, photo, turned)) return;
    // Indices may have moved by now: the photo is found by its own key.
    photo = findPhotoRow(service, 'id = ?', [photo.id]);
    if (photo === undefined) throw noSuchPhoto(listing.id, path.index);
  }
  throw changedMeanwhile();
};
