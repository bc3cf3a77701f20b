/** `Mutation.watchListing` and `Mutation.unwatchListing`. */
import type { Call } from '../../upstream/client.ts';
import type { Int64 } from '../../upstream/int64.ts';
import { unwatchListing, watchListing } from '../../upstream/watching.ts';
import { builder } from '../builder.ts';
import { sendChange } from '../change.ts';
import type { GatewayContext } from '../context.ts';
import { readNumericKey } from '../global-id.ts';
import { createListingPayload, type ListingPayloadModel, listingPayload } from '../listing-changes/listing-payload.ts';
import { watchChange } from '../pricing/change-prices.ts';
import { priced } from '../pricing/price.ts';

const setWatching = async (
  inputId: string,
  context: GatewayContext,
  mutation: 'watchListing' | 'unwatchListing',
  send: (call: Call, id: Int64) => Promise<void>,
): Promise<ListingPayloadModel> => {
  const id = readNumericKey('Listing', 'input.id', inputId);
  const sent = await sendChange(context, { mutation, field: ['input', 'id'], send: (call) => send(call, id) });
  return listingPayload(id, sent, mutation === 'watchListing');
};

const WatchListingPayloadRef = createListingPayload('WatchListingPayload', 'Result of `watchListing`.');
const UnwatchListingPayloadRef = createListingPayload('UnwatchListingPayload', 'Result of `unwatchListing`.');

const createInput = (name: string, description: string) =>
  builder.inputType(name, {
    description,
    fields: (t) => ({ id: t.id({ required: true, description: 'Global id or number of the listing.' }) }),
  });

const WatchListingInput = createInput('WatchListingInput', 'Input of `watchListing`.');
const UnwatchListingInput = createInput('UnwatchListingInput', 'Input of `unwatchListing`.');

builder.mutationFields((t) => ({
  watchListing: t.field({
    type: WatchListingPayloadRef,
    description: 'Watch a listing.',
    extensions: priced(watchChange('watchListing')),
    args: { input: t.arg({ type: WatchListingInput, required: true, description: 'Which listing.' }) },
    resolve: (_root, { input }, context) => setWatching(input.id, context, 'watchListing', watchListing),
  }),
  unwatchListing: t.field({
    type: UnwatchListingPayloadRef,
    description: 'No longer watch a listing.',
    extensions: priced(watchChange('unwatchListing')),
    args: { input: t.arg({ type: UnwatchListingInput, required: true, description: 'Which listing.' }) },
    resolve: (_root, { input }, context) => setWatching(input.id, context, 'unwatchListing', unwatchListing),
  }),
}));
