/** Watching listings: one, several, the list of those watched and one of them. */
import type { WireInt64 } from '../../contract/structure.ts';
import type { WatchItem } from '../../contract/watching.ts';
import { readPage } from '../core/field-rules.ts';
import { badRequest, notFound } from '../core/refusal.ts';
import { describeListItem, findListingResults } from '../listing-views/user-listings.ts';
import { getVisibleListing } from '../listings/listing-access.ts';
import type { Handler, Service } from '../service/service.ts';
import { readItems } from './multi-listing.ts';

const watch = (service: Service, userId: number, id: WireInt64): void => {
  const listing = getVisibleListing(service, userId, id);
  service.database.run(
    'INSERT INTO watches (user_id, listing_id, watched_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    [userId, listing.id, service.now()],
  );
};

const unwatch = (service: Service, userId: number, id: WireInt64): void => {
  const { changes } = service.database.run('DELETE FROM watches WHERE user_id = ? AND listing_id = ?', [userId, id]);
  if (changes === 0) getVisibleListing(service, userId, id);
};

/** POST /v1/listings/{id}/watch. Watching again changes nothing; 404 for a listing the caller may not see. */
export const watchListing: Handler<'watchListing'> = ({ path, caller }, service) =>
  watch(service, caller.userId, path.id);

/** POST /v1/listings/{id}/unwatch. A listing that is not watched stays so; one that is gone can still be unwatched. */
export const unwatchListing: Handler<'unwatchListing'> = ({ path, caller }, service) =>
  unwatch(service, caller.userId, path.id);

/**
 * Reads the ids of a request to watch or unwatch several listings.
 *
 * @throws Refusal 400 for an item without id, 404 for a listing that is in another section than its item says
 */
const readWatchItems = ({ database }: Service, body: readonly WatchItem[]): WireInt64[] => {
  const ids = body.map(({ ItemId, SectionId }, index) => {
    if (ItemId === null) throw badRequest(`Body field '[${index}].ItemId' is required.`);
    if (SectionId === null || SectionId === 0) return ItemId;
    const isElsewhere = database.has('SELECT 1 FROM listings WHERE id = ? AND section_id <> ?', [ItemId, SectionId]);
    if (isElsewhere) throw notFound(`There is no listing ${ItemId} in section ${SectionId}.`);
    return ItemId;
  });
  return readItems(ids, 'The body');
};

/** POST /v1/listings/watchmulti: all of them, or none when one cannot be watched. */
export const watchListings: Handler<'watchListings'> = ({ body, caller }, service) =>
  service.database.transaction(() => {
    for (const id of readWatchItems(service, body)) watch(service, caller.userId, id);
  });

/** POST /v1/listings/unwatchmulti: all of them, or none when one is neither watched nor to be seen. */
export const unwatchListings: Handler<'unwatchListings'> = ({ body, caller }, service) =>
  service.database.transaction(() => {
    for (const id of readWatchItems(service, body)) unwatch(service, caller.userId, id);
  });

/**
 * GET /v1/user/watchedlistings, watched last first. Only the watcher ends a watch: a listing that has expired stays in the
 * list, and one that is deleted leaves it. Test listings are watched by their editors alone.
 */
export const listWatchedListings: Handler<'listWatchedListings'> = ({ query, caller }, service) => {
  // Assumption: R23: `first` counts from 1.
  const page = readPage(query.count, query.first, 1);
  return findListingResults(
    service,
    caller.userId,
    {
      source: `JOIN watches ON watches.listing_id = listings.id AND watches.user_id = ?
        WHERE deleted_at IS NULL`,
      parameters: [caller.userId],
      order: 'watches.watched_at DESC, listings.id DESC',
    },
    page,
    null,
  );
};

/** GET /v1/user/watchedlisting/{id}: 404 for a listing that the caller does not watch, or that is deleted. */
export const getWatchedListing: Handler<'getWatchedListing'> = ({ path, caller }, service) => {
  const listing = getVisibleListing(service, caller.userId, path.id);
  if (!listing.isWatched) throw notFound(`You do not watch the listing ${path.id}.`);
  // Assumption: R36: the entry that the list of watched listings has.
  return describeListItem(service, listing);
};
