/** The caller's own listings: GET /v1/user/listings. */
import { SortMode, ViewMode } from '../../contract/codes.ts';
import { readPage } from '../core/paging.ts';
import { foldText } from '../listings/search-text.ts';
import type { Handler } from '../service/endpoint-handler.ts';
import { findListingResults } from './listing-results.ts';

const orders = {
  [SortMode.MostRecent]: 'listings.listed_at DESC, listings.id DESC',
  [SortMode.PriceLow]: 'price_cents ASC NULLS LAST, listings.id',
  [SortMode.PriceHigh]: 'price_cents DESC NULLS LAST, listings.id',
  [SortMode.ItemAlpha]: 'title_key, listings.id',
} as const;

/**
 * GET /v1/user/listings: those of one section, active, expired and test ones alike; `viewmode` 1 keeps the expired ones.
 * `filter` finds part of the title, the description or the owner's reference, whatever its letter case.
 */
export const listUserListings: Handler<'listUserListings'> = ({ query, caller }, service) => {
  // Assumption: R23: `first` counts from 1.
  const page = readPage(query.count, query.first, 1);
  const view = { viewerId: caller.userId, now: service.now() };
  const text = foldText(query.filter ?? '');
  const onlyExpired = query.viewmode === ViewMode.ShowExpired;
  return findListingResults(
    service,
    view,
    {
      source: `WHERE owner_id = ? AND listings.section_id = ? AND deleted_at IS NULL
        ${onlyExpired ? 'AND listings.expires_at <= ?' : ''} ${text === '' ? '' : 'AND instr(search_text, ?) > 0'}`,
      parameters: [caller.userId, query.section, ...(onlyExpired ? [view.now] : []), ...(text === '' ? [] : [text])],
      order: orders[query.sortmode ?? SortMode.MostRecent],
    },
    page,
    query.section,
  );
};
