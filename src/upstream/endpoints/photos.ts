/** Photos of listings: `/v1/listings/photospecs` and the two forms in which listings carry their photos. */
import type { ItemDetail } from '../../contract/listings.ts';
import { Image, PhotoSpecs } from '../../contract/photos.ts';
import { list } from '../../contract/structure.ts';
import type { Int64 } from '../../json/int64.ts';
import { fieldOf, isJsonObject } from '../../json/json-object.ts';
import type { PublicCall } from '../call/call.ts';
import type { ReportDrift } from '../call/drift.ts';
import { bodyOf, decode, type Read } from '../decoding/decode.ts';
import type { ReportForm } from '../decoding/met-form.ts';
import { readInt32 } from '../decoding/scalars.ts';

/** One stored size of a photo. */
export interface PhotoVariant {
  /** A code of `SizeClass`; null when the service does not say. */
  readonly sizeClass: Read<typeof Image>['SizeClass'];
  readonly url: string;
}

/** A photo of a listing. */
export interface ListingPhoto {
  /** 0-based position in the listing, by which the service addresses the photo; it moves when another is deleted. */
  readonly index: number;
  /** Null when the service does not say. */
  readonly isMain: boolean | null;
  readonly variants: readonly PhotoVariant[];
}

/** Gets the limits for photos in a category: `GET /v1/listings/photospecs`. */
export const getPhotoSpecs = async (
  call: PublicCall,
  categoryId: Int64,
  sectionId: Int64,
): Promise<Read<typeof PhotoSpecs>> =>
  (await call('getPhotoSpecs', { query: { categoryid: categoryId, sectionid: sectionId } })).read(bodyOf(PhotoSpecs));

const groupByIndex = (images: readonly unknown[]): readonly (readonly unknown[])[] => {
  const photos = new Map<number, unknown[]>();
  images.forEach((image, position) => {
    const index = (isJsonObject(image) ? readInt32(fieldOf(image, 'Index')) : null) ?? position;
    const sizes = photos.get(index);
    if (sizes === undefined) photos.set(index, [image]);
    else sizes.push(image);
  });
  return [...photos.values()];
};

const reportImages = (images: readonly unknown[], reportForm: ReportForm): void => {
  if (images.every((photo) => Array.isArray(photo))) {
    return reportForm({ text: 'nested lists', isAssumed: true, readAs: { type: list(list(Image)), json: images } });
  }
  if (!images.some(isJsonObject)) return;
  const text = images.some((photo) => Array.isArray(photo)) ? 'lists and images mixed' : 'a flat list';
  reportForm({ text, isAssumed: false, readAs: { type: list(Image), json: images.flat() } });
};

/**
 * Reads `ListingDefinition.Images`: an inner list holds the sizes of one photo.
 *
 * Assumption: R16. A flat list of images is grouped by their `Index`.
 *
 * @returns null when there are none to read
 */
export const readImages = (
  json: unknown,
  drift: ReportDrift,
  reportForm?: ReportForm,
): readonly (readonly Read<typeof Image>[])[] | null => {
  if (reportForm !== undefined && Array.isArray(json)) reportImages(json, reportForm);
  const isFlat = Array.isArray(json) && json.some(isJsonObject);
  const nested = isFlat ? groupByIndex(json.flat()) : json;
  return decode(list(list(Image)), nested, drift, 'ListingDefinition.Images');
};

/**
 * Makes photos of the images of a definition. `Main` on any size makes the photo the main one (ruling R16); a photo
 * without an index has its position.
 */
export const photosOfDefinition = (
  images: readonly (readonly Read<typeof Image>[])[] | null,
): readonly ListingPhoto[] =>
  (images ?? []).map((sizes, position) => ({
    index: sizes.find(({ Index }) => Index !== null)?.Index ?? position,
    isMain: sizes.some(({ Main }) => Main === true),
    variants: sizes.flatMap(({ SizeClass, Url }) => (Url === null ? [] : [{ sizeClass: SizeClass, url: Url }])),
  }));

/**
 * Makes photos of `ItemDetail.ImageUrls`.
 *
 * Assumption: R17. The index is the position, the URL is that of the full size, and which is the main one is not said.
 */
export const photosOfDetail = (urls: Read<typeof ItemDetail>['ImageUrls']): readonly ListingPhoto[] =>
  (urls ?? []).map((url, index) => ({ index, isMain: null, variants: [{ sizeClass: 0, url }] }));
