/** `ListingPreview`: a listing in short form, also for one that is gone, and its status. */
import type { ItemMiniData } from '../../../contract/listings.ts';
import type { Int64 } from '../../../json/int64.ts';
import { type Read, textIn } from '../../../rest/decoding/decode.ts';
import { globalId, parseGlobalId, readNumericKey } from '../../arguments/global-id.ts';
import { call, keyOf, type Price } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { viewFields } from '../core/views.ts';
import { listingLink, ListingRef, onListing, sameListing } from './listing-model.ts';

const ListingPreviewStatusRef = builder.enumType('ListingPreviewStatus', {
  description: 'Whether a listing is still available.',
  values: {
    AVAILABLE: { description: 'Upstream `ItemFound` and not `ItemDeleted`.' },
    DELETED: { description: 'Upstream `ItemDeleted`.' },
    NOT_FOUND: { description: 'Upstream not `ItemFound`.' },
    UNKNOWN: { description: 'Upstream does not say.' },
  },
});

/** Assumption: R50. Where the service sets none of the flags, nothing is claimed. */
const statusOf = ({ ItemDeleted, ItemFound }: Read<typeof ItemMiniData>) => {
  if (ItemDeleted === true) return 'DELETED';
  if (ItemFound === null) return 'UNKNOWN';
  return ItemFound ? 'AVAILABLE' : 'NOT_FOUND';
};

interface ListingPreviewModel {
  readonly id: Int64;
  readonly agentId: Int64 | null;
  readonly data: Read<typeof ItemMiniData>;
}

export const agentArgument = builder.args((t) => ({
  agentId: t.id({
    description: 'Agent, if the caller is not the owner: global id of a `SharedUser` or `UserProfile`, or the number.',
  }),
}));

/** An agent is named as whoever shares the account, or as others see them. */
const readAgentId = (id: string): Int64 =>
  readNumericKey(parseGlobalId(id)?.type === 'SharedUser' ? 'SharedUser' : 'UserProfile', 'agentId', id);

/** A preview, for the agent that the argument names; null when there is none for the caller. `GET /v1/listings/{id}/mini` */
export const findPreview = async (id: Int64, agent: string | null | undefined, { loaders }: GatewayContext) => {
  const agentId = agent == null ? null : readAgentId(agent);
  const data = await loaders.load('listingPreview', { id, agentId });
  return data && { id, agentId, data };
};

const mini = viewFields(({ data }: ListingPreviewModel) => data);

export const ListingPreviewRef = builder.objectRef<ListingPreviewModel>('ListingPreview').implement({
  description: 'A listing in short form, also available after its removal. Upstream `ItemMiniData`.',
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description: 'A key for caches, not for `Query.node`; the id of the listing is `listing.id`.',
      resolve: ({ id, agentId }) => globalId('ListingPreview', id, agentId),
    }),
    databaseId: t.exposeID('id', { nullable: false, description: 'Upstream `UniqueID`.' }),
    status: t.field({
      type: ListingPreviewStatusRef,
      nullable: false,
      description: 'Whether it is still available.',
      resolve: ({ data }) => statusOf(data),
    }),
    title: t.string(mini.value('Name', 'Upstream `Name`.')),
    description: t.string(mini.value('Desc', 'Upstream `Desc`. It may contain HTML.')),
    priceText: t.string(mini.read('Upstream gives this price as text.', (view) => textIn(view, 'Price'))),
    isPriceSpecified: t.boolean(mini.value('IsPriceSpecified', 'It has a price.')),
    hasBorder: t.boolean(mini.value('Border', 'Whether it is shown with a border.')),
    url: t.string(mini.value('DetailsUrl', "Page on the marketplace's web site.")),
    imageUrl: t.string(mini.value('FullPhotoUrl', 'Full-size main picture.')),
    thumbnailUrl: t.string(mini.value('PhotoUrl', 'Small main picture.')),
    sellerName: t.string(mini.value('Seller', 'Upstream `Seller`.')),
    sellerDatabaseId: t.id(mini.value('SellerID', 'Upstream `SellerID`.')),
    listing: t.field({
      type: ListingRef,
      description: 'The full listing; null if it has been removed.',
      price: sameListing,
      resolve: ({ id, data }) => (['DELETED', 'NOT_FOUND'].includes(statusOf(data)) ? null : listingLink(id)),
    }),
  }),
});

/** Price of the preview of a listing, of its own for each agent. */
export const preview: Price = (visit) => {
  const agent = visit.args['agentId'] == null ? '' : ` as seen by ${keyOf(visit.args['agentId'])}`;
  call(visit, 'getListingMini', `${visit.subject.identity}${agent}`, visit.subject.count);
  return sameListing(visit);
};

builder.queryField('listingPreview', (t) =>
  t.field({
    type: ListingPreviewRef,
    description: 'A listing in short form, which also says whether it has been removed.',
    price: onListing(preview),
    args: { id: t.arg.id({ required: true, description: 'Global id or number.' }), ...agentArgument },
    resolve: (_root, { id, agentId }, context) => findPreview(readNumericKey('Listing', 'id', id), agentId, context),
  }),
);
