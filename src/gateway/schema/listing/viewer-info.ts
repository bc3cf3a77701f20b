/** What a listing is to the caller: `Listing.viewerInfo`, `viewerIsOwner` and `viewerIsWatching`. */
import type { ListingUserInfo, UserThread } from '../../../contract/listings.ts';
import type { Int64 } from '../../../json/int64.ts';
import { writtenIn, type Read } from '../../../rest/decoding/decode.ts';
import { readProfile } from '../../../rest/decoding/untyped-fields.ts';
import { nullIfNotAllowed } from '../../errors/upstream-errors.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { cacheKey, type Identified } from '../core/node.ts';
import { neverNull, readableList, viewFields, withIds } from '../core/views.ts';
import { type ListingModel, detailOf, entryWith, shortFormOf } from './listing-model.ts';

/** The account that sells, from the detail, else from the short form; null where neither has it. */
const sellerOf = async (listing: ListingModel, context: GatewayContext): Promise<Int64 | null> => {
  const detail = await detailOf(listing, context);
  if (detail === null) return null;
  return readProfile(detail.User)?.UserId ?? (await shortFormOf(listing, context))?.SellerID ?? null;
};

/** Returns whether an account is the caller's, or that of a user who shares it; null for a token of no user, and where the service does not say whose it is. */
const isOfCaller = async (account: Int64, { loaders }: GatewayContext): Promise<boolean | null> => {
  const details = await loaders.load('userDetails', 'viewer').catch(nullIfNotAllowed);
  if (details === null) return null;
  const isShared = details.SharedUsers?.some(({ Id, IsGroup }) => Id === account && IsGroup !== true) ?? false;
  if (details.UserID === account || isShared) return true;
  // Who cannot be named may be the one who sells.
  const isNamed = details.SharedUsers?.every(({ Id }) => Id !== null) ?? true;
  return details.UserID === null || !isNamed || writtenIn(details, 'SharedUsers') !== null ? null : false;
};

/** Returns whether a listing is of the caller's account, or of one that shares it; null without a user or a seller. */
export const viewerIsOwner = async (listing: ListingModel, context: GatewayContext): Promise<boolean | null> => {
  if (context.token === null) return null;
  if (listing.list?.isOwn === true) return true;
  const seller = await sellerOf(listing, context);
  return seller === null ? null : isOfCaller(seller, context);
};

/** Returns whether the caller watches a listing: from its list or its entry, else by a call; null without a token. */
export const viewerIsWatching = async (listing: ListingModel, context: GatewayContext): Promise<boolean | null> => {
  // What the service says then is about the gateway's own application.
  if (context.token === null) return null;
  if (listing.isWatching !== null || entryWith(listing, ['IsWatched']) !== null) return listing.isWatching;
  return (await context.loaders.load('listingViewerInfoById', listing.id))?.IsWatching ?? null;
};

type Thread = Identified<Read<typeof UserThread>, 'ThreadID'>;

const thread = viewFields((model: Thread) => model);

const MessageThreadRef = builder.objectRef<Thread>('MessageThread').implement({
  description: 'A conversation about a listing. Upstream `UserThread`.',
  fields: (t) => ({
    id: t.id(cacheKey('MessageThread', 'ThreadID')),
    databaseId: t.exposeID('ThreadID', { nullable: false, description: 'Upstream `ThreadID`.' }),
    userDatabaseId: t.exposeID('UserID', { description: 'Upstream `UserID`.' }),
    lastModifiedAt: t.field(thread.instant('LastModified', 'When it last changed; null if upstream gives no date.')),
    lastModifiedAtText: t.string(thread.unparsed('LastModified')),
  }),
});

export const ListingViewerInfoRef = builder.objectRef<Read<typeof ListingUserInfo>>('ListingViewerInfo').implement({
  description: 'How the caller is related to a listing (messages, watching). Upstream `ListingUserInfo`.',
  fields: (t) => ({
    isWatching: t.exposeBoolean('IsWatching', {
      description: 'Whether the caller watches it, as `Listing.viewerIsWatching` has it too, which may need no call.',
    }),
    receivedMessageCount: t.exposeInt('ReceivedMsgs', {
      description: 'Number of messages that the caller received about it.',
    }),
    unreadMessageCount: t.exposeInt('UnreadMsgs', { description: 'Number of unread messages.' }),
    startedThreads: t.field({
      type: [MessageThreadRef],
      nullable: false,
      description: 'Conversations about it.',
      resolve: (info) =>
        neverNull(() =>
          withIds(readableList(info, 'StartedThreads', 'getListingUserInfo'), 'ThreadID', 'getListingUserInfo'),
        ),
    }),
  }),
});
