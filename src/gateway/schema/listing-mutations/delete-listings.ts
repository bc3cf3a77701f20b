/** `Mutation.deleteListing` and `Mutation.deleteListings`. */
import { PaymentAuth } from '../../../contract/codes.ts';
import type { Int64 } from '../../../json/int64.ts';
import { deleteListing, deleteListings } from '../../../upstream/endpoints/listing-batches.ts';
import { globalId, readNumericKey } from '../../arguments/global-id.ts';
import { inputListSizes, readListingIds } from '../../arguments/input-list.ts';
import { priced } from '../../pricing/price.ts';
import { change } from '../../pricing/price-helpers.ts';
import { builder } from '../core/builder.ts';
import { PaymentAuthRef } from '../core/enums.ts';
import { sendMutation } from '../core/send-change.ts';
import { type MutationPayloadModel, MutationPayloadRef } from '../core/user-error.ts';
import { type MultiListingPayloadModel, MultiListingPayloadRef, multiListingPayload } from './multi-listing-payload.ts';
import { multiListingChange } from './mutation-prices.ts';

interface DeleteListingPayload extends MutationPayloadModel {
  /** Null when the service refused. */
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

const DeleteListingInput = builder.inputType('DeleteListingInput', {
  description: 'Input of `deleteListing`.',
  fields: (t) => ({ id: t.id({ required: true, description: 'Global id or number of the listing.' }) }),
});

const DeleteListingsInput = builder.inputType('DeleteListingsInput', {
  description: 'Input of `deleteListings`.',
  fields: (t) => ({
    ids: t.idList({ required: true, description: `Global ids or numbers, ${inputListSizes}` }),
    paymentAuth: t.field({
      type: PaymentAuthRef,
      required: true,
      defaultValue: PaymentAuth.Undefined,
      description: 'Whether a charge is authorised.',
    }),
  }),
});

builder.mutationFields((t) => ({
  deleteListing: t.field({
    type: DeleteListingPayloadRef,
    description: 'Delete a listing.',
    extensions: priced(change('deleteListing')),
    args: { input: t.arg({ type: DeleteListingInput, required: true, description: 'Which listing.' }) },
    resolve: async (_root, { input }, context): Promise<DeleteListingPayload> => {
      const id = readNumericKey('Listing', 'input.id', input.id);
      const sent = await sendMutation(context, {
        mutation: 'deleteListing',
        field: ['input', 'id'],
        send: (call) => deleteListing(call, id),
      });
      return sent.kind === 'done'
        ? { deletedId: id, userErrors: [] }
        : { deletedId: null, userErrors: sent.userErrors };
    },
  }),
  deleteListings: t.field({
    type: DeleteListingsPayloadRef,
    description: 'Delete several listings; some may fail.',
    extensions: priced(multiListingChange('deleteListings')),
    args: { input: t.arg({ type: DeleteListingsInput, required: true, description: 'Which listings.' }) },
    resolve: async (_root, { input }, context) => {
      const ids = readListingIds('input.ids', input.ids);
      return multiListingPayload(
        await sendMutation(context, {
          mutation: 'deleteListings',
          field: ['input', 'ids'],
          send: (call) => deleteListings(call, ids, input.paymentAuth),
        }),
        ids,
      );
    },
  }),
}));
