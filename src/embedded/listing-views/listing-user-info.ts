/** The caller's relation to a listing: GET /v1/listings/{id}/userinfo. */
import type { UserThread } from '../../contract/listings.ts';
import { getVisibleListing } from '../listings/listing-access.ts';
import type { Handler, Service } from '../service/service.ts';

/** The conversations about a listing that a user takes part in: all for its owner, their own for others. */
const TAKES_PART = 'listing_id = ? AND (starter_id = ? OR listings.owner_id = ?)';

/** Lists conversations, the one with the latest message first. */
const listThreads = ({ database }: Service, listingId: number, userId: number): UserThread[] =>
  database.list(
    `SELECT threads.id, starter_id, max(sent_at) AS last_sent_at FROM threads
     JOIN listings ON listings.id = listing_id
     LEFT JOIN messages ON thread_id = threads.id
     WHERE ${TAKES_PART} GROUP BY threads.id ORDER BY last_sent_at DESC NULLS LAST, threads.id`,
    [listingId, userId, userId],
    (row) => ({
      LastModified: row.optionalInstant('last_sent_at'),
      ThreadID: row.integer('id'),
      UserID: row.integer('starter_id'),
    }),
  );

const countReceived = ({ database }: Service, listingId: number, userId: number) =>
  database.get(
    `SELECT count(*) AS received, count(*) FILTER (WHERE is_read = 0) AS unread FROM messages
     JOIN threads ON threads.id = thread_id
     JOIN listings ON listings.id = listing_id
     WHERE ${TAKES_PART} AND sender_id <> ?`,
    [listingId, userId, userId, userId],
    (row) => ({ received: row.integer('received'), unread: row.integer('unread') }),
  );

/** GET /v1/listings/{id}/userinfo. `UserID` of a thread is who started it; times are ISO 8601 in UTC. */
export const getListingUserInfo: Handler<'getListingUserInfo'> = ({ path, caller }, service) => {
  const listing = getVisibleListing(service, caller.userId, path.id);
  const { received, unread } = countReceived(service, listing.id, caller.userId);
  return {
    IsWatching: listing.isWatched,
    ReceivedMsgs: received,
    UnreadMsgs: unread,
    StartedThreads: listThreads(service, listing.id, caller.userId),
  };
};
