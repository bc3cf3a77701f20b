/** `PremiumOptionStatus`: the paid options of a listing. */
import type { PremiumOptionStatus } from '../../../contract/premium-options.ts';
import { type Read, codeIn, textIn } from '../../../rest/decoding/decode.ts';
import { readInstant } from '../../../rest/decoding/instant.ts';
import { builder } from '../core/builder.ts';
import { PremiumOptionRef } from '../core/enums.ts';

/** `PremiumOptionStatus`. */
export const PremiumOptionStatusRef = builder
  .objectRef<Read<typeof PremiumOptionStatus>>('PremiumOptionStatus')
  .implement({
    description: 'State of one premium option of a listing.',
    fields: (t) => ({
      option: t.expose('Option', { type: PremiumOptionRef, description: 'Which option.' }),
      optionCode: t.int({
        description: 'Upstream `Option`, also one unknown here.',
        resolve: (status) => codeIn(status, 'Option'),
      }),
      isActive: t.exposeBoolean('Active', { description: 'It is in force.' }),
      expires: t.exposeBoolean('Expires', { description: 'It ends at `expiresAt`.' }),
      expiresAt: t.field({
        type: 'DateTime',
        description: 'When it ends; null if it does not.',
        resolve: ({ Expiry }) => readInstant(Expiry),
      }),
      expiresAtText: t.string({
        description: 'Upstream `Expiry`, unparsed.',
        resolve: (status) => textIn(status, 'Expiry'),
      }),
    }),
  });
