/**
 * Photos of listings in the database. A photo's index is its rank by position, counted from 0, and the first photo is the
 * main one.
 */

import { badRequest, notFound, type Refusal } from '../core/refusal.ts';
import { insertRow } from '../database/row.ts';
import type { Service } from '../service/service.ts';
import { type PictureBytes, removeUnusedPicture, savePicture } from './pictures.ts';

/** A photo as the database holds it. */
export interface PhotoRow {
  readonly id: number;
  readonly pictureKey: string;
}

/** 404 for an index that no photo has. */
export const noSuchPhoto = (listingId: number, index: number): Refusal =>
  notFound(`Listing ${listingId} has no photo ${index}.`);

/** Finds the first photo for which a condition holds. */
export const findPhotoRow = (
  { database }: Service,
  condition: string,
  values: readonly number[],
): PhotoRow | undefined =>
  database.find(`SELECT id, picture_key FROM photos WHERE ${condition}`, values, (row) => ({
    id: row.integer('id'),
    pictureKey: row.text('picture_key'),
  }));

/**
 * Finds the photo with an index.
 *
 * @throws Refusal 404
 */
export const getPhoto = (service: Service, listingId: number, index: number): PhotoRow => {
  const photo =
    index < 0
      ? undefined
      : findPhotoRow(service, 'listing_id = ? ORDER BY position, id LIMIT 1 OFFSET ?', [listingId, index]);
  if (photo === undefined) throw noSuchPhoto(listingId, index);
  return photo;
};

const countPhotos = ({ database }: Service, listingId: number): number =>
  database.get('SELECT count(*) AS count FROM photos WHERE listing_id = ?', [listingId], (row) => row.integer('count'));

/**
 * Counts the photos of a listing, which is the index of the next one.
 *
 * @throws Refusal 400 when there may not be another one
 */
export const requirePhotoSlot = (service: Service, listingId: number, most: number): number => {
  const count = countPhotos(service, listingId);
  if (count >= most) throw badRequest(`The listing has ${count} photos; in this category it may have ${most} at most.`);
  return count;
};

/** Moves a photo before all others of its listing. */
export const movePhotoFirst = ({ database }: Service, listingId: number, { id }: PhotoRow): void => {
  database.run(
    'UPDATE photos SET position = (SELECT min(position) - 1 FROM photos WHERE listing_id = ?) WHERE id = ?',
    [listingId, id],
  );
};

/**
 * Adds a photo behind the others.
 *
 * @throws Refusal 400 when there may not be another one
 */
export const addPhoto = (service: Service, listingId: number, most: number, picture: PictureBytes) =>
  service.database.transaction(() => {
    const index = requirePhotoSlot(service, listingId, most);
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
export const replacePicture = (service: Service, photo: PhotoRow, picture: PictureBytes): boolean =>
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
