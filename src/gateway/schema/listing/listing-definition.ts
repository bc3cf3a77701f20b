/** `ListingDefinition`: a listing as its owner edits it, its revision, and where it is read. */
import { hash } from 'node:crypto';
import { HOME_COUNTRY_ID } from '../../../contract/lookups.ts';
import type { Int64 } from '../../../json/int64.ts';
import { allWrittenIn } from '../../../rest/decoding/decode.ts';
import { photosOfDefinition } from '../../../rest/endpoints/photos.ts';
import { globalId, readNumericKey } from '../../arguments/global-id.ts';
import { fromUserDetails, onePerObject, part, sumOf } from '../../pricing/price.ts';
import { CompanyRef, SharedUserRef } from '../account/profiles.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { ListingConditionRef, PaymentAuthRef, PriceLabelRef } from '../core/enums.ts';
import { withId } from '../core/node.ts';
import { readableList, viewFields } from '../core/views.ts';
import { LocalityRef, localityLink } from '../lookup/region-locality.ts';
import { categoryLink, CategoryRef, sectionLink, SectionRef } from '../section/section-category.ts';
import { type AttributedKind, isOfKind, type ReadAttribute } from './attribute.ts';
import { type KindModel, PropertyDetailsRef, VehicleDetailsRef } from './kind-details.ts';
import { listingLink, ListingRef, onListing, sameListing, type DefinitionView } from './listing-model.ts';
import { PhotoRef } from './photo.ts';

/** Returns a text that is the same for equal definitions, in every process. Views are no change: readers count them up. */
export const revisionOf = ({ Views: _views, ...definition }: DefinitionView): string =>
  hash('sha256', JSON.stringify([definition, allWrittenIn(definition)]), 'base64url').slice(0, 22);

interface ListingDefinitionModel {
  readonly id: Int64;
  readonly view: DefinitionView;
}

/** A definition; null when there is none for the caller. `GET /v1/listings/definition/{id}` */
export const findDefinition = async (id: Int64, { loaders }: GatewayContext) => {
  const view = await loaders.load('listingDefinitionById', id);
  return view && { id, view };
};

/** The attributes of a kind of listing; null for a listing of another kind, which the definition does not name. */
const readKind =
  (kind: AttributedKind) =>
  (view: DefinitionView): KindModel | null => {
    const read: ReadAttribute = ({ inDefinition }) => inDefinition(view);
    return isOfKind(kind, read) ? { read } : null;
  };

const view = viewFields((model: ListingDefinitionModel) => model.view);

export const ListingDefinitionRef = builder.objectRef<ListingDefinitionModel>('ListingDefinition').implement({
  description: 'A listing as its owner edits it. Upstream `ListingDefinition`.',
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description: 'A key for caches, not for `Query.node`; the id of the listing is `listing.id`.',
      resolve: ({ id }) => globalId('ListingDefinition', id),
    }),
    databaseId: t.exposeID('id', { nullable: false, description: 'Upstream `PKID`.' }),
    listing: t.field({
      type: ListingRef,
      description: 'The listing as others see it.',
      price: sameListing,
      resolve: ({ id }) => listingLink(id),
    }),
    revision: t.string({
      nullable: false,
      description:
        'Changes whenever anything that can be edited does: for `UpdateListingInput.ifRevision`. Views do not change it.',
      resolve: (definition) => revisionOf(definition.view),
    }),
    section: t.field({
      type: SectionRef,
      price: (visit) => part(visit, 'section of the definition'),
      ...view.read('Section it is in.', ({ SectionId }) => sectionLink(SectionId)),
    }),
    category: t.field({
      type: CategoryRef,
      price: (visit) => part(visit, 'category of the definition', { cached: ['section'] }),
      ...view.read('Category it is in.', ({ CategoryId, SectionId }) =>
        categoryLink(CategoryId, null, sectionLink(SectionId)),
      ),
    }),
    locality: t.field({
      type: LocalityRef,
      price: (visit) => part(visit, 'locality of the definition', { country: String(HOME_COUNTRY_ID) }),
      ...view.read('Where it is.', ({ LocalityId }) => localityLink(LocalityId)),
    }),
    title: t.string(view.value('Title', 'Headline.')),
    description: t.string(view.value('Description', 'Text of the listing. It may contain HTML.')),
    price: t.field(view.money('Price', 'Asking price.')),
    priceText: t.string(view.unparsed('Price')),
    priceLabel: t.field({ type: PriceLabelRef, ...view.value('PriceLabel', 'What the price is for.') }),
    priceLabelCode: t.int(view.code('PriceLabel')),
    condition: t.field({ type: ListingConditionRef, ...view.value('Condition', 'Condition of the item.') }),
    conditionCode: t.int(view.code('Condition')),
    contactTelephone: t.string(view.value('ContactTel', 'Telephone number to show. Upstream `ContactTel`.')),
    assignedUserOrGroupId: t.id(view.value('AssignedUserOrGroupId', 'Upstream `AssignedUserOrGroupId`.')),
    assignee: t.field({
      type: SharedUserRef,
      description: "The assignee, if it is one of the caller's shared users.",
      price: fromUserDetails,
      resolve: async ({ view: { AssignedUserOrGroupId: id } }, _args, { loaders }) => {
        if (id === null) return null;
        const { SharedUsers } = await loaders.load('userDetails', 'viewer');
        return withId(SharedUsers?.find(({ Id }) => Id === id) ?? null, 'Id');
      },
    }),
    companyProfileId: t.id(view.value('CompanyProfileId', 'Upstream `CompanyProfileId`.')),
    company: t.field({
      type: CompanyRef,
      description: "The company, if it is one of the caller's.",
      price: fromUserDetails,
      resolve: async ({ view: { CompanyProfileId: id } }, _args, { loaders }) => {
        if (id === null) return null;
        const { Companies } = await loaders.load('userDetails', 'viewer');
        return withId(Companies?.find(({ Id }) => Id === id) ?? null, 'Id');
      },
    }),
    userReference: t.string(view.value('UserRef', "The owner's own reference. Upstream `UserRef`.")),
    paymentAuth: t.field({
      type: PaymentAuthRef,
      ...view.value(
        'PaymentAuth',
        'Whether a charge was authorised. A form does not copy it: in an input it authorises another charge.',
      ),
    }),
    paymentAuthCode: t.int(view.code('PaymentAuth')),
    firstListedAt: t.field(view.instant('FirstListedUTC', 'When it was first listed; null if upstream gives no date.')),
    firstListedAtText: t.string(view.unparsed('FirstListedUTC')),
    relistedAt: t.field(view.instant('RelistedUTC', 'When it was last relisted; null if it never was.')),
    relistedAtText: t.string(view.unparsed('RelistedUTC')),
    viewCount: t.int(view.value('Views', 'Number of views.')),
    photos: t.field({
      type: [PhotoRef],
      description: 'Photos in order, with all stored sizes.',
      // They say themselves which is the main one.
      price: (visit) => part(visit, 'photos', { cached: ['main'] }),
      resolve: ({ id, view: definition }) =>
        photosOfDefinition(readableList(definition, 'Images', 'getListingDefinition')).map((photo) => ({
          listing: listingLink(id),
          ...photo,
        })),
    }),
    property: t.field({ type: PropertyDetailsRef, ...view.read('Set for property listings.', readKind('Property')) }),
    vehicle: t.field({ type: VehicleDetailsRef, ...view.read('Set for vehicle listings.', readKind('Vehicle')) }),
  }),
});

/** Price of the definition of a listing. */
export const definition = sumOf(onePerObject('getListingDefinition'), sameListing);

builder.queryField('listingDefinition', (t) =>
  t.field({
    type: ListingDefinitionRef,
    description: 'A listing as its owner edits it; null if there is none.',
    price: onListing(definition),
    args: { id: t.arg.id({ required: true, description: 'Global id or number.' }) },
    resolve: (_root, { id }, context) => findDefinition(readNumericKey('Listing', 'id', id), context),
  }),
);
