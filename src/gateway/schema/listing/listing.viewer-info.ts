/** `ListingViewerInfo`: what the caller has to do with a listing. */
import type { ListingUserInfo, UserThread } from '../../../contract/listings.ts';
import type { Read } from '../../../upstream/decoding/decode.ts';
import { readInstant } from '../../../upstream/decoding/instant.ts';
import { globalId } from '../../arguments/global-id.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { readableList } from '../core/readable-list.ts';
import { ListingRef } from './listing.ts';
import { perListing } from './model/listing-prices.ts';

type Thread = Read<typeof UserThread> & { readonly ThreadID: string };

/** A conversation when its id is known; without one it could not be distinguished from others. */
const threadOf = (thread: Read<typeof UserThread>): Thread | null =>
  thread.ThreadID === null ? null : { ...thread, ThreadID: thread.ThreadID };

const MessageThreadRef = builder.objectRef<Thread>('MessageThread').implement({
  description: 'A conversation about a listing. Upstream `UserThread`.',
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description: 'A key for caches, not for `Query.node`.',
      resolve: ({ ThreadID }) => globalId('MessageThread', ThreadID),
    }),
    databaseId: t.exposeID('ThreadID', { nullable: false, description: 'Upstream `ThreadID`.' }),
    userDatabaseId: t.exposeID('UserID', { description: 'Upstream `UserID`.' }),
    lastModifiedAt: t.field({
      type: 'DateTime',
      description: 'When it last changed; null if upstream gives no date.',
      resolve: ({ LastModified }) => readInstant(LastModified),
    }),
    lastModifiedAtText: t.exposeString('LastModified', { description: 'Upstream `LastModified`, unparsed.' }),
  }),
});

const ListingViewerInfoRef = builder.objectRef<Read<typeof ListingUserInfo>>('ListingViewerInfo').implement({
  description: 'How the caller is related to a listing (messages, watching). Upstream `ListingUserInfo`.',
  fields: (t) => ({
    isWatching: t.exposeBoolean('IsWatching', { description: 'Whether the caller watches it.' }),
    receivedMessageCount: t.exposeInt('ReceivedMsgs', {
      description: 'Number of messages that the caller received about it.',
    }),
    unreadMessageCount: t.exposeInt('UnreadMsgs', { description: 'Number of unread messages.' }),
    startedThreads: t.field({
      type: [MessageThreadRef],
      nullable: { list: false, items: false },
      description: 'Conversations about it.',
      resolve: (info) =>
        (readableList(info, 'StartedThreads', 'getListingUserInfo') ?? []).flatMap((thread) => threadOf(thread) ?? []),
    }),
  }),
});

builder.objectField(ListingRef, 'viewerInfo', (t) =>
  t.field({
    type: ListingViewerInfoRef,
    description: "The caller's messages and watch flag for this listing.",
    extensions: priced(perListing('getListingUserInfo')),
    resolve: ({ id }, _args, { loaders }) => loaders.listingViewerInfoById.load(id),
  }),
);
