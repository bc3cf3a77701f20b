/** The status of a listing: whether it can still be seen, by its short form. */
import type { ItemMiniData } from '../../../../contract/listings.ts';
import type { Read } from '../../../../upstream/decoding/decode.ts';

/** True if a listing can still be seen. */
export type ListingStatus = 'AVAILABLE' | 'DELETED' | 'NOT_FOUND';

/** The status; a listing that the service neither calls deleted nor says it did not find is available. */
export const listingStatus = ({ ItemDeleted, ItemFound }: Read<typeof ItemMiniData>): ListingStatus => {
  if (ItemDeleted === true) return 'DELETED';
  return ItemFound === false ? 'NOT_FOUND' : 'AVAILABLE';
};
