/** The main picture of a listing, as the service itself names it: in list entries and in the short form. */

import type { MaybePromise } from '../../../../concurrency/maybe-promise.ts';
import { nullIfFailed } from '../../../errors/null-if-failed.ts';
import type { GatewayContext } from '../../core/context.ts';
import { entryWith, type ListingModel, readDetail } from './listing-model.ts';
import { shortFormOf } from './short-form.ts';

/** The main picture in full size; null when the service does not say which it is. */
export const namedMainPicture = (listing: ListingModel, context: GatewayContext): MaybePromise<string | null> => {
  const entry = entryWith(listing, ['FullImageUrl']);
  return entry === null ? shortFormOf(listing, context).then((mini) => mini?.FullPhotoUrl || null) : entry.FullImageUrl;
};

/** The main picture in full size: the first photo where the service does not say which is the main one. */
export const imageUrlOf = (listing: ListingModel, context: GatewayContext): MaybePromise<string | null> => {
  const entry = entryWith(listing, ['FullImageUrl']);
  if (entry !== null) return entry.FullImageUrl;
  // Assumption: R50. Without the short form there is still a first photo.
  return shortFormOf(listing, context)
    .catch(nullIfFailed)
    .then(
      (mini) =>
        mini?.FullPhotoUrl ||
        readDetail(listing, context, ({ ImageUrls }) => ImageUrls?.find((url) => url !== '') ?? null),
    );
};

/** The main picture in small size; null when the service reports none. */
export const thumbnailUrlOf = (listing: ListingModel, context: GatewayContext): MaybePromise<string | null> => {
  const entry = entryWith(listing, ['ImageUrl']);
  return entry === null ? shortFormOf(listing, context).then((mini) => mini?.PhotoUrl || null) : entry.ImageUrl;
};
