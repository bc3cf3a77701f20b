/** Pages of the caller's own listings: their arguments, and reading one. */
import { SortMode, ViewMode } from '../../../contract/codes.ts';
import type { Int64 } from '../../../json/int64.ts';
import type { PageArguments } from '../../arguments/paging.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { ListingSortRef, ListingViewModeRef } from '../core/enums.ts';
import { readListingPage } from '../listing/listing-connection.ts';
import { listingsOfEntries } from '../listing/model/listing-model.ts';

/** Arguments of the caller's own listings of a section. */
interface OwnListingsArguments extends PageArguments {
  readonly text?: string | null | undefined;
  readonly sort: (typeof SortMode)[keyof typeof SortMode];
  readonly view: (typeof ViewMode)[keyof typeof ViewMode];
}

/** Reads a page of the caller's own listings of a section. `GET /v1/user/listings` */
export const readOwnListings = (section: Int64, args: OwnListingsArguments, context: GatewayContext) => {
  const { text, sort, view } = args;
  const filter = text == null || text === '' ? {} : { filter: text };
  const list = `user-listings ${JSON.stringify([section, filter, sort, view])}`;
  return readListingPage(
    list,
    'listUserListings',
    args,
    (first, count) =>
      context.loaders.userListings.load({ section, first, count, ...filter, sortmode: sort, viewmode: view }),
    (entries) =>
      listingsOfEntries(entries, {
        isOwn: true,
        ownSection: section,
        isExpired: view === ViewMode.ShowExpired ? true : null,
      }),
  );
};

/** Arguments of a connection that can be read from either end. */
export const pageArguments = builder.args((t) => ({
  first: t.int({ description: 'Number of entries from the start, or after `after`.' }),
  after: t.string({ description: 'Return entries after this cursor.' }),
  last: t.int({ description: 'Number of entries from the end, or before `before`.' }),
  before: t.string({ description: 'Return entries before this cursor.' }),
}));

/** Arguments of the caller's own listings: a page, a filter and an order. */
export const ownListingsArguments = builder.args((t) => ({
  ...pageArguments,
  text: t.string({ description: 'Text that the listing must contain.' }),
  sort: t.field({
    type: ListingSortRef,
    required: true,
    defaultValue: SortMode.MostRecent,
    description: 'Order of the listings.',
  }),
  view: t.field({
    type: ListingViewModeRef,
    required: true,
    defaultValue: ViewMode.ShowAll,
    description: 'All listings, or only expired ones.',
  }),
}));
