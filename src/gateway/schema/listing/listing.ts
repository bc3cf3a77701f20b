/** `Listing`, filled from whatever view is cached, and `Query.listing`. */
import { chain } from '../../../concurrency/maybe-promise.ts';
import { HOME_COUNTRY_ID } from '../../../contract/lookups.ts';
import { codeIn, textIn } from '../../../rest/decoding/decode.ts';
import { readInstant } from '../../../rest/decoding/instant.ts';
import { photosOfDetail } from '../../../rest/endpoints/photos.ts';
import { readNumericKey } from '../../arguments/global-id.ts';
import { MAX_RELATED } from '../../documents/largest-related.ts';
import { badUserInput } from '../../errors/graphql-errors.ts';
import {
  call,
  fromUserDetails,
  listInAggregate,
  onePerObject,
  part,
  sumOf,
  unlessCached,
} from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { ListingConditionRef, ListingKindRef } from '../core/enums.ts';
import { MoneyRef, moneyIn } from '../core/money.ts';
import { nodeId, NodeRef, registerNode } from '../core/node.ts';
import { namedIn, readableList, viewFields } from '../core/views.ts';
import { findLocality, LocalityRef } from '../lookup/region-locality.ts';
import { categoryLink, CategoryRef, sectionLink, SectionRef } from '../section/section-category.ts';
import { locality, parametersOf } from './attribute.ts';
import {
  kindField,
  kindModelField,
  ListingAttributeRef,
  PropertyDetailsRef,
  readAttribute,
  VehicleDetailsRef,
} from './kind-details.ts';
import { definition, findDefinition, ListingDefinitionRef } from './listing-definition.ts';
import {
  detailOf,
  fromDetail,
  fromParameters,
  fromView,
  isExpired,
  type ListingDetail,
  type ListingEntry,
  listingById,
  listingLink,
  type ListingModel,
  ListingRef,
  listingsOfEntries,
  mainPicture,
  onListing,
  partOfView,
  pricedField,
  readDetail,
  readView,
  sameFieldOf,
  sameField,
  entryOrDetailField,
} from './listing-model.ts';
import { agentArgument, findPreview, ListingPreviewRef, preview } from './listing-preview.ts';
import { findPhotoSpecs, PhotoSpecsRef, imageUrlOf, PhotoRef, thumbnailUrlOf } from './photo.ts';
import { premiumOptions, PremiumOptionStatusRef } from './premium-options.ts';
import { SellerRef } from './seller.ts';
import { ListingViewerInfoRef, viewerIsOwner, viewerIsWatching } from './viewer-info.ts';

const listedAtText = entryOrDetailField(
  ['DateAddedUTC'],
  (entry) => textIn(entry, 'DateAddedUTC'),
  (detail) => textIn(detail, 'DateAdded'),
);

const detail = viewFields(detailOf, fromDetail);

ListingRef.implement({
  description:
    'A listing. Fields come from the upstream view already loaded (list entry or detail) and are completed from the detail view if needed: at most one detail call per listing and request, whatever is selected.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeId('Listing', 'id')),
    databaseId: t.exposeID('id', { nullable: false, description: 'Upstream `PKID`, as in links and notifications.' }),
    title: t.string(sameField('Title', 'Headline.')),
    description: t.string(
      sameField(
        'Description',
        'Text of the listing, as stored by the service. It may contain HTML: escape or sanitise it.',
      ),
    ),
    price: t.field({ type: MoneyRef, ...sameFieldOf('Price', 'Asking price.', moneyIn) }),
    priceText: t.string(sameFieldOf('Price', 'Upstream `Price`, unparsed.', textIn)),
    priceSuffix: t.string(sameField('PriceSuffix', 'Text after the price, e.g. `per month`.')),
    condition: t.field({ type: ListingConditionRef, ...detail.value('Condition', 'Condition of the item.') }),
    conditionCode: t.int(detail.code('Condition')),
    kind: t.field({ type: ListingKindRef, ...kindField }),
    kindCode: t.int(sameFieldOf('ExtraParamsType', 'Upstream `ExtraParamsType`, also one unknown here.', codeIn)),
    isWanted: t.boolean(sameField('IsWanted', 'A "wanted" advert of someone who wants to buy.')),
    isHighlighted: t.boolean({
      description: 'Highlighted in lists; null if only the detail view is loaded, which does not say.',
      resolve: ({ entry }) => entry?.IsHighlighted ?? null,
    }),
    viewCount: t.int(detail.value('Views', 'Number of views.')),
    url: t.string(detail.value('Url', "Page on the marketplace's web site.")),
    listedAt: t.field({
      type: 'DateTime',
      description: "When it was listed; null if upstream's text is not a date (see `listedAtText`).",
      ...pricedField(fromView, (listing, context) => chain(listedAtText.resolve(listing, {}, context), readInstant)),
    }),
    listedAtText: t.string({ description: 'Upstream `DateAdded` or `DateAddedUTC`, unparsed.', ...listedAtText }),
    section: t.field({
      type: SectionRef,
      description: 'Section it is in.',
      ...entryOrDetailField(
        ['SectionId'],
        ({ SectionId }) => sectionLink(SectionId),
        ({ SectionId, SectionName }) => sectionLink(SectionId, SectionName),
        partOfView('section'),
      ),
    }),
    category: t.field({
      type: CategoryRef,
      description: 'Category it is in.',
      ...entryOrDetailField(
        ['CategoryId', 'SectionId'],
        ({ CategoryId, SectionId }) => categoryLink(CategoryId, null, sectionLink(SectionId)),
        ({ CategoryId, CategoryName, SectionId, SectionName }) =>
          categoryLink(CategoryId, CategoryName, sectionLink(SectionId, SectionName)),
        partOfView('category', { cached: ['section'] }),
      ),
    }),
    locality: t.field({
      type: LocalityRef,
      description:
        "Where it is. Upstream guarantees it only in the owner's view; elsewhere null unless the attributes contain it.",
      // A place of the home country, which may be given by its name.
      price: partOfView('locality', { country: String(HOME_COUNTRY_ID) }, (visit) => {
        fromParameters(visit);
        listInAggregate(visit, 'listLocalities', String(HOME_COUNTRY_ID));
      }),
      resolve: (listing, _args, context) =>
        chain(readAttribute(listing, locality, context), (value) => value && findLocality(value, context)),
    }),
    imageUrl: t.string({
      description: 'Full-size main picture: from the list entry, the short form or the first photo, in that order.',
      ...pricedField(mainPicture, imageUrlOf),
    }),
    thumbnailUrl: t.string({
      description: 'Small main picture: from the list entry, or else the short form; null if upstream has none.',
      ...pricedField(mainPicture, thumbnailUrlOf),
    }),
    photos: t.field({
      type: [PhotoRef],
      description: 'Photos in order.',
      // They are priced as their listing is: one call finds the main one of all of them.
      price: (visit) => {
        fromDetail(visit);
        const { identity, count, cached } = visit.subject;
        return { identity, count, cached };
      },
      resolve: (listing, _args, context) =>
        readDetail(listing, context, (view) =>
          photosOfDetail(readableList(view, 'ImageUrls', 'getListing')).map((photo) => ({ listing, ...photo })),
        ),
    }),
    photoSpecs: t.field({
      type: PhotoSpecsRef,
      description: 'Limits for photos of this listing.',
      price: (visit) => {
        const { identity, count } = partOfView('photo specs')(visit);
        call(visit, 'getPhotoSpecs', identity, count);
      },
      resolve: async (listing, _args, context) => {
        const keysIn = ({ SectionId, CategoryId }: ListingEntry | ListingDetail) => [SectionId, CategoryId] as const;
        const keys = await readView(listing, context, ['SectionId', 'CategoryId'], keysIn, keysIn);
        return keys && findPhotoSpecs(...keys, context);
      },
    }),
    seller: t.field({ type: SellerRef, ...detail.read('The seller.', (view) => view) }),
    attributes: t.field({
      type: [ListingAttributeRef],
      description: 'Attributes as text pairs, for any kind of listing.',
      ...entryOrDetailField(['N_Params', 'S_Params'], parametersOf, parametersOf),
    }),
    numericParams: t.field({
      type: 'JSON',
      ...sameField('N_Params', 'Upstream `N_Params`, which has no declared type.'),
    }),
    textParams: t.field({ type: 'JSON', ...sameField('S_Params', 'Upstream `S_Params`, which has no declared type.') }),
    property: t.field({ type: PropertyDetailsRef, ...kindModelField('Property', 'Set for property listings.') }),
    vehicle: t.field({ type: VehicleDetailsRef, ...kindModelField('Vehicle', 'Set for vehicle listings.') }),
    related: t.field({
      type: [ListingRef],
      description: `Similar listings: a plain list, because the service does not paginate it. At most ${MAX_RELATED}.`,
      args: {
        first: t.arg.int({ required: true, defaultValue: 10, description: `How many, at most ${MAX_RELATED}.` }),
      },
      // Of one listing, the first few are among the first many; of several that is not so, and each number is counted for itself.
      price: (visit) => {
        fromDetail(visit);
        const { count } = visit.subject;
        const first = Math.min(Math.max(Number(visit.args['first']), 0), MAX_RELATED);
        const name = count === 1 ? 'related' : `related of ${count} (first: ${first})`;
        return part(visit, name, { count: count * first, cached: ['entry'] });
      },
      resolve: (listing, { first }, context) => {
        if (first < 1 || first > MAX_RELATED) {
          throw badUserInput(`"first" of "related" takes 1 to ${MAX_RELATED}, and got ${first}.`);
        }
        return readDetail(listing, context, (view) => {
          const entries = (readableList(view, 'Related', 'getListing') ?? []).slice(0, first);
          return namedIn(listingsOfEntries(entries), 'getListing');
        });
      },
    }),
    preview: t.field({
      type: ListingPreviewRef,
      description: 'Short form, which also says whether the listing has been removed.',
      args: agentArgument,
      price: preview,
      resolve: ({ id }, { agentId }, context) => findPreview(id, agentId, context),
    }),
    definition: t.field({
      type: ListingDefinitionRef,
      description: 'The listing as its owner edits it.',
      price: definition,
      resolve: ({ id }, _args, context) => findDefinition(id, context),
    }),
    viewerIsWatching: t.boolean({
      description:
        'Whether the caller watches this listing; null without a token. Prefer it to `viewerInfo { isWatching }`: lists and the payloads of the watch mutations have it without a call.',
      price: unlessCached('entry', unlessCached('watch', onePerObject('getListingUserInfo'))),
      resolve: (listing, _args, context) => viewerIsWatching(listing, context),
    }),
    viewerIsOwner: t.boolean({
      description:
        "Whether the caller owns it: the seller is the caller, or a user who shares the caller's account (`User.sharedUsers`). Null without a user token, or if upstream does not name the seller.",
      price: unlessCached('own', sumOf(fromDetail, onePerObject('getListingMini'), fromUserDetails)),
      resolve: (listing, _args, context) => viewerIsOwner(listing, context),
    }),
    isExpired: t.boolean({
      description:
        "Whether it has expired, in lists of the caller's own listings; null elsewhere, because upstream does not say. In `listings(view: ALL)` it costs one call a section, which reads the 100 most recent expired ones: if there are more, it is null for those that are not among them.",
      price: (visit) => {
        const { ownLists } = visit.subject;
        if (ownLists !== undefined) call(visit, 'listUserListings', `${ownLists.identity} expired`, ownLists.count);
      },
      resolve: (listing, _args, context) => isExpired(listing, context),
    }),
    viewerInfo: t.field({
      type: ListingViewerInfoRef,
      description: "The caller's messages and watch flag for this listing.",
      price: onePerObject('getListingUserInfo'),
      resolve: ({ id }, _args, { loaders }) => loaders.load('listingViewerInfoById', id),
    }),
    premiumOptions: t.field({
      type: [PremiumOptionStatusRef],
      description: 'State of its premium options.',
      ...premiumOptions,
    }),
  }),
});

/** A listing that exists; null when there is none. `GET /v1/listings/{id}` */
const findListing = async (id: string, context: GatewayContext): Promise<ListingModel | null> => {
  const link = listingLink(readNumericKey('Listing', 'id', id));
  const detail = await detailOf(link, context);
  return detail === null ? null : { ...link, detail };
};

registerNode('Listing', {
  find: ([id], context) => findListing(id ?? '', context),
  price: (visit, key) => {
    const subject = listingById(key);
    fromDetail({ ...visit, subject });
    return subject;
  },
});

builder.queryField('listing', (t) =>
  t.field({
    type: ListingRef,
    description:
      'A listing by global id or plain number; null if there is none. Its `related` leads to similar listings.',
    args: { id: t.arg.id({ required: true, description: 'Global id or number.' }) },
    price: onListing(fromDetail),
    resolve: (_root, { id }, context) => findListing(id, context),
  }),
);
