/** `ListingDefinition`: a listing as its owner edits it, its revision, and where it is read. */
import { createHash } from 'node:crypto';
import type { Int64 } from '../../../json/int64.ts';
import { allWrittenIn, codeIn, textIn } from '../../../rest/decoding/decode.ts';
import { readInstant } from '../../../rest/decoding/instant.ts';
import { photosOfDefinition } from '../../../rest/endpoints/photos.ts';
import { globalId, readNumericKey } from '../../arguments/global-id.ts';
import { type AttributeGroup, isOfKind, readingDefinition } from '../../listing-views/attribute.ts';
import type { DefinitionView } from '../../listing-views/views.ts';
import { fromUserDetails } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { ListingConditionRef, PaymentAuthRef, PriceLabelRef } from '../core/enums.ts';
import { MoneyRef, amountTextIn, moneyIn } from '../core/money.ts';
import { readableList } from '../core/readable-list.ts';
import { LocalityRef, localityLink } from '../lookup/region-locality.ts';
import { CompanyRef, companyOf } from '../profile/company.ts';
import { SharedUserRef, sharedUserOf } from '../profile/shared-user.ts';
import { CategoryRef } from '../section/category.ts';
import { categoryLink, sectionLink } from '../section/section-model.ts';
import { SectionRef } from '../section/section.ts';
import type { KindModel } from './listing-attributes.ts';
import { ListingRef } from './listing.ts';
import { listingLink } from './model/listing-model.ts';
import {
  definition,
  definitionCategory,
  definitionLocality,
  definitionQuery,
  definitionSection,
  listingOfView,
  photosWithMain,
} from './model/listing-prices.ts';
import { PhotoRef } from './photo.ts';
import { PropertyDetailsRef, propertyAttributes } from './property-details.ts';
import { VehicleDetailsRef, vehicleAttributes } from './vehicle-details.ts';

/** Returns a text that is the same for equal definitions, in every process. Views are no change: readers count them up. */
export const revisionOf = ({ Views: _views, ...definition }: DefinitionView): string =>
  createHash('sha256')
    .update(JSON.stringify([definition, allWrittenIn(definition)]))
    .digest('base64url')
    .slice(0, 22);

/** A definition by the id it was asked for. */
interface ListingDefinitionModel {
  readonly id: Int64;
  readonly view: DefinitionView;
}

const findDefinition = async (id: Int64, { loaders }: GatewayContext): Promise<ListingDefinitionModel | null> => {
  const view = await loaders.load('listingDefinitionById', id);
  return view === null ? null : { id, view };
};

/** The attributes of a kind of listing; null for a listing of another kind, which the definition does not name. */
const kindIn = (view: DefinitionView, group: AttributeGroup, other: AttributeGroup): KindModel | null => {
  const read = readingDefinition(view);
  return isOfKind(group, other, read) ? { read } : null;
};

/** Options of a field whose value stands in the definition as it is. */
const viewField = <Name extends keyof DefinitionView>(name: Name) => ({
  resolve: ({ view }: ListingDefinitionModel): DefinitionView[Name] => view[name],
});

/** Options of a field that has the number of a code. */
const codeField = (name: 'Condition' | 'PaymentAuth' | 'PriceLabel') => ({
  resolve: ({ view }: ListingDefinitionModel): number | null => codeIn(view, name),
});

/** `ListingDefinition`. */
const ListingDefinitionRef = builder.objectRef<ListingDefinitionModel>('ListingDefinition').implement({
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
      price: listingOfView,
      resolve: ({ id }) => listingLink(id),
    }),
    revision: t.string({
      nullable: false,
      description:
        'Changes whenever anything that can be edited does: for `UpdateListingInput.ifRevision`. Views do not change it.',
      resolve: ({ view }) => revisionOf(view),
    }),
    section: t.field({
      type: SectionRef,
      description: 'Section it is in.',
      price: definitionSection,
      resolve: ({ view }) => sectionLink(view.SectionId),
    }),
    category: t.field({
      type: CategoryRef,
      description: 'Category it is in.',
      price: definitionCategory,
      resolve: ({ view }) => categoryLink(view.CategoryId, null, sectionLink(view.SectionId)),
    }),
    locality: t.field({
      type: LocalityRef,
      description: 'Where it is.',
      price: definitionLocality,
      resolve: ({ view }) => localityLink(view.LocalityId),
    }),
    title: t.string({ description: 'Headline.', ...viewField('Title') }),
    description: t.string({ description: 'Text of the listing. It may contain HTML.', ...viewField('Description') }),
    price: t.field({ type: MoneyRef, description: 'Asking price.', resolve: ({ view }) => moneyIn(view, 'Price') }),
    priceText: t.string({
      description: 'Upstream `Price`, unparsed.',
      resolve: ({ view }) => amountTextIn(view, 'Price'),
    }),
    priceLabel: t.field({ type: PriceLabelRef, description: 'What the price is for.', ...viewField('PriceLabel') }),
    priceLabelCode: t.int({ description: 'Upstream `PriceLabel`, also one unknown here.', ...codeField('PriceLabel') }),
    condition: t.field({ type: ListingConditionRef, description: 'Condition of the item.', ...viewField('Condition') }),
    conditionCode: t.int({ description: 'Upstream `Condition`, also one unknown here.', ...codeField('Condition') }),
    contactTelephone: t.string({
      description: 'Telephone number to show. Upstream `ContactTel`.',
      ...viewField('ContactTel'),
    }),
    assignedUserOrGroupId: t.id({
      description: 'Upstream `AssignedUserOrGroupId`.',
      ...viewField('AssignedUserOrGroupId'),
    }),
    assignee: t.field({
      type: SharedUserRef,
      description: "The assignee, if it is one of the caller's shared users.",
      price: fromUserDetails,
      resolve: async ({ view }, _args, { loaders }) => {
        if (view.AssignedUserOrGroupId === null) return null;
        const { SharedUsers } = await loaders.load('userDetails', 'viewer');
        const user = SharedUsers?.find(({ Id }) => Id === view.AssignedUserOrGroupId);
        return user === undefined ? null : sharedUserOf(user);
      },
    }),
    companyProfileId: t.id({ description: 'Upstream `CompanyProfileId`.', ...viewField('CompanyProfileId') }),
    company: t.field({
      type: CompanyRef,
      description: "The company, if it is one of the caller's.",
      price: fromUserDetails,
      resolve: async ({ view }, _args, { loaders }) => {
        if (view.CompanyProfileId === null) return null;
        const { Companies } = await loaders.load('userDetails', 'viewer');
        return companyOf(Companies?.find(({ Id }) => Id === view.CompanyProfileId) ?? null);
      },
    }),
    userReference: t.string({ description: "The owner's own reference. Upstream `UserRef`.", ...viewField('UserRef') }),
    paymentAuth: t.field({
      type: PaymentAuthRef,
      description:
        'Whether a charge was authorised. A form does not copy it: in an input it authorises another charge.',
      ...viewField('PaymentAuth'),
    }),
    paymentAuthCode: t.int({
      description: 'Upstream `PaymentAuth`, also one unknown here.',
      ...codeField('PaymentAuth'),
    }),
    firstListedAt: t.field({
      type: 'DateTime',
      description: 'When it was first listed; null if upstream gives no date.',
      resolve: ({ view }) => readInstant(view.FirstListedUTC),
    }),
    firstListedAtText: t.string({
      description: 'Upstream `FirstListedUTC`, unparsed.',
      resolve: ({ view }) => textIn(view, 'FirstListedUTC'),
    }),
    relistedAt: t.field({
      type: 'DateTime',
      description: 'When it was last relisted; null if it never was.',
      resolve: ({ view }) => readInstant(view.RelistedUTC),
    }),
    relistedAtText: t.string({
      description: 'Upstream `RelistedUTC`, unparsed.',
      resolve: ({ view }) => textIn(view, 'RelistedUTC'),
    }),
    viewCount: t.int({ description: 'Number of views.', ...viewField('Views') }),
    photos: t.field({
      type: [PhotoRef],
      description: 'Photos in order, with all stored sizes.',
      price: photosWithMain,
      resolve: ({ id, view }) =>
        photosOfDefinition(readableList(view, 'Images', 'getListingDefinition')).map((photo) => ({
          listing: listingLink(id),
          ...photo,
        })),
    }),
    property: t.field({
      type: PropertyDetailsRef,
      description: 'Set for property listings.',
      resolve: ({ view }) => kindIn(view, propertyAttributes, vehicleAttributes),
    }),
    vehicle: t.field({
      type: VehicleDetailsRef,
      description: 'Set for vehicle listings.',
      resolve: ({ view }) => kindIn(view, vehicleAttributes, propertyAttributes),
    }),
  }),
});

builder.objectField(ListingRef, 'definition', (t) =>
  t.field({
    type: ListingDefinitionRef,
    description: 'The listing as its owner edits it.',
    price: definition,
    resolve: ({ id }, _args, context) => findDefinition(id, context),
  }),
);

builder.queryField('listingDefinition', (t) =>
  t.field({
    type: ListingDefinitionRef,
    description: 'A listing as its owner edits it; null if there is none.',
    price: definitionQuery,
    args: { id: t.arg.id({ required: true, description: 'Global id or number.' }) },
    resolve: (_root, { id }, context) => findDefinition(readNumericKey('Listing', 'id', id), context),
  }),
);
