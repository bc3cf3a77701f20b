/** `ListingPreview`: a listing in short form, also for one that is gone, and its status. */
import type { ItemMiniData } from '../../../contract/listings.ts';
import type { Int64 } from '../../../json/int64.ts';
import { type Read, textIn } from '../../../rest/decoding/decode.ts';
import { globalId, parseGlobalId, readNumericKey } from '../../arguments/global-id.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { ListingRef } from './listing.ts';
import { listingLink } from './model/listing-model.ts';
import { listingOfView, preview, previewQuery } from './model/listing-prices.ts';

/** Whether a listing can still be seen, and if not, why. */
type ListingStatus = 'AVAILABLE' | 'DELETED' | 'NOT_FOUND' | 'UNKNOWN';

/** Reads the status. Assumption: R50. Where the service sets none of the flags, nothing is claimed. */
const listingStatus = ({ ItemDeleted, ItemFound }: Read<typeof ItemMiniData>): ListingStatus => {
  if (ItemDeleted === true) return 'DELETED';
  if (ItemFound === null) return 'UNKNOWN';
  return ItemFound ? 'AVAILABLE' : 'NOT_FOUND';
};

/** A preview by what it was asked for. */
interface ListingPreviewModel {
  readonly id: Int64;
  readonly agentId: Int64 | null;
  readonly data: Read<typeof ItemMiniData>;
}

const ListingPreviewStatusRef = builder.enumType('ListingPreviewStatus', {
  description: 'Whether a listing is still available.',
  values: {
    AVAILABLE: { value: 'AVAILABLE', description: 'Upstream `ItemFound` and not `ItemDeleted`.' },
    DELETED: { value: 'DELETED', description: 'Upstream `ItemDeleted`.' },
    NOT_FOUND: { value: 'NOT_FOUND', description: 'Upstream not `ItemFound`.' },
    UNKNOWN: { value: 'UNKNOWN', description: 'Upstream does not say.' },
  } as const,
});

/** An agent is named as whoever shares the account, or as others see them. */
const agentTypeOf = (id: string): string => (parseGlobalId(id)?.type === 'SharedUser' ? 'SharedUser' : 'UserProfile');

const readAgentId = (agentId: string | null | undefined): Int64 | null =>
  agentId == null ? null : readNumericKey(agentTypeOf(agentId), 'agentId', agentId);

const findPreview = async (
  id: Int64,
  agentId: Int64 | null,
  { loaders }: GatewayContext,
): Promise<ListingPreviewModel | null> => {
  const data = await loaders.load('listingPreview', { id, agentId });
  return data === null ? null : { id, agentId, data };
};

/** `ListingPreview`. */
const ListingPreviewRef = builder.objectRef<ListingPreviewModel>('ListingPreview').implement({
  description: 'A listing in short form, also available after its removal. Upstream `ItemMiniData`.',
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description: 'A key for caches, not for `Query.node`; the id of the listing is `listing.id`.',
      resolve: ({ id, agentId }) =>
        agentId === null ? globalId('ListingPreview', id) : globalId('ListingPreview', id, agentId),
    }),
    databaseId: t.exposeID('id', { nullable: false, description: 'Upstream `UniqueID`.' }),
    status: t.field({
      type: ListingPreviewStatusRef,
      nullable: false,
      description: 'Whether it is still available.',
      resolve: ({ data }) => listingStatus(data),
    }),
    title: t.string({ description: 'Upstream `Name`.', resolve: ({ data }) => data.Name }),
    description: t.string({ description: 'Upstream `Desc`. It may contain HTML.', resolve: ({ data }) => data.Desc }),
    priceText: t.string({
      description: 'Upstream gives this price as text.',
      resolve: ({ data }) => textIn(data, 'Price'),
    }),
    isPriceSpecified: t.boolean({ description: 'It has a price.', resolve: ({ data }) => data.IsPriceSpecified }),
    hasBorder: t.boolean({ description: 'Whether it is shown with a border.', resolve: ({ data }) => data.Border }),
    url: t.string({
      description: "Page on the marketplace's web site.",
      resolve: ({ data }) => data.DetailsUrl,
    }),
    imageUrl: t.string({ description: 'Full-size main picture.', resolve: ({ data }) => data.FullPhotoUrl }),
    thumbnailUrl: t.string({ description: 'Small main picture.', resolve: ({ data }) => data.PhotoUrl }),
    sellerName: t.string({ description: 'Upstream `Seller`.', resolve: ({ data }) => data.Seller }),
    sellerDatabaseId: t.id({ description: 'Upstream `SellerID`.', resolve: ({ data }) => data.SellerID }),
    listing: t.field({
      type: ListingRef,
      description: 'The full listing; null if it has been removed.',
      price: listingOfView,
      resolve: ({ id, data }) => (['DELETED', 'NOT_FOUND'].includes(listingStatus(data)) ? null : listingLink(id)),
    }),
  }),
});

const agentDescription =
  'Agent, if the caller is not the owner: global id of a `SharedUser` or `UserProfile`, or the number.';

builder.objectField(ListingRef, 'preview', (t) =>
  t.field({
    type: ListingPreviewRef,
    description: 'Short form, which also says whether the listing has been removed.',
    price: preview,
    args: { agentId: t.arg.id({ description: agentDescription }) },
    resolve: ({ id }, { agentId }, context) => findPreview(id, readAgentId(agentId), context),
  }),
);

builder.queryField('listingPreview', (t) =>
  t.field({
    type: ListingPreviewRef,
    description: 'A listing in short form, which also says whether it has been removed.',
    price: previewQuery,
    args: {
      id: t.arg.id({ required: true, description: 'Global id or number.' }),
      agentId: t.arg.id({ description: agentDescription }),
    },
    resolve: (_root, { id, agentId }, context) =>
      findPreview(readNumericKey('Listing', 'id', id), readAgentId(agentId), context),
  }),
);
