/** Photo structures: specification, part 2. */
import { SizeClass } from './codes.ts';
import { boolean, code, int32, string, structure, type Wire } from './structure.ts';

/** One stored size of a photo, in `ListingDefinition.Images`. `Index` is where the photo stands in its listing. */
export const Image = structure('Image', { Index: int32, Main: boolean, SizeClass: code(SizeClass), Url: string });
export type Image = Wire<typeof Image>;

/** Limits for the photos of a listing: counts, and pixels of width and height. */
export const PhotoSpecs = structure('PhotoSpecs', { Max: int32, MaxHeight: int32, MaxWidth: int32, Min: int32 });
export type PhotoSpecs = Wire<typeof PhotoSpecs>;

/** Response to an upload. */
export const UploadPhotoResult = structure('UploadPhotoResult', {
  index: int32,
  largeimageurl: string,
  thumbimageurl: string,
});
