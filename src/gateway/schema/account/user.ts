/** `User`: the caller's own account, read only as far as its fields need, with its listings by section (`UserSection`), and `Query.viewer`. */
import type { InputShapeFromFields } from '@pothos/core';
import { SortMode, ViewMode, InvoiceType } from '../../../contract/codes.ts';
import { type Int64, isNoId } from '../../../json/int64.ts';
import { hasCode } from '../../../rest/call/failure.ts';
import type { UserSection } from '../../../rest/endpoints/user.ts';
import type { WatchedListing } from '../../../rest/endpoints/watching.ts';
import { globalId, readNumericKey } from '../../arguments/global-id.ts';
import { MAX_INPUT_LIST } from '../../arguments/input-list.ts';
import { badUserInput, tokenMissing, StandInError } from '../../errors/graphql-errors.ts';
import { pageSizes } from '../../paging/page-arguments.ts';
import {
  keyOf,
  type Price,
  call,
  callsOfPage,
  fromUserDetails,
  onePerArguments,
  pageSizeOf,
  part,
  PRICED_SECTIONS,
} from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { pageArguments } from '../core/connection.ts';
import type { GatewayContext } from '../core/context.ts';
import {
  ListingSortRef,
  ListingViewModeRef,
  InvoiceKindRef,
  PremiumOptionRef,
  PropertySellerTypeRef,
} from '../core/enums.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { readableList, viewFields, withIds } from '../core/views.ts';
import { ListingConnectionRef, listingPage, readListingPage } from '../listing/listing-connection.ts';
import {
  listingLink,
  type ListingModel,
  listingsOfEntries,
  listingById,
  ListingRef,
} from '../listing/listing-model.ts';
import { PremiumOptionsCostRef } from '../listing/premium-options.ts';
import { sectionLink, SectionRef } from '../section/section-category.ts';
import { AccountEntryConnectionRef, readAccountPage } from './account-entries.ts';
import { InvoiceRef, invoiceOf } from './invoice.ts';
import { CompanyRef, SharedUserRef } from './profiles.ts';

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

/** Reads a page of the caller's own listings of a section. `GET /v1/user/listings` */
const readOwnListings = (
  section: Int64,
  args: InputShapeFromFields<typeof ownListingsArguments>,
  { loaders }: GatewayContext,
) => {
  const { text, sort, view } = args;
  const filter = text == null || text === '' ? {} : { filter: text };
  const list = `user-listings ${JSON.stringify([section, filter, sort, view])}`;
  return readListingPage(
    list,
    'listUserListings',
    args,
    (first, count) =>
      loaders.load('userListings', { section, first, count, ...filter, sortmode: sort, viewmode: view }),
    { isOwn: true, ownSection: section, isExpired: view === ViewMode.ShowExpired ? true : null },
  );
};

/** Price of a page of the caller's own listings. */
export const ownListings: Price = (visit) => {
  const { subject, args } = visit;
  const page = listingPage('listUserListings', ['own'])(visit);
  if (args['view'] === ViewMode.ShowExpired) return page;
  const identity = args['sectionId'] === undefined ? subject.identity : `section ${keyOf(args['sectionId'])}`;
  return { ...page, ownLists: { identity, count: subject.count } };
};

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

/** Data of a watched listing; null when it says that the listing is not watched. Assumption: R36. */
const watchedListingOf = (id: Int64, watched: WatchedListing): ListingModel | null => {
  if (watched.kind === 'item') {
    const entry = { ...watched.item, PKID: watched.item.PKID ?? id };
    return listingsOfEntries([entry], { isWatched: true })[0] ?? null;
  }
  return watched.kind === 'flag' && !watched.isWatched ? null : listingLink(id, true);
};

/** The caller. Nothing of it is known until a field asks. */
export interface ViewerModel {
  readonly __typename: 'User';
  /** Key in its global id: `me`, or the number that it was asked for by. */
  readonly key: string;
}

/** Key of the caller: known without a call, and the same in every response, as caches need it. */
const ME = 'me';

/** The caller as a model. */
export const viewer: ViewerModel = { __typename: 'User', key: ME };

/** The caller's details; one call an operation. `GET /v1/user/details` */
const readDetails = ({ loaders }: GatewayContext) => loaders.load('userDetails', 'viewer');

const details = viewFields((_viewer: ViewerModel, context) => readDetails(context), fromUserDetails);

export const UserRef = builder.objectRef<ViewerModel>('User').implement({
  description: "The caller's own account. Upstream `UserDetailsResponse`.",
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description:
        'Global id: `User:me`, which needs no call; by `node`, the one that was given. `databaseId` differs between accounts.',
      resolve: ({ key }) => globalId('User', key),
    }),
    databaseId: t.id({
      nullable: false,
      description: 'Upstream `UserID`; `me` if upstream gives none, and beside an error if it cannot be read.',
      price: fromUserDetails,
      resolve: async (_viewer, _args, context) => {
        try {
          const { UserID } = await readDetails(context);
          return UserID === null || isNoId(UserID) ? ME : UserID;
        } catch (error) {
          // A refused token says that there is no caller at all.
          throw hasCode(error, 'UNAUTHENTICATED') ? error : new StandInError(ME, error);
        }
      },
    }),
    username: t.string(details.value('Username', 'Username for sign-in.')),
    name: t.string(details.value('Name', 'Display name.')),
    email: t.string(details.value('Email', 'E-mail address.')),
    companyName: t.string(details.value('Company', 'Upstream `Company`.')),
    accountType: t.string(details.value('AccountType', 'Upstream `AccountType`, e.g. private or business.')),
    profileImageUrl: t.string(details.value('ProfileImage', 'URL of the picture.')),
    telephone: t.string(details.value('Telephone', 'Telephone number.')),
    isTelephoneRestricted: t.boolean(
      details.value('TelRestricted', 'Whether the telephone number is currently blocked.'),
    ),
    telephoneRestrictedUntil: t.field(
      details.instant('TelRestrictedUntil', 'End of the block; null if upstream gives no date.'),
    ),
    telephoneRestrictedUntilText: t.string(details.unparsed('TelRestrictedUntil')),
    // Assumption: R22. What is no date stays in the text alone.
    telephoneVerifiedAt: t.field(
      details.instant('TelVerified', 'When the number was verified; null if upstream gives no date.'),
    ),
    telephoneVerifiedAtText: t.string(details.unparsed('TelVerified')),
    vatNumber: t.string(details.value('VatNumber', 'VAT number.')),
    balance: t.field(details.money('Balance', 'Balance of the account.')),
    balanceText: t.string(details.unparsed('Balance')),
    propertySellerType: t.field({
      type: PropertySellerTypeRef,
      ...details.value('PropertySellerType', 'Role in property listings.'),
    }),
    propertySellerTypeCode: t.int(details.code('PropertySellerType')),
    isPropertySellerTypeLocked: t.boolean(
      details.value('PropertySellerTypeLocked', 'Whether the role can no longer be changed.'),
    ),
    companies: t.field({
      type: [CompanyRef],
      ...details.read('Companies of the account.', (view) =>
        withIds(readableList(view, 'Companies', 'getUserDetails'), 'Id', 'getUserDetails'),
      ),
    }),
    sharedUsers: t.field({
      type: [SharedUserRef],
      ...details.read('Users and groups that share the account.', (view) =>
        withIds(readableList(view, 'SharedUsers', 'getUserDetails'), 'Id', 'getUserDetails'),
      ),
    }),
    listings: t.field({
      type: ListingConnectionRef,
      description: `The caller's listings of one section. ${pageSizes}`,
      args: {
        sectionId: t.arg.id({ required: true, description: 'Global id or key of the section; upstream needs one.' }),
        ...ownListingsArguments,
      },
      price: ownListings,
      resolve: (_viewer, args, context) =>
        readOwnListings(readNumericKey('Section', 'sectionId', args.sectionId), args, context),
    }),
    sections: t.field({
      type: [UserSectionRef],
      description: 'Sections in which the caller has listings.',
      price: (visit) => {
        call(visit, 'listUserSections', '');
        return { identity: 'sections of the caller', count: PRICED_SECTIONS, cached: [] };
      },
      resolve: (_viewer, _args, { loaders }) => loaders.load('userSections', 'viewer'),
    }),
    watchedListings: t.field({
      type: ListingConnectionRef,
      description: `Listings the caller watches. ${pageSizes}`,
      args: pageArguments,
      price: listingPage('listWatchedListings'),
      resolve: (_viewer, args, { loaders }) =>
        readListingPage(
          'watched-listings',
          'listWatchedListings',
          args,
          (first, count) => loaders.load('watchedListings', { first, count }),
          { isWatched: true },
        ),
    }),
    watchedListing: t.field({
      type: ListingRef,
      description: 'A watched listing; null if it is not watched.',
      args: { id: t.arg.id({ required: true, description: 'Global id or number.' }) },
      price: (visit) => {
        const subject = listingById(visit.args['id']);
        call(visit, 'getWatchedListing', subject.identity);
        return subject;
      },
      resolve: async (_viewer, args, { loaders }) => {
        const id = readNumericKey('Listing', 'id', args.id);
        const watched = await loaders.load('watchedListingById', id);
        return watched && watchedListingOf(id, watched);
      },
    }),
    accountEntries: t.field({
      type: AccountEntryConnectionRef,
      description: `Account movements, newest first. ${pageSizes}`,
      args: { ...pageArguments, last: t.arg.int({ description: 'Number of entries before `before`.' }) },
      price: (visit) => {
        const args = JSON.stringify(visit.args);
        call(visit, 'listAccountEntries', args, callsOfPage(visit.args));
        return part(visit, `accountEntries ${args}`, { pageSize: pageSizeOf(visit.args) });
      },
      resolve: (_viewer, args, context) => readAccountPage(args, context),
    }),
    invoice: t.field({
      type: InvoiceRef,
      description: 'An invoice as a PDF document; null if there is none.',
      args: {
        orderId: t.arg.int({ required: true, description: 'Upstream `orderid`.' }),
        kind: t.arg({
          type: InvoiceKindRef,
          required: true,
          defaultValue: InvoiceType.Invoice,
          description: 'Invoice or proforma.',
        }),
      },
      price: onePerArguments('getInvoice'),
      resolve: (_viewer, { orderId, kind }, context) => invoiceOf({ orderId, kind }, context),
    }),
    premiumOptionsCost: t.field({
      type: PremiumOptionsCostRef,
      description: 'What a set of premium options would cost the caller.',
      args: {
        options: t.arg({
          type: [PremiumOptionRef],
          required: true,
          description: 'One entry for each option; repeats count.',
        }),
      },
      price: onePerArguments('getPremiumOptionsCost'),
      resolve: (_viewer, { options }, { loaders }) => {
        if (options.length === 0 || options.length > MAX_INPUT_LIST) {
          throw badUserInput(`"options" takes 1 to ${MAX_INPUT_LIST} options, and got ${options.length}.`);
        }
        return loaders.load('premiumOptionsCost', options);
      },
    }),
  }),
});

/** The caller: also found by its number, and nobody else's account is. @throws UNAUTHENTICATED without a token */
const findViewer = ({ token }: GatewayContext): ViewerModel => {
  if (token === null) throw tokenMissing();
  return viewer;
};

registerNode('User', {
  find: async ([key = ''], context) => {
    if (key === ME) return findViewer(context);
    const id = readNumericKey('User', 'id', key);
    return (await readDetails(context)).UserID === id ? { ...viewer, key: id } : null;
  },
  price: (visit, key) => {
    if (key !== ME) fromUserDetails(visit);
    return { identity: 'the caller' };
  },
});

builder.queryField('viewer', (t) =>
  t.field({
    type: UserRef,
    description: "The caller's account, with watch list and own listings. Requires a user token.",
    resolve: (_root, _args, context) => findViewer(context),
  }),
);
