/** Finds the fields of an operation that give nothing but lists which all callers share. */
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  print,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { sha256Of } from '../documents/document-hash.ts';
import { type Fragments, fragmentsOf } from '../documents/fragments.ts';
import { type FindSharedList, sharedListOf } from '../loaders/lookups/shared-list-field.ts';
import { planOperation } from '../pricing/planner.ts';
import { priceOf } from '../pricing/price.ts';

/** A field that gives a shared list. */
export interface ListField {
  /** Where it stands in the response: keys from the outside in. */
  readonly path: readonly string[];
  /** Finds the list it is made of. */
  readonly find: FindSharedList;
  /** The same for every field, of whatever operation, that says the same of its list. */
  readonly selectionKey: string;
}

/** The fields of an operation that give shared lists, and what is left of the operation without them. */
export interface ListFields {
  readonly fields: readonly ListField[];
  /** The same document with a name of a type, which costs nothing, in the place of each of these fields. */
  readonly rest: DocumentNode;
}

const keyOf = ({ alias, name }: FieldNode): string => alias?.value ?? name.value;

/** The fields of a selection; null when fragments or repeated keys make it more than a list of fields. */
const plainFieldsOf = ({ selections }: SelectionSetNode): readonly FieldNode[] | null => {
  const fields = selections.flatMap((selection) => (selection.kind === Kind.FIELD ? [selection] : []));
  return new Set(fields.map(keyOf)).size === selections.length ? fields : null;
};

/** Text of a part of the document, with its fragments; null when that depends on variables. */
const constantTextOf = (selectionSet: SelectionSetNode, fragments: Fragments): string | null => {
  const texts = new Map<string, string>();
  let isConstant = true;
  const look = (part: SelectionSetNode): void => {
    visit(part, {
      Variable: () => {
        isConstant = false;
      },
      Directive: () => {
        isConstant = false;
      },
      FragmentSpread: ({ name }) => {
        if (texts.has(name.value)) return;
        const fragment = fragments.get(name.value);
        if (fragment === undefined) return;
        texts.set(name.value, print(fragment));
        look(fragment.selectionSet);
      },
    });
  };
  look(selectionSet);
  return isConstant ? [print(selectionSet), ...texts.values()].join('\n') : null;
};

const hasVariables = ({ arguments: given = [] }: FieldNode): boolean => {
  let found = false;
  for (const argument of given) {
    visit(argument, {
      Variable: () => {
        found = true;
      },
    });
  }
  return found;
};

const selectionOf = (...selections: readonly FieldNode[]): SelectionSetNode => ({
  kind: Kind.SELECTION_SET,
  selections,
});

const typeNameAs = (key: string): FieldNode => ({
  kind: Kind.FIELD,
  alias: { kind: Kind.NAME, value: key },
  name: { kind: Kind.NAME, value: '__typename' },
});

/** Finds the fields of a query that give shared lists; null when it has none. */
export const findListFields = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): ListFields | null => {
  const queryType = schema.getQueryType();
  if (operation.operation !== OperationTypeNode.QUERY || queryType == null) return null;
  const fragments = fragmentsOf(document);

  const withSelection = (selectionSet: SelectionSetNode): DocumentNode => ({
    ...document,
    definitions: document.definitions.map((definition) =>
      definition === operation ? { ...operation, selectionSet } : definition,
    ),
  });

  const callsFor = (selectionSet: SelectionSetNode): number | null =>
    planOperation({ schema, document: withSelection(selectionSet), operationName: operation.name?.value ?? null })
      ?.total ?? null;

  /** Returns whether what is selected of the entries costs no call beyond the list, and so depends on nothing else. */
  const isMadeOfListAlone = (node: FieldNode, within: (node: FieldNode) => FieldNode): boolean => {
    const calls = callsFor(selectionOf(within(node)));
    const bare = { ...node, selectionSet: selectionOf(typeNameAs('__typename')) };
    return calls !== null && calls === callsFor(selectionOf(within(bare)));
  };

  const fields: ListField[] = [];

  const replaced = (
    node: FieldNode,
    type: GraphQLObjectType,
    path: readonly string[],
    within: (node: FieldNode) => FieldNode,
  ): FieldNode => {
    const field = type.getFields()[node.name.value];
    const key = keyOf(node);
    const ownPath = [...path, key];
    if (field === undefined || node.selectionSet === undefined) return node;
    const choose = sharedListOf(field.extensions);
    if (choose !== null) {
      const isConstant = (node.directives ?? []).length === 0 && !hasVariables(node);
      const text = isConstant ? constantTextOf(node.selectionSet, fragments) : null;
      if (text === null || !isMadeOfListAlone(node, within)) return node;
      const find = choose(getArgumentValues(field, node));
      if (find === null) return node;
      fields.push({ path: ownPath, find, selectionKey: sha256Of(`${field.name} ${text}`) });
      return typeNameAs(key);
    }
    const inner = getNamedType(field.type);
    const isTransparent = priceOf(field.extensions) === null && (node.directives ?? []).length === 0;
    const selected = plainFieldsOf(node.selectionSet);
    if (path.length > 0 || !isTransparent || !isObjectType(inner) || selected === null) return node;
    return {
      ...node,
      selectionSet: selectionOf(
        ...selected.map((each) =>
          replaced(each, inner, ownPath, (innermost) => ({ ...node, selectionSet: selectionOf(innermost) })),
        ),
      ),
    };
  };

  const roots = plainFieldsOf(operation.selectionSet);
  if (roots === null) return null;
  const rest = withSelection(selectionOf(...roots.map((node) => replaced(node, queryType, [], (same) => same))));
  return fields.length === 0 ? null : { fields, rest };
};
