/** `PremiumOptionStatus`: the paid options of a listing. */
import type { PremiumOptionStatus } from '../../../contract/premium-options.ts';
import { codeIn, type Read } from '../../../upstream/decoding/decode.ts';
import { readInstant } from '../../../upstream/decoding/instant.ts';
import { priced } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import { PremiumOptionRef } from '../core/enums.ts';
import { readableList } from '../core/readable-list.ts';
import { ListingRef } from './listing.ts';
import { perListing } from './model/listing-prices.ts';

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
      expiresAtText: t.exposeString('Expiry', { description: 'Upstream `Expiry`, unparsed.' }),
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
      return result === null ? null : (readableList(result, 'options', 'getPremiumOptions')?.slice() ?? null);
    },
  }),
);
