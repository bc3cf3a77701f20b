/** `Mutation.unwatchListings`. */
import { unwatchListings } from '../../../upstream/endpoints/watching.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { createMultiWatchInput, createMultiWatchPayload, writeWatchFlags } from './core/multi-watch-write.ts';
import { multiWatchWrite } from './core/mutation-prices.ts';

const UnwatchListingsInput = createMultiWatchInput('unwatchListings');

builder.mutationField('unwatchListings', (t) =>
  t.field({
    type: createMultiWatchPayload('unwatchListings'),
    description: 'Stop watching several listings.',
    extensions: priced(multiWatchWrite('unwatchListings')),
    args: { input: t.arg({ type: UnwatchListingsInput, required: true, description: 'Which listings.' }) },
    resolve: (_root, { input }, context) => writeWatchFlags(input.items, context, 'unwatchListings', unwatchListings),
  }),
);
