/** The short form of a listing (`ItemMiniData`) as a source of values that other views may lack. */
import type { ItemMiniData } from '../../../../contract/listings.ts';
import { hasCode, kindOf } from '../../../../upstream/call/failure.ts';
import type { Read } from '../../../../upstream/decoding/decode.ts';
import type { GatewayContext } from '../../core/context.ts';
import { type ListingModel, readDetail } from './listing-model.ts';

/** The short form; null when there is none for the caller. `GET /v1/listings/{id}/mini` */
export const shortFormOf = async (
  listing: ListingModel,
  context: GatewayContext,
): Promise<Read<typeof ItemMiniData> | null> => {
  try {
    return await context.loaders.listingPreview.load({ id: listing.id, agentId: null });
  } catch (error) {
    if (kindOf(error) === 'forbidden' || kindOf(error) === 'rejected') return null;
    // A caller who may not read the detail either gets that error.
    if (hasCode(error, 'UNAUTHENTICATED')) return readDetail(listing, context, () => null);
    throw error;
  }
};
