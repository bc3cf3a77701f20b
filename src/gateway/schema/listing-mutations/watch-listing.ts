/** `Mutation.watchListing` and `Mutation.unwatchListing`. */

import type { Int64 } from '../../../json/int64.ts';
import type { Call } from '../../../upstream/client.ts';
import { unwatchListing, watchListing } from '../../../upstream/endpoints/watching.ts';
import { readNumericKey } from '../../arguments/global-id.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { sendMutation } from '../core/send-change.ts';
import { createListingPayload, type ListingPayloadModel, listingPayload } from './listing-payload.ts';
import { watchChange } from './mutation-prices.ts';

const setWatching = async (
  inputId: string,
  context: GatewayContext,
  mutation: 'watchListing' | 'unwatchListing',
  send: (call: Call, id: Int64) => Promise<void>,
): Promise<ListingPayloadModel> => {
  const id = readNumericKey('Listing', 'input.id', inputId);
  const sent = await sendMutation(context, { mutation, field: ['input', 'id'], send: (call) => send(call, id) });
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
