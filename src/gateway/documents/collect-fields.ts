/** Which fields a selection comes to for an object of a type. */
import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  type NamedTypeNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Fragments } from './fragments.ts';

/** Context of selections. */
export interface SelectionSource {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
}

/** Fields by their keys in the response; several nodes where a field is selected more than once. */
type CollectedFields = ReadonlyMap<string, readonly [FieldNode, ...FieldNode[]]>;

const applies = (condition: NamedTypeNode | undefined, type: GraphQLObjectType, schema: GraphQLSchema): boolean => {
  if (condition === undefined || condition.name.value === type.name) return true;
  const conditional = schema.getType(condition.name.value);
  return isAbstractType(conditional) && schema.isSubType(conditional, type);
};

/**
 * Collects the fields of selections, which are put together.
 *
 * @param isSelected returns what `@skip` and `@include` leave; without it there must be none of them
 */
export const collectFields = (
  selections: readonly SelectionSetNode[],
  type: GraphQLObjectType,
  { schema, fragments }: SelectionSource,
  isSelected: (node: SelectionNode) => boolean = () => true,
): CollectedFields => {
  const fields = new Map<string, [FieldNode, ...FieldNode[]]>();
  const spread = new Set<string>();

  const collect = (selectionSet: SelectionSetNode): void => {
    for (const selection of selectionSet.selections) {
      if (!isSelected(selection)) continue;
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        const known = fields.get(key);
        if (known === undefined) fields.set(key, [selection]);
        else known.push(selection);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        if (applies(selection.typeCondition, type, schema)) collect(selection.selectionSet);
      } else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        const fragment = fragments.get(selection.name.value);
        if (fragment !== undefined && applies(fragment.typeCondition, type, schema)) collect(fragment.selectionSet);
      }
    }
  };

  for (const selectionSet of selections) collect(selectionSet);
  return fields;
};
