/**
 * Premium options: the paid options of a listing (`PremiumOptionStatus`), what a set of them would cost (`PremiumOptionsCost`), and
 * the mutation that buys them.
 */
import type { PremiumOptionStatus, PremiumCostResult } from '../../../contract/premium-options.ts';
import type { Read } from '../../../rest/decoding/decode.ts';
import { setPremiumOptions } from '../../../rest/endpoints/payments.ts';
import { readNumericKey } from '../../arguments/global-id.ts';
import { inputListSizes, readInputList } from '../../arguments/input-list.ts';
import { onePerObject } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { PremiumOptionRef } from '../core/enums.ts';
import { inputOf, sendMutation } from '../core/mutation.ts';
import { readableList, viewFields } from '../core/views.ts';
import { createListingPayload, listingId, listingPayload, listingWrite } from '../listing-mutations/listing-payload.ts';
import type { ListingModel } from './listing-model.ts';

type Status = Read<typeof PremiumOptionStatus>;

const status = viewFields((view: Status) => view);

export const PremiumOptionStatusRef = builder.objectRef<Status>('PremiumOptionStatus').implement({
  description: 'State of one premium option of a listing.',
  fields: (t) => ({
    option: t.field({ type: PremiumOptionRef, ...status.value('Option', 'Which option.') }),
    optionCode: t.int(status.code('Option')),
    isActive: t.boolean(status.value('Active', 'It is in force.')),
    expires: t.boolean(status.value('Expires', 'It ends at `expiresAt`.')),
    expiresAt: t.field(status.instant('Expiry', 'When it ends; null if it does not.')),
    expiresAtText: t.string(status.unparsed('Expiry')),
  }),
});

/** Options of a field with the premium options of a listing. */
export const premiumOptions = {
  price: onePerObject('getPremiumOptions'),
  resolve: async ({ id }: Pick<ListingModel, 'id'>, _args: object, { loaders }: GatewayContext) => {
    const result = await loaders.load('premiumOptionsById', id);
    return result && readableList(result, 'options', 'getPremiumOptions');
  },
};

const result = viewFields((view: Read<typeof PremiumCostResult>) => view);

export const PremiumOptionsCostRef = builder.objectRef<Read<typeof PremiumCostResult>>('PremiumOptionsCost').implement({
  description: 'Cost of premium options. Upstream `PremiumCostResult`.',
  fields: (t) => ({
    balance: t.field(result.money('Balance', 'Balance of the account.')),
    balanceText: t.string(result.unparsed('Balance')),
    cost: t.field(result.money('Cost', 'What the options cost together.')),
    costText: t.string(result.unparsed('Cost')),
    toPay: t.field(result.money('ToPay', 'What the balance does not cover.')),
    toPayText: t.string(result.unparsed('ToPay')),
  }),
});

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
