/** `Mutation.watchListing` and `Mutation.unwatchListing`. */
import type { Call } from '../../upstream/client.ts';
import { UpstreamNotFoundError, UpstreamRejectedError } from '../../upstream/errors.ts';
import type { Int64 } from '../../upstream/int64.ts';
import { unwatchListing, watchListing } from '../../upstream/watching.ts';
import { builder } from '../builder.ts';
import type { GatewayContext } from '../context.ts';
import { readNumericKey } from '../global-id.ts';
import { priced } from '../pricing/price.ts';
import { payloadListing, watchChange } from '../pricing/prices.ts';
import { type MutationPayloadModel, MutationPayloadRef, type UserErrorModel } from '../user-error.ts';
import { ListingRef } from './listing.ts';
import { type ListingModel, listingLink } from './listing-model.ts';

interface WatchPayload extends MutationPayloadModel {
  /** Null when the service refused. */
  readonly listing: ListingModel | null;
}

/** Failures that are the business of the person in front of the screen; others are thrown on. */
const expectedFailure = (error: unknown): UserErrorModel => {
  const field = ['input', 'id'];
  if (error instanceof UpstreamNotFoundError) return { code: 'NOT_FOUND', field, message: 'There is no such listing.' };
  if (error instanceof UpstreamRejectedError) {
    return { code: 'REJECTED', field, message: error.serviceMessage ?? 'The service refused.' };
  }
  throw error;
};

const setWatching = async (
  inputId: string,
  context: GatewayContext,
  isWatching: boolean,
  send: (call: Call, id: Int64) => Promise<void>,
): Promise<WatchPayload> => {
  const id = readNumericKey('Listing', 'input.id', inputId);
  try {
    await send(context.call, id);
  } catch (error) {
    return { listing: null, userErrors: [expectedFailure(error)] };
  }
  context.loaders.forgetWatching(id);
  return { listing: listingLink(id, isWatching), userErrors: [] };
};

const createPayload = (name: string, description: string) =>
  builder.objectRef<WatchPayload>(name).implement({
    description,
    interfaces: [MutationPayloadRef],
    fields: (t) => ({
      listing: t.expose('listing', {
        type: ListingRef,
        description: 'The listing, with its watch flag as it is now.',
        extensions: priced(payloadListing),
      }),
    }),
  });

const WatchListingPayloadRef = createPayload('WatchListingPayload', 'Result of `watchListing`.');
const UnwatchListingPayloadRef = createPayload('UnwatchListingPayload', 'Result of `unwatchListing`.');

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
    resolve: (_root, { input }, context) => setWatching(input.id, context, true, watchListing),
  }),
  unwatchListing: t.field({
    type: UnwatchListingPayloadRef,
    description: 'No longer watch a listing.',
    extensions: priced(watchChange('unwatchListing')),
    args: { input: t.arg({ type: UnwatchListingInput, required: true, description: 'Which listing.' }) },
    resolve: (_root, { input }, context) => setWatching(input.id, context, false, unwatchListing),
  }),
}));
