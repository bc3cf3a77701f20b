/** `Listing`, filled from whatever view is at hand, and `Query.listing`. */

import { chain, type MaybePromise } from '../../../concurrency/maybe-promise.ts';
import { ExtraParamsType } from '../../../contract/codes.ts';
import { readInstant } from '../../../upstream/decoding/instant.ts';
import { photosOfDetail } from '../../../upstream/endpoints/photos.ts';
import { globalId, readNumericKey } from '../../arguments/global-id.ts';
import { MAX_RELATED } from '../../documents/largest-related.ts';
import { badUserInput } from '../../errors/graphql-errors.ts';
import { locality } from '../../listing-views/attribute.ts';
import { parametersOf } from '../../listing-views/parameter-finder.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { ListingConditionRef, ListingKindRef } from '../core/enums.ts';
import { MoneyRef } from '../core/money.ts';
import { NodeRef, registerNode } from '../core/node.ts';
import { findLocality, LocalityRef } from '../lookup/region-locality.ts';
import { CategoryRef } from '../section/category.ts';
import { SectionRef } from '../section/section.ts';
import { categoryLink, sectionLink } from '../section/section-model.ts';
import { ListingAttributeRef } from './listing-attribute.ts';
import { hasGroup, type KindModel, readAttribute } from './listing-attributes.ts';
import {
  detailOf,
  entryWith,
  type ListingModel,
  listingInDetail,
  listingLink,
  listingsOfEntries,
  readDetail,
  readField,
  readView,
} from './listing-model.ts';
import {
  fromDetail,
  fromParameters,
  fromView,
  isWatching,
  listingCategory,
  listingLocality,
  listingQuery,
  mainPicture,
  ownership,
  photosOfListing,
  priceOfListing,
  related,
} from './listing-prices.ts';
import { imageUrlOf, namedMainPicture, thumbnailUrlOf } from './main-picture.ts';
import { viewerIsOwner } from './ownership.ts';
import { type PhotoModel, PhotoRef } from './photo.ts';
import { PropertyDetailsRef, propertyAttributes } from './property-details.ts';
import { SellerRef } from './seller.ts';
import { VehicleDetailsRef, vehicleAttributes } from './vehicle-details.ts';

const textOrNull = (key: string | number | null): string | null => (key === null ? null : String(key));

const listedAtText = (listing: ListingModel, context: GatewayContext) =>
  readView(
    listing,
    context,
    ['DateAddedUTC'],
    ({ DateAddedUTC }) => DateAddedUTC,
    ({ DateAdded }) => DateAdded,
  );

const kindOf = (listing: ListingModel, context: GatewayContext) => readField(listing, context, 'ExtraParamsType');

/** The attributes of a kind of listing; null for a listing of another kind. */
const kindModelOf = (
  listing: ListingModel,
  kind: (typeof ExtraParamsType)['Vehicle' | 'Property'],
  context: GatewayContext,
): MaybePromise<KindModel | null> => {
  const [group, other] =
    kind === ExtraParamsType.Vehicle
      ? [vehicleAttributes, propertyAttributes]
      : [propertyAttributes, vehicleAttributes];
  return chain(kindOf(listing, context), (told) =>
    chain(told === null ? hasGroup(listing, group, other, context) : told === kind, (isOfKind) =>
      isOfKind ? { read: (attribute) => readAttribute(listing, attribute, group, context) } : null,
    ),
  );
};

const viewerIsWatching = async (listing: ListingModel, context: GatewayContext): Promise<boolean | null> => {
  // What the service says then is about the gateway's own application.
  if (context.token === null) return null;
  if (listing.isWatching !== null || entryWith(listing, ['IsWatched']) !== null) return listing.isWatching;
  const info = await context.loaders.listingViewerInfoById.load(listing.id);
  return info === null ? null : info.IsWatching;
};

/** The photos of a listing by their places. Which is the main one is found out by its address, when somebody asks. */
const photosOf = (listing: ListingModel, urls: readonly string[], context: GatewayContext): PhotoModel[] =>
  photosOfDetail(urls).map((photo, index) => ({
    ...photo,
    isMain: () =>
      chain(namedMainPicture(listing, context), (main) =>
        main === null || !urls.includes(main) ? null : urls.indexOf(main) === index,
      ),
  }));

const relatedOf = (
  listing: ListingModel,
  first: number,
  context: GatewayContext,
): MaybePromise<ListingModel[] | null> => {
  if (first < 1 || first > MAX_RELATED) {
    throw badUserInput(`"first" of "related" takes 1 to ${MAX_RELATED}, and got ${first}.`);
  }
  return readDetail(listing, context, ({ Related }) =>
    listingsOfEntries((Related ?? []).slice(0, first), 'related', context).filter((related) => related !== null),
  );
};

/** `Listing`. */
export const ListingRef = builder.objectRef<ListingModel>('Listing').implement({
  description:
    'A listing. Fields come from whichever upstream view is already at hand (list entry, detail) and are completed from the detail view when needed: at most one detail call for each listing and request, whatever is selected.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({ nullable: false, description: 'Global id.', resolve: ({ id }) => globalId('Listing', id) }),
    databaseId: t.exposeID('id', {
      nullable: false,
      description: 'Upstream `PKID`, as in links and notifications.',
    }),
    title: t.string({
      description: 'Headline.',
      extensions: priced(fromView),
      resolve: (listing, _args, context) => readField(listing, context, 'Title'),
    }),
    description: t.string({
      description: 'Text of the listing, as the service has it. It may hold HTML: escape or sanitise it.',
      extensions: priced(fromView),
      resolve: (listing, _args, context) => readField(listing, context, 'Description'),
    }),
    price: t.field({
      type: MoneyRef,
      description: 'Asking price.',
      extensions: priced(fromView),
      resolve: (listing, _args, context) => readField(listing, context, 'Price'),
    }),
    priceSuffix: t.string({
      description: 'Text after the price, e.g. `per month`.',
      extensions: priced(fromView),
      resolve: (listing, _args, context) => readField(listing, context, 'PriceSuffix'),
    }),
    condition: t.field({
      type: ListingConditionRef,
      description: 'Condition of the item.',
      extensions: priced(fromDetail),
      resolve: (listing, _args, context) => readDetail(listing, context, ({ Condition }) => Condition),
    }),
    kind: t.field({
      type: ListingKindRef,
      description: 'Which extra attributes it carries.',
      extensions: priced(fromView),
      resolve: (listing, _args, context) => kindOf(listing, context),
    }),
    isWanted: t.boolean({
      description: 'An advert of someone who wants to buy.',
      extensions: priced(fromView),
      resolve: (listing, _args, context) => readField(listing, context, 'IsWanted'),
    }),
    isHighlighted: t.boolean({
      description: 'Shown with emphasis in lists; null where only the detail view is at hand, which does not tell.',
      resolve: ({ entry }) => entry?.IsHighlighted ?? null,
    }),
    viewCount: t.int({
      description: 'How often it was looked at.',
      extensions: priced(fromDetail),
      resolve: (listing, _args, context) => readDetail(listing, context, ({ Views }) => Views),
    }),
    url: t.string({
      description: "Page on the marketplace's web site.",
      extensions: priced(fromDetail),
      resolve: (listing, _args, context) => readDetail(listing, context, ({ Url }) => Url),
    }),
    listedAt: t.field({
      type: 'DateTime',
      description: "When it was listed. Null when upstream's text is not a date: see `listedAtText`.",
      extensions: priced(fromView),
      resolve: (listing, _args, context) => chain(listedAtText(listing, context), readInstant),
    }),
    listedAtText: t.string({
      description: 'Upstream `DateAdded` or `DateAddedUTC`, as it came.',
      extensions: priced(fromView),
      resolve: (listing, _args, context) => listedAtText(listing, context),
    }),
    section: t.field({
      type: SectionRef,
      description: 'Section it is in.',
      extensions: priced(fromView),
      resolve: (listing, _args, context) =>
        readView(
          listing,
          context,
          ['SectionId'],
          ({ SectionId }) => sectionLink(textOrNull(SectionId)),
          ({ SectionId, SectionName }) => sectionLink(SectionId, SectionName),
        ),
    }),
    category: t.field({
      type: CategoryRef,
      description: 'Category it is in.',
      extensions: priced(listingCategory),
      resolve: (listing, _args, context) =>
        readView(
          listing,
          context,
          ['CategoryId', 'SectionId'],
          (entry) => categoryLink(textOrNull(entry.CategoryId), null, textOrNull(entry.SectionId)),
          (detail) => categoryLink(detail.CategoryId, detail.CategoryName, detail.SectionId),
        ),
    }),
    locality: t.field({
      type: LocalityRef,
      description: "Where it is. Upstream promises it in the owner's view only; else null unless its attributes tell.",
      extensions: priced(listingLocality),
      resolve: (listing, _args, context) =>
        chain(readAttribute(listing, locality, [locality], context), (told) =>
          told === null ? null : findLocality(told, context),
        ),
    }),
    imageUrl: t.string({
      description: 'Full-size main picture: from the list entry, else from the short form, else the first photo.',
      extensions: priced(mainPicture),
      resolve: (listing, _args, context) => imageUrlOf(listing, context),
    }),
    thumbnailUrl: t.string({
      description:
        'Small main picture: from the list entry, else from the short form; null when upstream tells of none.',
      extensions: priced(mainPicture),
      resolve: (listing, _args, context) => thumbnailUrlOf(listing, context),
    }),
    photos: t.field({
      type: [PhotoRef],
      nullable: { list: true, items: false },
      description: 'Photos in order.',
      extensions: priced(photosOfListing),
      resolve: (listing, _args, context) =>
        readDetail(listing, context, ({ ImageUrls }) => photosOf(listing, ImageUrls ?? [], context)),
    }),
    seller: t.field({
      type: SellerRef,
      description: 'Who sells.',
      extensions: priced(fromDetail),
      resolve: (listing, _args, context) => detailOf(listing, context),
    }),
    attributes: t.field({
      type: [ListingAttributeRef],
      nullable: { list: true, items: false },
      description: 'Attributes as text pairs, for any kind of listing.',
      extensions: priced(fromView),
      resolve: (listing, _args, context) =>
        readView(
          listing,
          context,
          ['N_Params', 'S_Params'],
          (entry) => [...parametersOf(entry)],
          (detail) => [...parametersOf(detail)],
        ),
    }),
    numericParams: t.field({
      type: 'JSON',
      description: 'Upstream `N_Params`, which has no declared type.',
      extensions: priced(fromView),
      resolve: (listing, _args, context) => readField(listing, context, 'N_Params'),
    }),
    textParams: t.field({
      type: 'JSON',
      description: 'Upstream `S_Params`, which has no declared type.',
      extensions: priced(fromView),
      resolve: (listing, _args, context) => readField(listing, context, 'S_Params'),
    }),
    property: t.field({
      type: PropertyDetailsRef,
      description: 'Set for property listings.',
      extensions: priced(fromParameters),
      resolve: (listing, _args, context) => kindModelOf(listing, ExtraParamsType.Property, context),
    }),
    vehicle: t.field({
      type: VehicleDetailsRef,
      description: 'Set for vehicle listings.',
      extensions: priced(fromParameters),
      resolve: (listing, _args, context) => kindModelOf(listing, ExtraParamsType.Vehicle, context),
    }),
    viewerIsWatching: t.boolean({
      description: 'The caller watches this listing; null for a caller without a token.',
      extensions: priced(isWatching),
      resolve: (listing, _args, context) => viewerIsWatching(listing, context),
    }),
    viewerIsOwner: t.boolean({
      description:
        "Whether it is the caller's own: its seller is the caller, or a user who shares the caller's account (`User.sharedUsers`). Null without a user, and where upstream does not tell the seller.",
      extensions: priced(ownership),
      resolve: (listing, _args, context) => viewerIsOwner(listing, context),
    }),
    isExpired: t.boolean({
      description:
        'Whether it has ended: true in lists of expired listings, null elsewhere, for upstream does not tell.',
      resolve: ({ list }) => list?.isExpired ?? null,
    }),
  }),
});

// A type cannot be named in its own declaration, so the listings of a listing come after it.
builder.objectField(ListingRef, 'related', (t) =>
  t.field({
    type: [ListingRef],
    nullable: { list: true, items: false },
    description: `Similar listings: a list and no connection, since the service has no pages of it. At most ${MAX_RELATED}.`,
    extensions: priced(related),
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
      'A listing by its id; null when there is none. Takes the global id or the plain number. From it, `related` leads to others.',
    extensions: priced(listingQuery),
    args: { id: t.arg.id({ required: true, description: 'Global id or number.' }) },
    resolve: (_root, { id }, context) => findListing(id, context),
  }),
);
