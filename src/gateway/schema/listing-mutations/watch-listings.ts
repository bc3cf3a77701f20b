/** `Mutation.watchListings`. */
import { watchListings } from '../../../upstream/endpoints/watching.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { createMultiWatchInput, createMultiWatchPayload, writeWatchFlags } from './core/multi-watch-write.ts';
import { multiWatchWrite } from './core/mutation-prices.ts';

const WatchListingsInput = createMultiWatchInput('watchListings');

builder.mutationField('watchListings', (t) =>
  t.field({
    type: createMultiWatchPayload('watchListings'),
    description: 'Watch several listings.',
    extensions: priced(multiWatchWrite('watchListings')),
    args: { input: t.arg({ type: WatchListingsInput, required: true, description: 'Which listings.' }) },
    resolve: (_root, { input }, context) => writeWatchFlags(input.items, context, 'watchListings', watchListings),
  }),
);
