/** Photos of a listing as the wire carries them. */
import { SizeClass } from '../../contract/codes.ts';
import type { Image } from '../../contract/photos.ts';
import { absoluteUrl, picturePath } from '../core/absolute-url.ts';
import type { Service } from '../service/service.ts';

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
