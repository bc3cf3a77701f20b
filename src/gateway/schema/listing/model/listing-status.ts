/** The status of a listing: whether it can still be seen, by its short form. */
import type { ItemMiniData } from '../../../../contract/listings.ts';
import type { Read } from '../../../../upstream/decoding/decode.ts';

/** Whether a listing can still be seen, and if not, why. */
export type ListingStatus = 'AVAILABLE' | 'DELETED' | 'NOT_FOUND' | 'UNKNOWN';

/** Reads the status. Assumption: R50. Where the service sets none of the flags, nothing is claimed. */
export const listingStatus = ({ ItemDeleted, ItemFound }: Read<typeof ItemMiniData>): ListingStatus => {
  if (ItemDeleted === true) return 'DELETED';
  if (ItemFound === null) return 'UNKNOWN';
  return ItemFound ? 'AVAILABLE' : 'NOT_FOUND';
};
