/** The main picture of a listing, as the service itself names it: in list entries and in the short form. */
import type { ItemMiniData } from '../../contract/listings.ts';
import type { Read } from '../../upstream/decode.ts';
import { UpstreamForbiddenError, UpstreamRejectedError, UpstreamUnauthenticatedError } from '../../upstream/errors.ts';
import type { GatewayContext } from '../context.ts';
import { chain, type MaybePromise } from '../maybe-promise.ts';
import { entryWith, type ListingModel, readDetail } from './listing-model.ts';

/** The short form; null when there is none for the caller. `GET /v1/listings/{id}/mini` */
const shortFormOf = async (
  listing: ListingModel,
  context: GatewayContext,
): Promise<Read<typeof ItemMiniData> | null> => {
  try {
    return await context.loaders.listingPreview.load({ id: listing.id, agentId: null });
  } catch (error) {
    if (error instanceof UpstreamForbiddenError || error instanceof UpstreamRejectedError) return null;
    // A caller who may not read the detail either is told so.
    if (error instanceof UpstreamUnauthenticatedError) return readDetail(listing, context, () => null);
    throw error;
  }
};

/** The main picture in full size; null when the service does not say which it is. */
export const namedMainPicture = (listing: ListingModel, context: GatewayContext): MaybePromise<string | null> => {
  const entry = entryWith(listing, ['FullImageUrl']);
  return entry === null ? shortFormOf(listing, context).then((mini) => mini?.FullPhotoUrl ?? null) : entry.FullImageUrl;
};

/** The main picture in full size: the first photo where the service does not say which is the main one. */
export const imageUrlOf = (listing: ListingModel, context: GatewayContext): MaybePromise<string | null> => {
  const entry = entryWith(listing, ['FullImageUrl']);
  if (entry !== null) return entry.FullImageUrl;
  return chain(
    namedMainPicture(listing, context),
    (url) => url ?? readDetail(listing, context, ({ ImageUrls }) => ImageUrls?.[0] ?? null),
  );
};

/** The main picture in small size; null when the service tells of none. */
export const thumbnailUrlOf = (listing: ListingModel, context: GatewayContext): MaybePromise<string | null> => {
  const entry = entryWith(listing, ['ImageUrl']);
  return entry === null ? shortFormOf(listing, context).then((mini) => mini?.PhotoUrl ?? null) : entry.ImageUrl;
};
