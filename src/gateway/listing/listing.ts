/** `Listing`, filled from whatever view is at hand, and `Query.listing`. */
import { ExtraParamsType } from '../../contract/codes.ts';
import { readInstant } from '../../upstream/instant.ts';
import { photosOfDetail } from '../../upstream/photos.ts';
import { builder } from '../builder.ts';
import type { GatewayContext } from '../context.ts';
import { ListingConditionRef, ListingKindRef } from '../enums.ts';
import { badUserInput } from '../errors.ts';
import { globalId, readNumericKey } from '../global-id.ts';
import { LocalityRef, localityLink } from '../lookup/place.ts';
import { chain, type MaybePromise } from '../maybe-promise.ts';
import { MoneyRef } from '../money.ts';
import { NodeRef, registerNode } from '../node.ts';
import {
  fromDetail,
  fromParameters,
  fromView,
  isWatching,
  listingCategory,
  listingLocality,
  listingQuery,
  related,
} from '../pricing/listing-prices.ts';
import { priced } from '../pricing/price.ts';
import { CategoryRef } from '../section/category.ts';
import { SectionRef } from '../section/section.ts';
import { categoryLink, sectionLink } from '../section/section-model.ts';
import { MAX_RELATED } from './largest-related.ts';
import { ListingAttributeRef } from './listing-attribute.ts';
import {
  detailOf,
  type ListingModel,
  listingInDetail,
  listingLink,
  listingsOfEntries,
  readDetail,
  readView,
} from './listing-model.ts';
import { parametersOf, readFromParameters } from './listing-parameters.ts';
import { PhotoRef } from './photo.ts';
import {
  noPropertyValues,
  PropertyDetailsRef,
  propertyFromDefinition,
  propertyFromParameters,
} from './property-details.ts';
import { SellerRef } from './seller.ts';
import { noVehicleValues, VehicleDetailsRef, vehicleFromDefinition, vehicleFromParameters } from './vehicle-details.ts';

const textOrNull = (key: string | number | null): string | null => (key === null ? null : String(key));

const listedAtText = (listing: ListingModel, context: GatewayContext) =>
  readView(
    listing,
    context,
    ({ DateAddedUTC }) => DateAddedUTC,
    ({ DateAdded }) => DateAdded,
  );

const kindOf = (listing: ListingModel, context: GatewayContext) =>
  readView(
    listing,
    context,
    (entry) => entry.ExtraParamsType,
    (detail) => detail.ExtraParamsType,
  );

/** Values of a kind of listing: null for another kind, `none` when the service tells nothing of it. */
const valuesOfKind = <Values>(
  listing: ListingModel,
  context: GatewayContext,
  kind: (typeof ExtraParamsType)['Vehicle' | 'Property'],
  none: Values,
  read: () => MaybePromise<Values | null>,
): MaybePromise<Values | null> =>
  chain(kindOf(listing, context), (told) => {
    if (told !== null && told !== kind) return null;
    return chain(read(), (values) => values ?? (told === kind ? none : null));
  });

const viewerIsWatching = async (listing: ListingModel, { loaders }: GatewayContext): Promise<boolean | null> => {
  if (listing.isWatching !== null || listing.entry !== null) return listing.isWatching;
  const info = await loaders.listingViewerInfoById.load(listing.id);
  return info === null ? null : info.IsWatching;
};

const relatedOf = (
  listing: ListingModel,
  first: number,
  context: GatewayContext,
): MaybePromise<ListingModel[] | null> => {
  if (first < 1 || first > MAX_RELATED) {
    throw badUserInput(`"first" of "related" takes 1 to ${MAX_RELATED}, and got ${first}.`);
  }
  return readDetail(listing, context, ({ Related }) => listingsOfEntries((Related ?? []).slice(0, first)));
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
      resolve: (listing, _args, context) =>
        readView(
          listing,
          context,
          ({ Title }) => Title,
          ({ Title }) => Title,
        ),
    }),
    description: t.string({
      description: 'Text of the listing, as the service has it. It may hold HTML: escape or sanitise it.',
      extensions: priced(fromView),
      resolve: (listing, _args, context) =>
        readView(
          listing,
          context,
          (entry) => entry.Description,
          (detail) => detail.Description,
        ),
    }),
    price: t.field({
      type: MoneyRef,
      description: 'Asking price.',
      extensions: priced(fromView),
      resolve: (listing, _args, context) =>
        readView(
          listing,
          context,
          ({ Price }) => Price,
          ({ Price }) => Price,
        ),
    }),
    priceSuffix: t.string({
      description: 'Text after the price, e.g. `per month`.',
      extensions: priced(fromView),
      resolve: (listing, _args, context) =>
        readView(
          listing,
          context,
          (entry) => entry.PriceSuffix,
          (detail) => detail.PriceSuffix,
        ),
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
      resolve: (listing, _args, context) =>
        readView(
          listing,
          context,
          (entry) => entry.IsWanted,
          (detail) => detail.IsWanted,
        ),
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
          (entry) => categoryLink(textOrNull(entry.CategoryId), null, textOrNull(entry.SectionId)),
          (detail) => categoryLink(detail.CategoryId, detail.CategoryName, detail.SectionId),
        ),
    }),
    locality: t.field({
      type: LocalityRef,
      description: "Where it is. Upstream promises it in the owner's view only; else null unless its attributes tell.",
      extensions: priced(listingLocality),
      resolve: (listing, _args, context) =>
        chain(
          readFromParameters(
            listing,
            context,
            (parameters) => textOrNull(parameters.coded('localityid', 'locality')?.code ?? null),
            ({ LocalityId }) => LocalityId,
          ),
          (key) => localityLink(key),
        ),
    }),
    imageUrl: t.string({
      description: 'Full-size main picture.',
      extensions: priced(fromView),
      resolve: (listing, _args, context) =>
        readView(
          listing,
          context,
          ({ FullImageUrl }) => FullImageUrl,
          ({ ImageUrls }) => ImageUrls?.[0] ?? null,
        ),
    }),
    thumbnailUrl: t.string({
      description: 'Small main picture; the full-size one where the view at hand tells of no small one.',
      extensions: priced(fromView),
      resolve: (listing, _args, context) =>
        readView(
          listing,
          context,
          ({ ImageUrl, FullImageUrl }) => ImageUrl ?? FullImageUrl,
          ({ ImageUrls }) => ImageUrls?.[0] ?? null,
        ),
    }),
    photos: t.field({
      type: [PhotoRef],
      nullable: { list: true, items: false },
      description: 'Photos in order.',
      extensions: priced(fromDetail),
      resolve: (listing, _args, context) =>
        readDetail(listing, context, (detail) => [...photosOfDetail(detail.ImageUrls)]),
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
          (entry) => [...parametersOf(entry)],
          (detail) => [...parametersOf(detail)],
        ),
    }),
    numericParams: t.field({
      type: 'JSON',
      description: 'Upstream `N_Params`, which has no declared type.',
      extensions: priced(fromView),
      resolve: (listing, _args, context) =>
        readView<unknown>(
          listing,
          context,
          (entry) => entry.N_Params,
          (detail) => detail.N_Params,
        ),
    }),
    textParams: t.field({
      type: 'JSON',
      description: 'Upstream `S_Params`, which has no declared type.',
      extensions: priced(fromView),
      resolve: (listing, _args, context) =>
        readView<unknown>(
          listing,
          context,
          (entry) => entry.S_Params,
          (detail) => detail.S_Params,
        ),
    }),
    property: t.field({
      type: PropertyDetailsRef,
      description: 'Set for property listings.',
      extensions: priced(fromParameters),
      resolve: (listing, _args, context) =>
        valuesOfKind(listing, context, ExtraParamsType.Property, noPropertyValues, () =>
          readFromParameters(listing, context, propertyFromParameters, propertyFromDefinition),
        ),
    }),
    vehicle: t.field({
      type: VehicleDetailsRef,
      description: 'Set for vehicle listings.',
      extensions: priced(fromParameters),
      resolve: (listing, _args, context) =>
        valuesOfKind(listing, context, ExtraParamsType.Vehicle, noVehicleValues, () =>
          readFromParameters(listing, context, vehicleFromParameters, vehicleFromDefinition),
        ),
    }),
    viewerIsWatching: t.boolean({
      description: 'The caller watches this listing.',
      extensions: priced(isWatching),
      resolve: (listing, _args, context) => viewerIsWatching(listing, context),
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

registerNode('Listing', ([id], context) => findListing(id ?? '', context));

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
