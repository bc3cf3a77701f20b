/** `Listing.viewerIsOwner`: whose a listing is. */

import type { Int64 } from '../../../../json/int64.ts';
import { hasCode } from '../../../../upstream/call/failure.ts';
import { readProfile } from '../../../../upstream/decoding/untyped-profiles.ts';
import type { GatewayContext } from '../../core/context.ts';
import { detailOf, type ListingModel } from './listing-model.ts';
import { shortFormOf } from './short-form.ts';

/** The account that sells, from the detail, else from the short form; null where neither has it. */
const sellerOf = async (listing: ListingModel, context: GatewayContext): Promise<Int64 | null> => {
  const detail = await detailOf(listing, context);
  if (detail === null) return null;
  const id = readProfile(detail.User)?.UserId ?? null;
  if (id !== null) return id;
  const mini = await shortFormOf(listing, context);
  return mini?.SellerID ?? null;
};

/** Returns whether an account is the caller's, or that of a user who shares it; null for a token of no user, and where the service does not say whose it is. */
const isOfCaller = async (account: Int64, { loaders }: GatewayContext): Promise<boolean | null> => {
  try {
    const { UserID, SharedUsers } = await loaders.userDetails.load('viewer');
    if (SharedUsers?.some(({ Id, IsGroup }) => Id === account && IsGroup !== true) === true) return true;
    return UserID === null ? null : UserID === account;
  } catch (error) {
    if (hasCode(error, 'UNAUTHENTICATED', 'FORBIDDEN')) return null;
    throw error;
  }
};

/** Returns whether a listing is of the caller's account, or of one that shares it; null without a user or a seller. */
export const viewerIsOwner = async (listing: ListingModel, context: GatewayContext): Promise<boolean | null> => {
  if (context.token === null) return null;
  if (listing.list?.isOwn === true) return true;
  const seller = await sellerOf(listing, context);
  return seller === null ? null : isOfCaller(seller, context);
};
