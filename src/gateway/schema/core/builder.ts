/** The Pothos builder: how the GraphQL types are declared. It defines no types itself. */
import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type PothosOutputFieldConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core';
import type { Price } from '../../pricing/price.ts';
import type { IncomingPhoto } from '../../uploads/incoming-photo.ts';
import type { GatewayContext } from './context.ts';
import type { FindLength } from './list-length.ts';

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      readonly planning: PlanningPlugin<Types>;
    }
    interface FieldOptions<
      Types extends SchemaTypes = SchemaTypes,
      ParentShape = unknown,
      Type extends TypeParam<Types> = TypeParam<Types>,
      Nullable extends FieldNullability<Type> = FieldNullability<Type>,
      Args extends InputFieldMap = InputFieldMap,
      ResolveShape = unknown,
      ResolveReturnShape = unknown,
    > {
      /** The calls to the service that the field may cause. */
      price?: Price;
      /** How long its list is, as far as that is known before it is resolved. */
      listLength?: FindLength;
    }
  }
}

/** Gives fields the options `price` and `listLength`, which stand in the extensions of the finished field. */
class PlanningPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const { price, listLength } = field.pothosOptions;
    return { ...field, extensions: { ...field.extensions, price, listLength } };
  }
}

SchemaBuilder.registerPlugin('planning', PlanningPlugin);

/** Fields are nullable unless they say otherwise (the library's default): a failed call must not blank its neighbours. */
export const builder = new SchemaBuilder<{
  Context: GatewayContext;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: unknown; Output: unknown };
    Upload: { Input: IncomingPhoto; Output: never };
  };
}>({ plugins: ['planning'] });

/** What the builder declares types with. */
export type Types = typeof builder.$inferSchemaTypes;

builder.queryType({
  description:
    'Root of all queries. Everyone can read sections, categories, lookup lists and, by id, a listing with its short form and related listings. Signed-in users also have `viewer`: their watch list, own listings and account. There is no search, no list of the latest listings and none by category, because the service has none.',
});
builder.mutationType({
  description: 'Root of all mutations. Each takes one `input` and returns its own payload with `userErrors`.',
});
