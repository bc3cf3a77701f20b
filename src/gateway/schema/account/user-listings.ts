/** The listings of the caller, with the arguments of a search: their own ones by section (`UserSection`), and those that they watch. */
import type { InputShapeFromFields } from '@pothos/core';
import { SortMode, ViewMode } from '../../../contract/codes.ts';
import type { Int64 } from '../../../json/int64.ts';
import type { UserSection } from '../../../rest/endpoints/user.ts';
import type { WatchedListing } from '../../../rest/endpoints/watching.ts';
import { pageSizes } from '../../paging/page-arguments.ts';
import { keyOf, type Price } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { pageArguments } from '../core/connection.ts';
import type { GatewayContext } from '../core/context.ts';
import { ListingSortRef, ListingViewModeRef } from '../core/enums.ts';
import { ListingConnectionRef, listingPage, readListingPage } from '../listing/listing-connection.ts';
import { listingLink, type ListingModel, listingsOfEntries } from '../listing/listing-model.ts';
import { sectionLink, SectionRef } from '../section/section-category.ts';

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

/** Reads a page of the caller's own listings of a section. `GET /v1/user/listings` */
export const readOwnListings = (
  section: Int64,
  args: InputShapeFromFields<typeof ownListingsArguments>,
  context: GatewayContext,
) => {
  const { text, sort, view } = args;
  const filter = text == null || text === '' ? {} : { filter: text };
  const list = `user-listings ${JSON.stringify([section, filter, sort, view])}`;
  return readListingPage(
    list,
    'listUserListings',
    args,
    (first, count) =>
      context.loaders.load('userListings', { section, first, count, ...filter, sortmode: sort, viewmode: view }),
    (entries) =>
      listingsOfEntries(entries, {
        isOwn: true,
        ownSection: section,
        isExpired: view === ViewMode.ShowExpired ? true : null,
      }),
  );
};

const ownPage = listingPage('listUserListings', ['own']);

/** Price of a page of the caller's own listings. */
export const ownListings: Price = (visit) => {
  const { subject, args } = visit;
  const page = ownPage(visit);
  if (args['view'] === ViewMode.ShowExpired) return page;
  const identity = args['sectionId'] === undefined ? subject.identity : `section ${keyOf(args['sectionId'])}`;
  return { ...page, ownLists: { identity, count: subject.count } };
};

/** `UserSection`. */
export const UserSectionRef = builder.objectRef<UserSection>('UserSection').implement({
  description: 'A section in which the caller has listings.',
  fields: (t) => ({
    section: t.field({
      type: SectionRef,
      description: 'The section.',
      resolve: ({ sectionId, name }) => sectionLink(sectionId, name),
    }),
    label: t.exposeString('name', { description: 'Upstream `SectionNames`.' }),
    expiredCount: t.exposeInt('expiredCount', {
      description: "Number of expired listings; null if upstream's arrays do not match.",
    }),
    listings: t.field({
      type: ListingConnectionRef,
      description: `The caller's listings in this section. ${pageSizes}`,
      price: ownListings,
      args: ownListingsArguments,
      resolve: ({ sectionId }, args, context) =>
        sectionId === null ? null : readOwnListings(sectionId, args, context),
    }),
  }),
});

/**
 * Data of a watched listing; null when it says that the listing is not watched.
 *
 * Assumption: R36.
 */
export const watchedListingOf = (id: Int64, watched: WatchedListing): ListingModel | null => {
  if (watched.kind === 'item') {
    const entry = { ...watched.item, PKID: watched.item.PKID ?? id };
    return listingsOfEntries([entry], { isWatched: true })[0] ?? null;
  }
  return watched.kind === 'flag' && !watched.isWatched ? null : listingLink(id, true);
};
