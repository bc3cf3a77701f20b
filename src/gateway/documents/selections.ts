/** Selections: the fragments that they spread, what `@skip` and `@include` leave, and which fields they come to. */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getDirectiveValues,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  isAbstractType,
  Kind,
  type NamedTypeNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** Fragments by name. */
export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** Finds the fragments of a document. */
export const fragmentsOf = (document: DocumentNode): Fragments =>
  new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );

/**
 * Returns whether a node is selected with these variables.
 *
 * @throws GraphQLError when a variable is null that may not be
 */
export const isSelected = (node: SelectionNode, variables: Readonly<Record<string, unknown>>): boolean =>
  node.directives === undefined ||
  node.directives.length === 0 ||
  (getDirectiveValues(GraphQLSkipDirective, node, variables)?.['if'] !== true &&
    getDirectiveValues(GraphQLIncludeDirective, node, variables)?.['if'] !== false);

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
