/** `Mutation.unwatchListing`. */
import { unwatchListing } from '../../../upstream/endpoints/watching.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { createListingIdInput } from './core/listing-id-input.ts';
import { createListingPayload } from './core/listing-payload.ts';
import { watchWrite } from './core/mutation-prices.ts';
import { writeWatchFlag } from './core/watch-write.ts';

const UnwatchListingInput = createListingIdInput('unwatchListing');

builder.mutationField('unwatchListing', (t) =>
  t.field({
    type: createListingPayload('unwatchListing'),
    description: 'Stop watching a listing.',
    extensions: priced(watchWrite('unwatchListing')),
    args: { input: t.arg({ type: UnwatchListingInput, required: true, description: 'Which listing.' }) },
    resolve: (_root, { input }, context) => writeWatchFlag(input.id, context, 'unwatchListing', unwatchListing),
  }),
);
