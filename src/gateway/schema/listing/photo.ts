/** `Photo` and its stored sizes. */

import { chain, type MaybePromise } from '../../../concurrency/maybe-promise.ts';
import { SizeClass } from '../../../contract/codes.ts';
import { type ListingPhoto, photosOfDetail } from '../../../upstream/endpoints/photos.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { PhotoSizeClassRef } from '../core/enums.ts';
import type { ListingModel } from './model/listing-model.ts';
import { mainPhoto } from './model/listing-prices.ts';
import { namedMainPicture } from './model/main-picture.ts';

/** A photo of a listing, also where finding out whether it is the main one takes a call. */
export interface PhotoModel extends Omit<ListingPhoto, 'isMain'> {
  readonly isMain: boolean | null | (() => MaybePromise<boolean | null>);
}

/** The photos of a listing by their places. Which is the main one is found out by its address, when somebody asks. */
export const photosOf = (listing: ListingModel, urls: readonly string[], context: GatewayContext): PhotoModel[] =>
  photosOfDetail(urls).map((photo) => ({
    ...photo,
    isMain: () =>
      chain(namedMainPicture(listing, context), (main) =>
        main === null || !urls.includes(main) ? null : urls.indexOf(main) === photo.index,
      ),
  }));

type PhotoVariant = ListingPhoto['variants'][number];

/** Where a size of a photo is; null when there is none. */
export const urlOfSize = (
  { variants }: Pick<ListingPhoto, 'variants'>,
  sizeClass: PhotoVariant['sizeClass'],
): string | null => variants.find((variant) => variant.sizeClass === sizeClass)?.url ?? null;

const PhotoVariantRef = builder.objectRef<PhotoVariant>('PhotoVariant').implement({
  description: 'One stored size of a photo. Upstream `Image`.',
  fields: (t) => ({
    sizeClass: t.expose('sizeClass', { type: PhotoSizeClassRef, description: 'Which size.' }),
    sizeClassCode: t.exposeInt('sizeClassCode', { description: 'Upstream `SizeClass`, also one unknown here.' }),
    url: t.exposeString('url', { description: 'URL of the picture.' }),
  }),
});

/** `Photo`. */
export const PhotoRef = builder.objectRef<PhotoModel>('Photo').implement({
  description: 'A photo of a listing. Its index can change whenever a photo is deleted or made the main one.',
  fields: (t) => ({
    index: t.exposeInt('index', { nullable: false, description: 'Index for the photo mutations.' }),
    isMain: t.boolean({
      description:
        'Whether this is the main photo, which represents the listing in lists; null if upstream does not say.',
      extensions: priced(mainPhoto),
      resolve: ({ isMain }) => (typeof isMain === 'function' ? isMain() : isMain),
    }),
    url: t.string({ description: 'Full size.', resolve: (photo) => urlOfSize(photo, SizeClass.FullSize) }),
    thumbnailUrl: t.string({
      description: 'Small size; null if upstream has none.',
      resolve: (photo) => urlOfSize(photo, SizeClass.ThumbSize),
    }),
    variants: t.field({
      type: [PhotoVariantRef],
      nullable: { list: false, items: false },
      description: 'All stored sizes.',
      resolve: ({ variants }) => [...variants],
    }),
  }),
});
