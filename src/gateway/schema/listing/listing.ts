/** `Listing`, filled from whatever view is cached, and `Query.listing`. */

import { chain, type MaybePromise } from '../../../concurrency/maybe-promise.ts';
import { ExtraParamsType } from '../../../contract/codes.ts';
import { codeIn, textIn } from '../../../rest/decoding/decode.ts';
import { readInstant } from '../../../rest/decoding/instant.ts';
import { photosOfDetail } from '../../../rest/endpoints/photos.ts';
import { globalId, readNumericKey } from '../../arguments/global-id.ts';
import { MAX_RELATED } from '../../documents/largest-related.ts';
import { badUserInput } from '../../errors/graphql-errors.ts';
import { locality } from '../../listing-views/attribute.ts';
import { parametersOf } from '../../listing-views/parameter-finder.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { ListingConditionRef, ListingKindRef } from '../core/enums.ts';
import { amountTextIn, MoneyRef, moneyIn } from '../core/money.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { namedIn, readableList } from '../core/readable-list.ts';
import { findLocality, LocalityRef } from '../lookup/region-locality.ts';
import { CategoryRef } from '../section/category.ts';
import { categoryLink, sectionLink } from '../section/section-model.ts';
import { SectionRef } from '../section/section.ts';
import { ListingAttributeRef, kindField, kindModelField, readAttribute } from './listing-attributes.ts';
import { detailField, detailFieldOf, pricedField, viewField, viewFieldOf } from './model/listing-fields.ts';
import {
  type ListingModel,
  detailOf,
  isExpired,
  listingInDetail,
  listingLink,
  listingsOfEntries,
  readDetail,
} from './model/listing-model.ts';
import {
  expiry,
  fromDetail,
  fromView,
  isWatching,
  listingCategory,
  listingLocality,
  listingQuery,
  listingSection,
  mainPicture,
  ownership,
  perListing,
  photosOfListing,
  priceOfListing,
  related,
} from './model/listing-prices.ts';
import { PhotoRef, imageUrlOf, thumbnailUrlOf } from './photo.ts';
import { PremiumOptionStatusRef } from './premium-options.ts';
import { PropertyDetailsRef } from './property-details.ts';
import { SellerRef } from './seller.ts';
import { VehicleDetailsRef } from './vehicle-details.ts';
import { ListingViewerInfoRef, viewerIsOwner, viewerIsWatching } from './viewer-info.ts';

const textOrNull = (key: string | number | null): string | null => (key === null ? null : String(key));

const price = viewFieldOf(
  ['Price'],
  (entry) => moneyIn(entry, 'Price'),
  (detail) => moneyIn(detail, 'Price'),
);

const priceText = viewFieldOf(
  ['Price'],
  (entry) => amountTextIn(entry, 'Price'),
  (detail) => amountTextIn(detail, 'Price'),
);

const kindCode = viewFieldOf(
  ['ExtraParamsType'],
  (entry) => codeIn(entry, 'ExtraParamsType'),
  (detail) => codeIn(detail, 'ExtraParamsType'),
);

const listedAtText = viewFieldOf(
  ['DateAddedUTC'],
  (entry) => textIn(entry, 'DateAddedUTC'),
  (detail) => textIn(detail, 'DateAdded'),
);

const listedAt = pricedField(fromView, (listing, context) =>
  chain(listedAtText.resolve(listing, {}, context), readInstant),
);

const section = viewFieldOf(
  ['SectionId'],
  ({ SectionId }) => sectionLink(textOrNull(SectionId)),
  ({ SectionId, SectionName }) => sectionLink(SectionId, SectionName),
  listingSection,
);

const category = viewFieldOf(
  ['CategoryId', 'SectionId'],
  ({ CategoryId, SectionId }) => categoryLink(textOrNull(CategoryId), null, sectionLink(textOrNull(SectionId))),
  ({ CategoryId, CategoryName, SectionId, SectionName }) =>
    categoryLink(CategoryId, CategoryName, sectionLink(SectionId, SectionName)),
  listingCategory,
);

const place = pricedField(listingLocality, (listing, context) =>
  chain(readAttribute(listing, locality, context), (value) => (value === null ? null : findLocality(value, context))),
);

const attributes = viewFieldOf(['N_Params', 'S_Params'], parametersOf, parametersOf);

const photos = detailFieldOf(
  (detail, listing) =>
    photosOfDetail(readableList(detail, 'ImageUrls', 'getListing')).map((photo) => ({ listing, ...photo })),
  photosOfListing,
);

/** `Listing`. */
export const ListingRef = builder.objectRef<ListingModel>('Listing').implement({
  description:
    'A listing. Fields come from the upstream view already loaded (list entry or detail) and are completed from the detail view if needed: at most one detail call per listing and request, whatever is selected.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({ nullable: false, description: 'Global id.', resolve: ({ id }) => globalId('Listing', id) }),
    databaseId: t.exposeID('id', { nullable: false, description: 'Upstream `PKID`, as in links and notifications.' }),
    title: t.string({ description: 'Headline.', ...viewField('Title') }),
    description: t.string({
      description: 'Text of the listing, as stored by the service. It may contain HTML: escape or sanitise it.',
      ...viewField('Description'),
    }),
    price: t.field({ type: MoneyRef, description: 'Asking price.', ...price }),
    priceText: t.string({ description: 'Upstream `Price`, unparsed.', ...priceText }),
    priceSuffix: t.string({ description: 'Text after the price, e.g. `per month`.', ...viewField('PriceSuffix') }),
    condition: t.field({
      type: ListingConditionRef,
      description: 'Condition of the item.',
      ...detailField('Condition'),
    }),
    conditionCode: t.int({
      description: 'Upstream `Condition`, also one unknown here.',
      ...detailFieldOf((detail) => codeIn(detail, 'Condition')),
    }),
    kind: t.field({ type: ListingKindRef, description: 'Which extra attributes it carries.', ...kindField }),
    kindCode: t.int({ description: 'Upstream `ExtraParamsType`, also one unknown here.', ...kindCode }),
    isWanted: t.boolean({ description: 'A "wanted" advert of someone who wants to buy.', ...viewField('IsWanted') }),
    isHighlighted: t.boolean({
      description: 'Highlighted in lists; null if only the detail view is loaded, which does not say.',
      resolve: ({ entry }) => entry?.IsHighlighted ?? null,
    }),
    viewCount: t.int({ description: 'Number of views.', ...detailField('Views') }),
    url: t.string({ description: "Page on the marketplace's web site.", ...detailField('Url') }),
    listedAt: t.field({
      type: 'DateTime',
      description: "When it was listed; null if upstream's text is not a date (see `listedAtText`).",
      ...listedAt,
    }),
    listedAtText: t.string({
      description: 'Upstream `DateAdded` or `DateAddedUTC`, unparsed.',
      ...listedAtText,
    }),
    section: t.field({ type: SectionRef, description: 'Section it is in.', ...section }),
    category: t.field({ type: CategoryRef, description: 'Category it is in.', ...category }),
    locality: t.field({
      type: LocalityRef,
      description:
        "Where it is. Upstream guarantees it only in the owner's view; elsewhere null unless the attributes contain it.",
      ...place,
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
      ...photos,
    }),
    seller: t.field({ type: SellerRef, description: 'The seller.', ...pricedField(fromDetail, detailOf) }),
    attributes: t.field({
      type: [ListingAttributeRef],
      description: 'Attributes as text pairs, for any kind of listing.',
      ...attributes,
    }),
    numericParams: t.field({
      type: 'JSON',
      description: 'Upstream `N_Params`, which has no declared type.',
      ...viewField('N_Params'),
    }),
    textParams: t.field({
      type: 'JSON',
      description: 'Upstream `S_Params`, which has no declared type.',
      ...viewField('S_Params'),
    }),
    property: t.field({
      type: PropertyDetailsRef,
      description: 'Set for property listings.',
      ...kindModelField(ExtraParamsType.Property),
    }),
    vehicle: t.field({
      type: VehicleDetailsRef,
      description: 'Set for vehicle listings.',
      ...kindModelField(ExtraParamsType.Vehicle),
    }),
    viewerIsWatching: t.boolean({
      description:
        'Whether the caller watches this listing; null without a token. Prefer it to `viewerInfo { isWatching }`: lists and the payloads of the watch mutations have it without a call.',
      ...pricedField(isWatching, viewerIsWatching),
    }),
    viewerIsOwner: t.boolean({
      description:
        "Whether the caller owns it: the seller is the caller, or a user who shares the caller's account (`User.sharedUsers`). Null without a user token, or if upstream does not name the seller.",
      ...pricedField(ownership, viewerIsOwner),
    }),
    isExpired: t.boolean({
      description:
        "Whether it has expired, in lists of the caller's own listings; null elsewhere, because upstream does not say. In `listings(view: ALL)` it costs one call a section, which reads the 100 most recent expired ones: if there are more, it is null for those that are not among them.",
      ...pricedField(expiry, isExpired),
    }),
    viewerInfo: t.field({
      type: ListingViewerInfoRef,
      description: "The caller's messages and watch flag for this listing.",
      price: perListing('getListingUserInfo'),
      resolve: ({ id }, _args, { loaders }) => loaders.load('listingViewerInfoById', id),
    }),
    premiumOptions: t.field({
      type: [PremiumOptionStatusRef],
      description: 'State of its premium options.',
      price: perListing('getPremiumOptions'),
      resolve: async ({ id }, _args, { loaders }) => {
        const result = await loaders.load('premiumOptionsById', id);
        return result === null ? null : readableList(result, 'options', 'getPremiumOptions');
      },
    }),
  }),
});

/** Similar listings, as the detail has them. */
const relatedOf = (
  listing: ListingModel,
  first: number,
  context: GatewayContext,
): MaybePromise<ListingModel[] | null> => {
  if (first < 1 || first > MAX_RELATED) {
    throw badUserInput(`"first" of "related" takes 1 to ${MAX_RELATED}, and got ${first}.`);
  }
  return readDetail(listing, context, (detail) => {
    const entries = (readableList(detail, 'Related', 'getListing') ?? []).slice(0, first);
    return namedIn(listingsOfEntries(entries), 'getListing');
  });
};

builder.objectField(ListingRef, 'related', (t) =>
  t.field({
    type: [ListingRef],
    description: `Similar listings: a plain list, because the service does not paginate it. At most ${MAX_RELATED}.`,
    price: related,
    args: {
      first: t.arg.int({ required: true, defaultValue: 10, description: `How many, at most ${MAX_RELATED}.` }),
    },
    resolve: (listing, { first }, context) => relatedOf(listing, first, context),
  }),
);

/** A listing that exists; null when there is none. `GET /v1/listings/{id}` */
const findListing = async (id: string, context: GatewayContext): Promise<ListingModel | null> => {
  const link = listingLink(readNumericKey('Listing', 'id', id));
  const detail = await detailOf(link, context);
  return detail === null ? null : listingInDetail(link.id, detail);
};

registerNode('Listing', { find: ([id], context) => findListing(id ?? '', context), price: priceOfListing });

builder.queryField('listing', (t) =>
  t.field({
    type: ListingRef,
    description:
      'A listing by global id or plain number; null if there is none. Its `related` leads to similar listings.',
    price: listingQuery,
    args: { id: t.arg.id({ required: true, description: 'Global id or number.' }) },
    resolve: (_root, { id }, context) => findListing(id, context),
  }),
);
