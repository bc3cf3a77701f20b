/** `PremiumOptionsCost`: what a set of premium options would cost the caller. */
import type { PremiumCostResult } from '../../../contract/premium-options.ts';
import type { Read } from '../../../rest/decoding/decode.ts';
import { builder } from '../core/builder.ts';
import { viewFields } from '../core/view-fields.ts';

const result = viewFields((view: Read<typeof PremiumCostResult>) => view);

/** `PremiumOptionsCost`. */
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
