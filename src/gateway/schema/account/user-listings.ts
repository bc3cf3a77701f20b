/** The caller's own listings: `User.listings`, and `User.sections` with those of each section. */
import { SortMode, ViewMode } from '../../../contract/codes.ts';
import type { Int64 } from '../../../json/int64.ts';
import type { UserSection } from '../../../rest/decoding/user-sections.ts';
import { readNumericKey } from '../../arguments/global-id.ts';
import { type PageArguments, pageSizes } from '../../paging/page-arguments.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { ListingSortRef, ListingViewModeRef } from '../core/enums.ts';
import { ListingConnectionRef, readListingPage } from '../listing/listing-connection.ts';
import { ownListings } from '../listing/model/connection-prices.ts';
import { listingsOfEntries } from '../listing/model/listing-model.ts';
import { sectionLink } from '../section/section-model.ts';
import { SectionRef } from '../section/section.ts';
import { userSections } from './account-prices.ts';
import { UserRef } from './user.ts';

/** Arguments of the caller's own listings of a section. */
interface OwnListingsArguments extends PageArguments {
  readonly text?: string | null | undefined;
  readonly sort: (typeof SortMode)[keyof typeof SortMode];
  readonly view: (typeof ViewMode)[keyof typeof ViewMode];
}

/** Reads a page of the caller's own listings of a section. `GET /v1/user/listings` */
const readOwnListings = (section: Int64, args: OwnListingsArguments, context: GatewayContext) => {
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

/** Arguments of a connection that can be read from either end. */
export const pageArguments = builder.args((t) => ({
  first: t.int({ description: 'Number of entries from the start, or after `after`.' }),
  after: t.string({ description: 'Return entries after this cursor.' }),
  last: t.int({ description: 'Number of entries from the end, or before `before`.' }),
  before: t.string({ description: 'Return entries before this cursor.' }),
}));

/** Arguments of the caller's own listings: a page, a filter and an order. */
const ownListingsArguments = builder.args((t) => ({
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

builder.objectField(UserRef, 'listings', (t) =>
  t.field({
    type: ListingConnectionRef,
    description: `The caller's listings of one section. ${pageSizes}`,
    price: ownListings,
    args: {
      sectionId: t.arg.id({ required: true, description: 'Global id or key of the section; upstream needs one.' }),
      ...ownListingsArguments,
    },
    resolve: (_viewer, args, context) =>
      readOwnListings(readNumericKey('Section', 'sectionId', args.sectionId), args, context),
  }),
);

const UserSectionRef = builder.objectRef<UserSection>('UserSection').implement({
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

builder.objectField(UserRef, 'sections', (t) =>
  t.field({
    type: [UserSectionRef],
    description: 'Sections in which the caller has listings.',
    price: userSections,
    resolve: (_viewer, _args, { loaders }) => loaders.load('userSections', 'viewer'),
  }),
);
