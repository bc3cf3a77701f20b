/** `Mutation.deleteListings`. */
import { deleteListings } from '../../../upstream/endpoints/listing-batches.ts';
import { globalId } from '../../arguments/global-id.ts';
import { readListingIds } from '../../arguments/input-list.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { sendMutation } from '../core/send-mutation.ts';
import { MutationPayloadRef } from '../core/user-error.ts';
import { createBatchInput } from './core/batch-input.ts';
import {
  type MultiListingPayloadModel,
  MultiListingPayloadRef,
  multiListingPayload,
} from './core/multi-listing-payload.ts';
import { multiListingWrite } from './core/mutation-prices.ts';

const DeleteListingsPayloadRef = builder.objectRef<MultiListingPayloadModel>('DeleteListingsPayload').implement({
  description: 'Result of `deleteListings`.',
  interfaces: [MutationPayloadRef, MultiListingPayloadRef],
  fields: (t) => ({
    deletedListingIds: t.idList({
      nullable: { list: false, items: false },
      description: "Global ids, for removal from a client's cache.",
      resolve: ({ succeeded }) => succeeded.map((id) => globalId('Listing', id)),
    }),
  }),
});

const DeleteListingsInput = createBatchInput('deleteListings');

builder.mutationField('deleteListings', (t) =>
  t.field({
    type: DeleteListingsPayloadRef,
    description: 'Delete several listings; some may fail.',
    extensions: priced(multiListingWrite('deleteListings')),
    args: { input: t.arg({ type: DeleteListingsInput, required: true, description: 'Which listings.' }) },
    resolve: async (_root, { input }, context) => {
      const ids = readListingIds('input.ids', input.ids);
      const outcome = await sendMutation(context, {
        mutation: 'deleteListings',
        field: ['input', 'ids'],
        send: (call) => deleteListings(call, ids, input.paymentAuth),
      });
      return multiListingPayload(outcome, ids);
    },
  }),
);
