/** `Listing.viewerIsWatching`: whether the caller watches a listing. */
import type { GatewayContext } from '../../core/context.ts';
import { entryWith, type ListingModel } from './listing-model.ts';

/** Returns whether the caller watches a listing: from its list or its entry, else by a call; null without a token. */
export const viewerIsWatching = async (listing: ListingModel, context: GatewayContext): Promise<boolean | null> => {
  // What the service says then is about the gateway's own application.
  if (context.token === null) return null;
  if (listing.isWatching !== null || entryWith(listing, ['IsWatched']) !== null) return listing.isWatching;
  const info = await context.loaders.listingViewerInfoById.load(listing.id);
  return info === null ? null : info.IsWatching;
};
