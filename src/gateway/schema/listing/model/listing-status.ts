/** The status of a listing: whether it can still be seen, by its short form. */
import type { ItemMiniData } from '../../../../contract/listings.ts';
import type { Read } from '../../../../upstream/decoding/decode.ts';

/** Whether a listing can still be seen, and if not, why. */
export type ListingStatus = 'AVAILABLE' | 'DELETED' | 'NOT_FOUND';

/** Reads the status: a listing is available unless the service calls it deleted or not found. */
export const listingStatus = ({ ItemDeleted, ItemFound }: Read<typeof ItemMiniData>): ListingStatus => {
  if (ItemDeleted === true) return 'DELETED';
  return ItemFound === false ? 'NOT_FOUND' : 'AVAILABLE';
};
