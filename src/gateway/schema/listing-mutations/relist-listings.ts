/** `Mutation.relistListings`. */
import { relistListings } from '../../../upstream/endpoints/listing-batches.ts';
import { readListingIds } from '../../arguments/input-list.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { sendMutation } from '../core/send-mutation.ts';
import { createBatchInput } from './core/batch-input.ts';
import { multiListingPayload } from './core/multi-listing-payload.ts';
import { multiListingWrite } from './core/mutation-prices.ts';
import { createRelistPayload } from './core/relist-payload.ts';

const RelistListingsInput = createBatchInput('relistListings');

builder.mutationField('relistListings', (t) =>
  t.field({
    type: createRelistPayload('relistListings'),
    description: 'Make several expired listings active again; some may fail.',
    extensions: priced(multiListingWrite('relistListings')),
    args: { input: t.arg({ type: RelistListingsInput, required: true, description: 'Which listings.' }) },
    resolve: async (_root, { input }, context) => {
      const ids = readListingIds('input.ids', input.ids);
      const outcome = await sendMutation(context, {
        mutation: 'relistListings',
        field: ['input', 'ids'],
        send: (call) => relistListings(call, ids, input.paymentAuth),
      });
      return multiListingPayload(outcome, ids);
    },
  }),
);
