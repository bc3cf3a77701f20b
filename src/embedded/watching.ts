/** Watching listings: POST /v1/listings/{id}/watch and /unwatch, GET /v1/user/watchedlistings. */
import type { Handler } from './endpoint-handler.ts';
import { findListingResults } from './listing-results.ts';
import { getVisibleListing } from './listing-visibility.ts';
import { readPage } from './paging.ts';

/** POST /v1/listings/{id}/watch. Watching again changes nothing; 404 for a listing the caller may not see. */
export const watchListing: Handler<'watchListing'> = ({ path, caller }, service) => {
  const listing = getVisibleListing(service, caller.userId, path.id);
  service.database.run(
    'INSERT INTO watches (user_id, listing_id, watched_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    [caller.userId, listing.id, service.now()],
  );
};

/** POST /v1/listings/{id}/unwatch. A listing that is not watched stays so; one that is gone can still be unwatched. */
export const unwatchListing: Handler<'unwatchListing'> = ({ path, caller }, service) => {
  const { changes } = service.database.run('DELETE FROM watches WHERE user_id = ? AND listing_id = ?', [
    caller.userId,
    path.id,
  ]);
  if (changes === 0) getVisibleListing(service, caller.userId, path.id);
};

/** GET /v1/user/watchedlistings: those the caller may still see, watched last first. */
export const listWatchedListings: Handler<'listWatchedListings'> = ({ query, caller }, service) => {
  // Assumption: R23: `first` counts from 1.
  const page = readPage(query.count, query.first, 1);
  const view = { viewerId: caller.userId, now: service.now() };
  return findListingResults(
    service,
    view,
    {
      source: `JOIN watches ON watches.listing_id = listings.id AND watches.user_id = ?
        WHERE deleted_at IS NULL AND (owner_id = ? OR (is_test = 0 AND listings.expires_at > ?))`,
      parameters: [caller.userId, caller.userId, view.now],
      order: 'watches.watched_at DESC, listings.id DESC',
    },
    page,
    null,
  );
};
