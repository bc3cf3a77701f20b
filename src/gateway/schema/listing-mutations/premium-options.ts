/** The mutation that buys premium options for a listing. */
import { setPremiumOptions } from '../../../rest/endpoints/premium-options.ts';
import { readNumericKey } from '../../arguments/global-id.ts';
import { inputListSizes, readInputList } from '../../arguments/input-list.ts';
import { builder } from '../core/builder.ts';
import { PremiumOptionRef } from '../core/enums.ts';
import { inputOf, sendMutation } from '../core/mutation.ts';
import { premiumOptions, PremiumOptionStatusRef } from '../listing/premium-options.ts';
import { createListingPayload, listingId, listingPayload, listingWrite } from './listing-payload.ts';

const SetListingPremiumOptionsPayloadRef = createListingPayload('setListingPremiumOptions');

builder.objectField(SetListingPremiumOptionsPayloadRef, 'premiumOptions', (t) =>
  t.field({
    type: [PremiumOptionStatusRef],
    description: 'State of its premium options now.',
    // The service responds with them; when it does not, they are read.
    price: premiumOptions.price,
    resolve: ({ listing }, args, context) => listing && premiumOptions.resolve(listing, args, context),
  }),
);

builder.mutationField('setListingPremiumOptions', (t) =>
  t.field({
    type: SetListingPremiumOptionsPayloadRef,
    description: 'Set the premium options of a listing. This costs money: `User.premiumOptionsCost` returns the price.',
    args: inputOf('setListingPremiumOptions', 'Which listing, which options.', (of) => ({
      id: listingId(of),
      options: of.field({
        type: [PremiumOptionRef],
        required: true,
        description: `One entry for each option, ${inputListSizes} Repeats count.`,
      }),
    })),
    price: listingWrite('setPremiumOptions'),
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
      const shown = outcome.done?.result ?? null;
      if (shown !== null) context.loaders.prime('premiumOptionsById', id, shown);
      return listingPayload(id, outcome);
    },
  }),
);
