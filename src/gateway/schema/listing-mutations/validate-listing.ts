/** `Mutation.validateListing`: checks a listing without saving it. */

import { type ListingCheck, validateListing } from '../../../upstream/endpoints/listing-writes.ts';
import { getDefinitionToChange } from '../../../upstream/endpoints/listings.ts';
import { readNumericKey } from '../../arguments/global-id.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { type LocatedCheck, refusalOf } from '../core/field-errors.ts';
import { sendMutation } from '../core/send-mutation.ts';
import { type MutationPayloadModel, MutationPayloadRef } from '../core/user-error.ts';
import { ListingFieldCheckRef, locate } from './core/field-check.ts';
import { ListingInput, readListingInput } from './core/listing-input.ts';
import { mergeListing } from './core/merged-listing.ts';
import { listingCheck } from './core/mutation-prices.ts';

interface ValidateListingPayload extends MutationPayloadModel {
  readonly canProceed: ListingCheck['canProceed'];
  readonly checks: readonly LocatedCheck[];
}

const ValidateListingPayloadRef = builder.objectRef<ValidateListingPayload>('ValidateListingPayload').implement({
  description:
    'Result of `validateListing`. Problems of the listing are in `checks`; `userErrors` is for a validation that could not be run, and for what the service says beside its results.',
  interfaces: [MutationPayloadRef],
  fields: (t) => ({
    canProceed: t.exposeBoolean('canProceed', {
      description: 'Whether the fields of the listing are valid for saving; a limit or a charge may still prevent it.',
    }),
    checks: t.field({
      type: [ListingFieldCheckRef],
      nullable: { list: false, items: false },
      description: "Upstream's result for each field, including valid ones.",
      resolve: ({ checks }) => [...checks],
    }),
  }),
});

const ValidateListingInput = builder.inputType('ValidateListingInput', {
  description: 'Input of `validateListing`.',
  fields: (t) => ({
    id: t.id({
      description:
        'Global id or number of the listing, to validate a change to it. `listing` is then completed from its definition, as in `updateListing`.',
    }),
    listing: t.field({ type: ListingInput, required: true, description: 'The listing, or its changes.' }),
  }),
});

builder.mutationField('validateListing', (t) =>
  t.field({
    type: ValidateListingPayloadRef,
    description: 'Check a listing without saving it.',
    extensions: priced(listingCheck),
    args: { input: t.arg({ type: ValidateListingInput, required: true, description: 'What to check.' }) },
    resolve: async (_root, { input }, context): Promise<ValidateListingPayload> => {
      const id = input.id == null ? null : readNumericKey('Listing', 'input.id', input.id);
      const given = readListingInput(input.listing);
      const sent = await sendMutation(context, {
        mutation: 'validateListing',
        field: id === null ? null : ['input', 'id'],
        send: async (call) => {
          if (id === null) return validateListing(call, given);
          const known = await getDefinitionToChange(call, id);
          return validateListing(call, mergeListing(id, known, input.listing));
        },
      });
      if (sent.kind !== 'done') return { canProceed: null, checks: [], userErrors: sent.userErrors };
      const { canProceed, checks, error } = sent.result;
      const userErrors = error === null ? [] : [refusalOf(error)];
      return { canProceed, checks: locate(checks, input.listing), userErrors };
    },
  }),
);
