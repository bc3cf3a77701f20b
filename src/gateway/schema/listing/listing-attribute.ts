/** `ListingAttribute`: attributes of a listing as text, whatever its kind. */
import type { ExtraParam } from '../../../upstream/decoding/extra-params.ts';
import { builder } from '../core/builder.ts';

/** `ListingAttribute`. */
export const ListingAttributeRef = builder.objectRef<ExtraParam>('ListingAttribute').implement({
  description: 'One attribute of a listing as text. Upstream `ItemExtraParams`.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Machine name, e.g. `Fuel`.' }),
    label: t.exposeString('label', { description: 'Display name.' }),
    text: t.exposeString('text', { description: 'Text to show.' }),
    value: t.exposeString('value', { description: 'Upstream value.' }),
  }),
});
