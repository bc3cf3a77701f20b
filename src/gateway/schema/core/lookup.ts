/** `Lookup`: what every lookup type has. */
import { builder } from './builder.ts';
import type { NodeModel } from './node.ts';

/** `Lookup`. */
export const LookupRef = builder.interfaceRef<NodeModel>('Lookup').implement({
  description: 'An entry of a lookup list, with all that a picker needs.',
  fields: (t) => ({
    id: t.id({ nullable: false, description: 'Global id.', resolve: unresolved }),
    key: t.id({
      nullable: false,
      description:
        'The value to send where an input takes the key of this lookup. Inputs that take a code, such as `VehicleDetailsInput.fuel`, take `LookupValue.code`.',
      resolve: unresolved,
    }),
    label: t.string({ nullable: false, description: 'The text to show.', resolve: unresolved }),
  }),
});

function unresolved(): never {
  throw new Error('Every type that implements Lookup resolves its own fields.');
}
