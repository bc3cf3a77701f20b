/** Photos of listings: their limits, the two forms in which listings carry them, and changes of them. */
import type { RotateDirection } from '../../contract/codes.ts';
import type { ItemDetail } from '../../contract/listings.ts';
import { Image, PhotoSpecs, UploadPhotoResult } from '../../contract/photos.ts';
import { type CodeOf, list, string } from '../../contract/structure.ts';
import type { Int64 } from '../../json/int64.ts';
import { fieldOf, type JsonObject } from '../../json/json-object.ts';
import type { Call, PublicCall, ReportDrift } from '../call/call.ts';
import { bodyOf, codeIn, decode, decodeBody, type Read } from '../decoding/decode.ts';
import { readInt32 } from '../decoding/scalars.ts';
import { elementsOf, isLike } from '../decoding/unwrap.ts';
import { deleted, done, doneOr } from '../decoding/write-result.ts';
import type { OutgoingPhoto } from '../request.ts';

/** One stored size of a photo. */
export interface PhotoVariant {
  /** A code of `SizeClass`; null when the service does not say. */
  readonly sizeClass: Read<typeof Image>['SizeClass'];
  /** Its number, also one that the contract does not have. */
  readonly sizeClassCode: number | null;
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
export const getPhotoSpecs = (call: PublicCall, categoryId: Int64, sectionId: Int64) =>
  call('getPhotoSpecs', { query: { categoryid: categoryId, sectionid: sectionId } }, bodyOf(PhotoSpecs));

/** An image with the position of its photo in the list that it came in. */
interface PlacedImage {
  readonly image: JsonObject;
  readonly position: number;
  /** True when it stands in that list itself, and not in a list of sizes. */
  readonly isFlat: boolean;
}

/** Null for one below 0 too, which is no place. */
const indexOf = ({ image }: PlacedImage): number | null => {
  const index = readInt32(fieldOf(image, 'Index'));
  return index === null || index < 0 ? null : index;
};

const placedImages = (elements: readonly unknown[], reportOdd: () => void): readonly PlacedImage[] =>
  elements.flatMap((element, position) =>
    (elementsOf(Image, element) ?? [element]).flatMap((image) => {
      if (isLike(Image, image)) return [{ image, position, isFlat: !Array.isArray(element) }];
      reportOdd();
      return [];
    }),
  );

/** The images of each photo, every one with the index of the photo. */
const photosIn = (images: readonly PlacedImage[]): readonly (readonly JsonObject[])[] => {
  const areIndexed = images.every((image) => indexOf(image) !== null);
  const photos = new Map<string, PlacedImage[]>();
  for (const image of images) {
    const index = areIndexed || image.isFlat ? indexOf(image) : null;
    const key = index === null ? `position ${image.position}` : `index ${index}`;
    photos.set(key, [...(photos.get(key) ?? []), image]);
  }
  const all = [...photos.values()].map((sizes) => ({
    images: sizes.map(({ image }) => image),
    position: sizes[0]?.position ?? 0,
    index: sizes.map(indexOf).find((index) => index !== null) ?? null,
  }));
  // Those that have an index tell from which number the service counts.
  const counted = all.find(({ index }) => index !== null);
  const base = counted === undefined ? 0 : (counted.index ?? 0) - counted.position;
  const indexes = all.map(({ position, index }) => index ?? position + base);
  // Of two photos with one index, whoever deletes the one would delete the other.
  const areIndexes = new Set(indexes).size === all.length && indexes.every((index) => index >= 0);
  return all.map((photo, at) =>
    photo.images.map((image) => ({ ...image, Index: areIndexes ? indexes[at] : photo.position })),
  );
};

const isEmpty = (element: unknown): boolean => Array.isArray(element) && element.length === 0;

/**
 * Reads `ListingDefinition.Images`: an inner list holds the sizes of one photo. Every image that is read has the index of its photo.
 *
 * Assumption: R16. Where every image has an `Index`, that alone groups them; a flat list is grouped by it too.
 *
 * Assumption: R17. The index of a photo without one is its position, counted also over what cannot be read.
 *
 * @returns null when there are none to read
 */
export const readImages = (json: unknown, drift: ReportDrift): readonly (readonly Read<typeof Image>[])[] | null => {
  if (json === null) return null;
  const path = 'ListingDefinition.Images';
  const elements = elementsOf(list(Image), json) ?? [json];
  const images = placedImages(elements, () => drift({ path, problem: 'unreadable' }));
  const isOdd = images.length === 0 && !elements.every(isEmpty);
  return isOdd ? null : decode(list(list(Image)), photosIn(images), drift, path);
};

/**
 * Reads `ItemDetail.ImageUrls`.
 *
 * Assumption: R17. An empty text holds the place of what cannot be read, for the position of a URL is the index of its photo.
 *
 * @returns null when there is no URL to read
 */
export const readImageUrls = (json: unknown, drift: ReportDrift): readonly string[] | null => {
  const elements = json === null ? null : elementsOf(string, json);
  const urls = elements?.map((url) => (typeof url === 'string' ? url.trim() : '')) ?? [];
  if (elements?.some((url) => typeof url !== 'string')) drift({ path: 'ItemDetail.ImageUrls', problem: 'unreadable' });
  return elements === null || (elements.length > 0 && urls.every((url) => url === '')) ? null : urls;
};

type Sizes = readonly Read<typeof Image>[];

const hasFlag = (sizes: Sizes, flag: boolean): boolean => sizes.some(({ Main }) => Main === flag);

/** Makes photos of the images of a definition. `Main` on any size makes the photo the main one, and the others not (assumption R16). */
export const photosOfDefinition = (images: readonly Sizes[] | null): readonly ListingPhoto[] =>
  (images ?? []).map((sizes, position, all) => ({
    index: sizes[0]?.Index ?? position,
    isMain: hasFlag(sizes, true) || (hasFlag(sizes, false) || all.some((each) => hasFlag(each, true)) ? false : null),
    variants: sizes.flatMap((size) =>
      size.Url === null ? [] : [{ sizeClass: size.SizeClass, sizeClassCode: codeIn(size, 'SizeClass'), url: size.Url }],
    ),
  }));

/**
 * Makes photos of `ItemDetail.ImageUrls`.
 *
 * Assumption: R17. The index is the position, the URL is that of the full size, and which is the main one is not said.
 */
export const photosOfDetail = (urls: Read<typeof ItemDetail>['ImageUrls']): readonly ListingPhoto[] =>
  (urls ?? []).flatMap((url, index) =>
    url === '' ? [] : [{ index, isMain: null, variants: [{ sizeClass: 0, sizeClassCode: 0, url }] }],
  );

export type { OutgoingPhoto, PhotoType } from '../request.ts';

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
export const uploadPhoto = (call: Call, id: Int64, photo: OutgoingPhoto) =>
  call('uploadPhoto', { path: { id }, photo }, doneOr(readResult, Object.keys(UploadPhotoResult.fields)));

/**
 * Deletes a photo: `DELETE /v1/listings/{id}/photos/{index}`. The indices after it move, so it is never sent twice
 * (assumption R31).
 *
 * @param index 0-based
 */
export const deletePhoto = (call: Call, id: Int64, index: number) =>
  call('deletePhoto', { path: { id, index } }, deleted);

/**
 * Turns a photo by a quarter: `POST /v1/listings/{id}/photos/{index}/rotate`. It is never sent twice.
 *
 * @param index 0-based
 */
export const rotatePhoto = (call: Call, id: Int64, index: number, dir: CodeOf<typeof RotateDirection>) =>
  call('rotatePhoto', { path: { id, index }, query: { dir } }, done);

/**
 * Makes a photo the main one of its listing: `POST /v1/listings/{id}/photos/{index}/setdefault`.
 *
 * @param index 0-based
 */
export const setDefaultPhoto = (call: Call, id: Int64, index: number) =>
  call('setDefaultPhoto', { path: { id, index } }, done);
