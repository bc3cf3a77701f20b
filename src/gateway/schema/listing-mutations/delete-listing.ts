/** `Mutation.deleteListing`. */
import type { Int64 } from '../../../json/int64.ts';
import { deleteListing } from '../../../rest/endpoints/listing-batches.ts';
import { globalId, readNumericKey } from '../../arguments/global-id.ts';
import { write } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { sendMutation } from '../core/send-mutation.ts';
import { type MutationPayloadModel, MutationPayloadRef } from '../core/user-error.ts';
import { createListingIdInput } from './listing-payload.ts';

interface DeleteListingPayload extends MutationPayloadModel {
  /** Null if the service rejected the request. */
  readonly deletedId: Int64 | null;
}

const DeleteListingPayloadRef = builder.objectRef<DeleteListingPayload>('DeleteListingPayload').implement({
  description: 'Result of `deleteListing`.',
  interfaces: [MutationPayloadRef],
  fields: (t) => ({
    deletedListingId: t.id({
      description: "Global id, for removal from a client's cache.",
      resolve: ({ deletedId }) => (deletedId === null ? null : globalId('Listing', deletedId)),
    }),
  }),
});

const DeleteListingInput = createListingIdInput('deleteListing');

builder.mutationField('deleteListing', (t) =>
  t.field({
    type: DeleteListingPayloadRef,
    description: 'Delete a listing.',
    price: write('deleteListing'),
    args: { input: t.arg({ type: DeleteListingInput, required: true, description: 'Which listing.' }) },
    resolve: async (_root, { input }, context): Promise<DeleteListingPayload> => {
      const id = readNumericKey('Listing', 'input.id', input.id);
      const outcome = await sendMutation(context, {
        mutation: 'deleteListing',
        field: ['input', 'id'],
        send: (call) => deleteListing(call, id),
      });
      return outcome.kind === 'done'
        ? { deletedId: id, userErrors: [] }
        : { deletedId: null, userErrors: outcome.userErrors };
    },
  }),
);
