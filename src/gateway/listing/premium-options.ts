/** `PremiumOptionStatus`: the paid options of a listing. */
import type { PremiumOptionStatus } from '../../contract/premium-options.ts';
import type { Read } from '../../upstream/decode.ts';
import { readInstant } from '../../upstream/instant.ts';
import { builder } from '../builder.ts';
import { PremiumOptionRef } from '../enums.ts';
import { perListing } from '../pricing/listing-prices.ts';
import { priced } from '../pricing/price.ts';
import { ListingRef } from './listing.ts';

/** `PremiumOptionStatus`. */
export const PremiumOptionStatusRef = builder
  .objectRef<Read<typeof PremiumOptionStatus>>('PremiumOptionStatus')
  .implement({
    description: 'State of one premium option of a listing.',
    fields: (t) => ({
      option: t.expose('Option', { type: PremiumOptionRef, description: 'Which option.' }),
      isActive: t.exposeBoolean('Active', { description: 'It is in force.' }),
      expires: t.exposeBoolean('Expires', { description: 'It ends at `expiresAt`.' }),
      expiresAt: t.field({
        type: 'DateTime',
        description: 'When it ends; null when it does not.',
        resolve: ({ Expiry }) => readInstant(Expiry),
      }),
    }),
  });

builder.objectField(ListingRef, 'premiumOptions', (t) =>
  t.field({
    type: [PremiumOptionStatusRef],
    nullable: { list: true, items: false },
    description: 'State of its premium options.',
    extensions: priced(perListing('getPremiumOptions')),
    resolve: async ({ id }, _args, { loaders }) => {
      const result = await loaders.premiumOptionsById.load(id);
      return result?.options?.slice() ?? null;
    },
  }),
);
