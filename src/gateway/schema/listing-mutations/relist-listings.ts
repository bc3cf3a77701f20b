/** `Mutation.relistListings` and `Mutation.relistAllListings`. */
import { PaymentAuth } from '../../../contract/codes.ts';
import { relistAllListings, relistListings } from '../../../upstream/endpoints/listing-batches.ts';
import { inputListSizes, readListingIds } from '../../arguments/input-list.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { PaymentAuthRef } from '../core/enums.ts';
import { sendMutation } from '../core/send-change.ts';
import { MutationPayloadRef } from '../core/user-error.ts';
import { ListingRef } from '../listing/listing.ts';
import { listingLink } from '../listing/listing-model.ts';
import { type MultiListingPayloadModel, MultiListingPayloadRef, multiListingPayload } from './multi-listing-payload.ts';
import { multiListingChange, payloadListing } from './mutation-prices.ts';

const createPayload = (name: string, description: string) =>
  builder.objectRef<MultiListingPayloadModel>(name).implement({
    description,
    interfaces: [MutationPayloadRef, MultiListingPayloadRef],
    fields: (t) => ({
      listings: t.field({
        type: [ListingRef],
        nullable: { list: false, items: false },
        description: 'Listings that are active again.',
        extensions: priced(payloadListing),
        resolve: ({ succeeded }) => succeeded.map((id) => listingLink(id)),
      }),
    }),
  });

const RelistListingsPayloadRef = createPayload('RelistListingsPayload', 'Result of `relistListings`.');
const RelistAllListingsPayloadRef = createPayload('RelistAllListingsPayload', 'Result of `relistAllListings`.');

const paymentAuthDescription = 'Whether a charge is authorised.';

const RelistListingsInput = builder.inputType('RelistListingsInput', {
  description: 'Input of `relistListings`.',
  fields: (t) => ({
    ids: t.idList({ required: true, description: `Global ids or numbers, ${inputListSizes}` }),
    paymentAuth: t.field({
      type: PaymentAuthRef,
      required: true,
      defaultValue: PaymentAuth.Undefined,
      description: paymentAuthDescription,
    }),
  }),
});

const RelistAllListingsInput = builder.inputType('RelistAllListingsInput', {
  description: 'Input of `relistAllListings`.',
  fields: (t) => ({
    paymentAuth: t.field({
      type: PaymentAuthRef,
      required: true,
      defaultValue: PaymentAuth.Undefined,
      description: paymentAuthDescription,
    }),
  }),
});

builder.mutationFields((t) => ({
  relistListings: t.field({
    type: RelistListingsPayloadRef,
    description: 'Make several expired listings active again; some may fail.',
    extensions: priced(multiListingChange('relistListings')),
    args: { input: t.arg({ type: RelistListingsInput, required: true, description: 'Which listings.' }) },
    resolve: async (_root, { input }, context) => {
      const ids = readListingIds('input.ids', input.ids);
      return multiListingPayload(
        await sendMutation(context, {
          mutation: 'relistListings',
          field: ['input', 'ids'],
          send: (call) => relistListings(call, ids, input.paymentAuth),
        }),
        ids,
      );
    },
  }),
  relistAllListings: t.field({
    type: RelistAllListingsPayloadRef,
    description: 'Make all expired listings active again; some may fail.',
    extensions: priced(multiListingChange('relistAllListings')),
    args: { input: t.arg({ type: RelistAllListingsInput, required: true, description: 'On which terms.' }) },
    resolve: async (_root, { input }, context) =>
      multiListingPayload(
        await sendMutation(context, {
          mutation: 'relistAllListings',
          field: null,
          notFound: 'There is nothing to list again.',
          send: (call) => relistAllListings(call, input.paymentAuth),
        }),
        null,
      ),
  }),
}));
