/** `Listing.viewerIsOwner`: whose a listing is. */
import { UpstreamForbiddenError, UpstreamUnauthenticatedError } from '../../upstream/errors.ts';
import type { Int64 } from '../../upstream/int64.ts';
import { readProfile } from '../../upstream/loose-account.ts';
import type { GatewayContext } from '../context.ts';
import { detailOf, type ListingModel } from './listing-model.ts';

/** The account that sells, as the detail tells, else the short form; null where neither does. */
const sellerOf = async (listing: ListingModel, context: GatewayContext): Promise<Int64 | null> => {
  const detail = await detailOf(listing, context);
  if (detail === null) return null;
  const id = readProfile(detail.User)?.UserId ?? null;
  if (id !== null) return id;
  const mini = await context.loaders.listingPreview.load({ id: listing.id, agentId: null });
  return mini?.SellerID ?? null;
};

/** The caller's account and the users who share it; null for a token that is no user's. */
const accountsOfCaller = async ({ loaders }: GatewayContext): Promise<ReadonlySet<Int64 | null> | null> => {
  try {
    const { UserID, SharedUsers } = await loaders.userDetails.load('viewer');
    return new Set([UserID, ...(SharedUsers ?? []).flatMap(({ Id, IsGroup }) => (IsGroup === true ? [] : [Id]))]);
  } catch (error) {
    if (error instanceof UpstreamUnauthenticatedError || error instanceof UpstreamForbiddenError) return null;
    throw error;
  }
};

/** Whether a listing is of the caller's account, or of one that shares it; null without a user or a seller. */
export const viewerIsOwner = async (listing: ListingModel, context: GatewayContext): Promise<boolean | null> => {
  if (context.token === null) return null;
  if (listing.list?.isOwn === true) return true;
  const seller = await sellerOf(listing, context);
  if (seller === null) return null;
  const accounts = await accountsOfCaller(context);
  return accounts === null ? null : accounts.has(seller);
};
