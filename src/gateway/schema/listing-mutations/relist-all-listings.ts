/** `Mutation.relistAllListings`. */
import { PaymentAuth } from '../../../contract/codes.ts';
import { relistAllListings } from '../../../upstream/endpoints/listing-batches.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { PaymentAuthRef } from '../core/enums.ts';
import { sendMutation } from '../core/send-mutation.ts';
import { multiListingPayload } from './core/multi-listing-payload.ts';
import { multiListingWrite } from './core/mutation-prices.ts';
import { createRelistPayload } from './core/relist-payload.ts';

const RelistAllListingsInput = builder.inputType('RelistAllListingsInput', {
  description: 'Input of `relistAllListings`.',
  fields: (t) => ({
    paymentAuth: t.field({
      type: PaymentAuthRef,
      required: true,
      defaultValue: PaymentAuth.Undefined,
      description: 'Whether a charge is authorised.',
    }),
  }),
});

builder.mutationField('relistAllListings', (t) =>
  t.field({
    type: createRelistPayload('relistAllListings'),
    description: 'Make all expired listings active again; some may fail.',
    extensions: priced(multiListingWrite('relistAllListings')),
    args: { input: t.arg({ type: RelistAllListingsInput, required: true, description: 'Terms of the option.' }) },
    resolve: async (_root, { input }, context) => {
      const outcome = await sendMutation(context, {
        mutation: 'relistAllListings',
        field: null,
        notFound: 'There is nothing to list again.',
        send: (call) => relistAllListings(call, input.paymentAuth),
      });
      return multiListingPayload(outcome, null);
    },
  }),
);
