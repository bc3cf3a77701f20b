/** `Mutation.watchListing`. */
import { watchListing } from '../../../upstream/endpoints/watching.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { createListingIdInput } from './core/listing-id-input.ts';
import { createListingPayload } from './core/listing-payload.ts';
import { watchWrite } from './core/mutation-prices.ts';
import { writeWatchFlag } from './core/watch-write.ts';

const WatchListingInput = createListingIdInput('watchListing');

builder.mutationField('watchListing', (t) =>
  t.field({
    type: createListingPayload('watchListing'),
    description: 'Watch a listing.',
    extensions: priced(watchWrite('watchListing')),
    args: { input: t.arg({ type: WatchListingInput, required: true, description: 'Which listing.' }) },
    resolve: (_root, { input }, context) => writeWatchFlag(input.id, context, 'watchListing', watchListing),
  }),
);
