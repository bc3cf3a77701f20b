/** `PremiumOptionsCost`: what a set of premium options would cost the caller. */
import type { PremiumCostResult } from '../../../contract/premium-options.ts';
import type { Read } from '../../../rest/decoding/decode.ts';
import { MAX_INPUT_LIST } from '../../arguments/input-list.ts';
import { badUserInput } from '../../errors/graphql-errors.ts';
import { onePerArguments } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { PremiumOptionRef } from '../core/enums.ts';
import { MoneyRef, amountTextIn, moneyIn } from '../core/money.ts';
import { UserRef } from './user.ts';

const PremiumOptionsCostRef = builder.objectRef<Read<typeof PremiumCostResult>>('PremiumOptionsCost').implement({
  description: 'Cost of premium options. Upstream `PremiumCostResult`.',
  fields: (t) => ({
    balance: t.field({
      type: MoneyRef,
      description: 'Balance of the account.',
      resolve: (result) => moneyIn(result, 'Balance'),
    }),
    balanceText: t.string({
      description: 'Upstream `Balance`, unparsed.',
      resolve: (result) => amountTextIn(result, 'Balance'),
    }),
    cost: t.field({
      type: MoneyRef,
      description: 'What the options cost together.',
      resolve: (result) => moneyIn(result, 'Cost'),
    }),
    costText: t.string({
      description: 'Upstream `Cost`, unparsed.',
      resolve: (result) => amountTextIn(result, 'Cost'),
    }),
    toPay: t.field({
      type: MoneyRef,
      description: 'What the balance does not cover.',
      resolve: (result) => moneyIn(result, 'ToPay'),
    }),
    toPayText: t.string({
      description: 'Upstream `ToPay`, unparsed.',
      resolve: (result) => amountTextIn(result, 'ToPay'),
    }),
  }),
});

builder.objectField(UserRef, 'premiumOptionsCost', (t) =>
  t.field({
    type: PremiumOptionsCostRef,
    description: 'What a set of premium options would cost the caller.',
    price: onePerArguments('getPremiumOptionsCost'),
    args: {
      options: t.arg({
        type: [PremiumOptionRef],
        required: true,
        description: 'One entry for each option; repeats count.',
      }),
    },
    resolve: (_viewer, { options }, { loaders }) => {
      if (options.length === 0 || options.length > MAX_INPUT_LIST) {
        throw badUserInput(`"options" takes 1 to ${MAX_INPUT_LIST} options, and got ${options.length}.`);
      }
      return loaders.load('premiumOptionsCost', options);
    },
  }),
);
