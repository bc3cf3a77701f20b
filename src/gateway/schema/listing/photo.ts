/**
 * `Photo` and its stored sizes, the main picture of a listing as the service names it, and `PhotoSpecs`: limits for photos, which
 * depend on section and category.
 */
import { type MaybePromise, chain } from '../../../concurrency/maybe-promise.ts';
import { SizeClass } from '../../../contract/codes.ts';
import type { PhotoSpecs } from '../../../contract/photos.ts';
import { parseInt64 } from '../../../json/int64.ts';
import type { Read } from '../../../rest/decoding/decode.ts';
import type { ListingPhoto } from '../../../rest/endpoints/photos.ts';
import { readNumericKey } from '../../arguments/global-id.ts';
import { nullIfFailed } from '../../errors/upstream-errors.ts';
import { call, keyOf, unlessCached } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { PhotoSizeClassRef } from '../core/enums.ts';
import { entryWith, type ListingModel, mainPicture, readDetail, shortFormOf } from './listing-model.ts';

/** Creates what finds the main picture in one size: in the list entry, else in the short form; null when the service does not say which it is. */
const mainPictureIn =
  (entryField: 'FullImageUrl' | 'ImageUrl', miniField: 'FullPhotoUrl' | 'PhotoUrl') =>
  (listing: ListingModel, context: GatewayContext): MaybePromise<string | null> => {
    const entry = entryWith(listing, [entryField]);
    return entry === null ? shortFormOf(listing, context).then((mini) => mini?.[miniField] ?? null) : entry[entryField];
  };

const namedMainPicture = mainPictureIn('FullImageUrl', 'FullPhotoUrl');

/** The main picture in small size; null when the service reports none. */
export const thumbnailUrlOf = mainPictureIn('ImageUrl', 'PhotoUrl');

/** The main picture in full size: the first photo where the service does not say which is the main one. */
export const imageUrlOf = (listing: ListingModel, context: GatewayContext): MaybePromise<string | null> => {
  const named = namedMainPicture(listing, context);
  if (!(named instanceof Promise)) return named;
  // Assumption: R50. Without the short form there is still a first photo.
  return named
    .catch(nullIfFailed)
    .then(
      (url) => url ?? readDetail(listing, context, ({ ImageUrls }) => ImageUrls?.find((each) => each !== '') ?? null),
    );
};

/** A photo, and the listing that says of it what the photo itself does not. */
interface PhotoModel extends ListingPhoto {
  readonly listing: ListingModel;
}

/** Whether a photo is the main one: as it says itself, else by the place of the main picture among the photos of the listing. */
const isMainOf = ({ isMain, listing, index }: PhotoModel, context: GatewayContext): MaybePromise<boolean | null> =>
  isMain ??
  chain(namedMainPicture(listing, context), (main) =>
    readDetail(listing, context, ({ ImageUrls }) => {
      const place = main === null ? undefined : ImageUrls?.indexOf(main);
      return place === undefined || place < 0 ? null : place === index;
    }),
  );

const thumbnailOf = (photo: PhotoModel, context: GatewayContext): MaybePromise<string | null> =>
  urlOfSize(photo, SizeClass.ThumbSize) ??
  chain(isMainOf(photo, context), (isMain) => (isMain === true ? thumbnailUrlOf(photo.listing, context) : null));

type PhotoVariant = ListingPhoto['variants'][number];

/** Where a size of a photo is; null when there is none. */
export const urlOfSize = (
  { variants }: Pick<ListingPhoto, 'variants'>,
  sizeClass: PhotoVariant['sizeClass'],
): string | null => variants.find((variant) => variant.sizeClass === sizeClass)?.url ?? null;

/** The full size, or else the one of which the service does not say which it is: serialisers leave out a 0. */
const fullUrlOf = (photo: PhotoModel): string | null =>
  urlOfSize(photo, SizeClass.FullSize) ??
  photo.variants.find(({ sizeClassCode, sizeClass }) => sizeClassCode === null && sizeClass === null)?.url ??
  null;

const PhotoVariantRef = builder.objectRef<PhotoVariant>('PhotoVariant').implement({
  description: 'One stored size of a photo. Upstream `Image`.',
  fields: (t) => ({
    sizeClass: t.expose('sizeClass', { type: PhotoSizeClassRef, description: 'Which size.' }),
    sizeClassCode: t.exposeInt('sizeClassCode', { description: 'Upstream `SizeClass`, also one unknown here.' }),
    url: t.exposeString('url', { description: 'URL of the picture.' }),
  }),
});

/** What only the main photo has: told by the photo itself or the list entry of its listing, else by the short form and the detail. */
const mainPhoto = unlessCached('main', mainPicture);

export const PhotoRef = builder.objectRef<PhotoModel>('Photo').implement({
  description: 'A photo of a listing. Its index can change whenever a photo is deleted or made the main one.',
  fields: (t) => ({
    index: t.exposeInt('index', { nullable: false, description: 'Index for the photo mutations.' }),
    isMain: t.boolean({
      description:
        'Whether this is the main photo, which represents the listing in lists; null if upstream does not say.',
      price: mainPhoto,
      resolve: (photo, _args, context) => isMainOf(photo, context),
    }),
    url: t.string({ description: 'Full size.', resolve: fullUrlOf }),
    thumbnailUrl: t.string({
      description:
        'Small size. Of `Listing.photos` upstream has only that of the main photo; `ListingDefinition.photos` has those of all.',
      price: mainPhoto,
      resolve: (photo, _args, context) => thumbnailOf(photo, context),
    }),
    variants: t.expose('variants', { type: [PhotoVariantRef], nullable: false, description: 'All stored sizes.' }),
  }),
});

/** The limits of a section and a category; null where one of them is not known. */
export const findPhotoSpecs = (
  sectionKey: string | number | null,
  categoryKey: string | number | null,
  { lookups }: GatewayContext,
) => {
  const section = parseInt64(sectionKey);
  const category = parseInt64(categoryKey);
  return section === null || category === null ? null : lookups.read('photoSpecs', { section, category });
};

export const PhotoSpecsRef = builder.objectRef<Read<typeof PhotoSpecs>>('PhotoSpecs').implement({
  description:
    'Recommended limits for the photos of a listing: scale photos to them before the upload. The gateway forwards larger photos, and the service decides.',
  fields: (t) => ({
    minCount: t.exposeInt('Min', { description: 'Minimum number of photos.' }),
    maxCount: t.exposeInt('Max', { description: 'Maximum number of photos.' }),
    maxWidth: t.exposeInt('MaxWidth', { description: 'Pixels.' }),
    maxHeight: t.exposeInt('MaxHeight', { description: 'Pixels.' }),
  }),
});

builder.queryField('photoSpecs', (t) =>
  t.field({
    type: PhotoSpecsRef,
    description: 'Limits for photos of a listing that is yet to be created.',
    price: (visit) => {
      const { sectionId, categoryId } = visit.args;
      call(visit, 'getPhotoSpecs', `section ${keyOf(sectionId)} category ${keyOf(categoryId)}`);
    },
    args: {
      sectionId: t.arg.id({ required: true, description: 'Global id or key.' }),
      categoryId: t.arg.id({ required: true, description: 'Global id or key.' }),
    },
    resolve: (_root, { sectionId, categoryId }, context) =>
      findPhotoSpecs(
        readNumericKey('Section', 'sectionId', sectionId),
        readNumericKey('Category', 'categoryId', categoryId),
        context,
      ),
  }),
);
