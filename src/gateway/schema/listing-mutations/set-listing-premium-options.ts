/** `Mutation.setListingPremiumOptions`: buys premium options for a listing. */
import { setPremiumOptions } from '../../../rest/endpoints/premium-options.ts';
import { readNumericKey } from '../../arguments/global-id.ts';
import { inputListSizes, readInputList } from '../../arguments/input-list.ts';
import { builder } from '../core/builder.ts';
import { PremiumOptionRef } from '../core/enums.ts';
import { readableList } from '../core/readable-list.ts';
import { sendMutation } from '../core/send-mutation.ts';
import { perListing } from '../listing/model/listing-prices.ts';
import { PremiumOptionStatusRef } from '../listing/premium-options.ts';
import { listingWrite } from './core/mutation-prices.ts';
import { createListingPayload, listingPayload } from './listing-payload.ts';

const SetListingPremiumOptionsPayloadRef = createListingPayload('setListingPremiumOptions');

builder.objectField(SetListingPremiumOptionsPayloadRef, 'premiumOptions', (t) =>
  t.field({
    type: [PremiumOptionStatusRef],
    description: 'State of its premium options now.',
    // The service responds with them; when it does not, they are read.
    price: perListing('getPremiumOptions'),
    resolve: async ({ listing }, _args, { loaders }) => {
      const result = listing === null ? null : await loaders.load('premiumOptionsById', listing.id);
      return result === null ? null : readableList(result, 'options', 'getPremiumOptions');
    },
  }),
);

const SetListingPremiumOptionsInput = builder.inputType('SetListingPremiumOptionsInput', {
  description: 'Input of `setListingPremiumOptions`.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Global id or number of the listing.' }),
    options: t.field({
      type: [PremiumOptionRef],
      required: true,
      description: `One entry for each option, ${inputListSizes} Repeats count.`,
    }),
  }),
});

builder.mutationField('setListingPremiumOptions', (t) =>
  t.field({
    type: SetListingPremiumOptionsPayloadRef,
    description: 'Set the premium options of a listing. This costs money: `User.premiumOptionsCost` returns the price.',
    price: listingWrite('setPremiumOptions'),
    args: {
      input: t.arg({
        type: SetListingPremiumOptionsInput,
        required: true,
        description: 'Which listing, which options.',
      }),
    },
    resolve: async (_root, { input }, context) => {
      const id = readNumericKey('Listing', 'input.id', input.id);
      const options = readInputList('input.options', input.options);
      const outcome = await sendMutation(context, {
        mutation: 'setListingPremiumOptions',
        field: ['input', 'id'],
        inputs: { Options: 'options' },
        send: (call) => setPremiumOptions(call, id, options),
      });
      // The service responds with what reading would give: it saves the call.
      if (outcome.kind === 'done' && outcome.result !== null) {
        context.loaders.prime('premiumOptionsById', id, outcome.result);
      }
      return listingPayload(id, outcome);
    },
  }),
);
