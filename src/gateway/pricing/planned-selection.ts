/**
 * Parts of a selection that a plan looks at: fields that may cost calls, or lead to some that may. All else is left out once for the
 * selection, and not for each object of it.
 */
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isAbstractType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import { collectFields, isSelected, type SelectionSource } from '../documents/selections.ts';
import { type Price, priceOf } from './price.ts';

/** Values of arguments or variables by name. */
export type Values = Readonly<Record<string, unknown>>;

/** A field that costs something, or leads to what does. */
export interface PlannedField {
  /** As it is named in the response. */
  readonly key: string;
  readonly field: GraphQLField<unknown, unknown>;
  readonly price: Price | null;
  readonly args: Values;
  /** Of each type that its objects may be of, what costs something; empty when nothing does. */
  readonly selections: readonly PlannedSelection[];
}

/** Priced parts of a selection for objects of a type. */
export interface PlannedSelection {
  readonly type: GraphQLObjectType;
  readonly fields: readonly PlannedField[];
  /** Of which objects it was planned already: it costs nothing more for them. */
  readonly planned: Set<string>;
}

/** Context of selections, and the values of their variables. */
interface PlanSource extends SelectionSource {
  readonly variables: Values;
}

/** Makes the planned selection of selections that are put together, each once. */
type FindPlannedSelection = (sets: readonly SelectionSetNode[], type: GraphQLObjectType) => PlannedSelection;

const noArguments: Values = {};

/** Null for a value that cannot be read: it fails where the field is resolved, without a call. */
export const readArguments = (...parameters: Parameters<typeof getArgumentValues>): Values | null => {
  const [{ args }] = parameters;
  if (args.length === 0) return noArguments;
  try {
    return getArgumentValues(...parameters);
  } catch {
    return null;
  }
};

/** Types of which the objects of a field may be; none for one that has no objects. */
export const objectTypesOf = (
  field: GraphQLField<unknown, unknown>,
  schema: GraphQLSchema,
): readonly GraphQLObjectType[] => {
  const type = getNamedType(field.type);
  return isAbstractType(type) ? schema.getPossibleTypes(type) : isObjectType(type) ? [type] : [];
};

/** Creates what finds the planned selections of one operation with its variables. */
export const createPlannedSelections = (source: PlanSource): FindPlannedSelection => {
  const { schema, variables } = source;
  /** Planned selections by the numbers of the sets that are put together. */
  const planned = new Map<GraphQLObjectType, Map<string, PlannedSelection>>();
  const numbers = new Map<SelectionSetNode, number>();

  const numberOf = (set: SelectionSetNode): number => {
    const number = numbers.get(set) ?? numbers.size;
    numbers.set(set, number);
    return number;
  };

  const selectionsOf = (
    field: GraphQLField<unknown, unknown>,
    sets: readonly SelectionSetNode[],
  ): readonly PlannedSelection[] =>
    objectTypesOf(field, schema)
      .map((each) => find(sets, each))
      .filter(({ fields }) => fields.length > 0);

  const fieldOf = (
    key: string,
    nodes: readonly [FieldNode, ...FieldNode[]],
    type: GraphQLObjectType,
  ): PlannedField | null => {
    const field = type.getFields()[nodes[0].name.value];
    if (field === undefined) return null;
    const price = priceOf(field.extensions);
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    if (price === null && sets.length === 0) return null;
    const args = readArguments(field, nodes[0], variables);
    if (args === null) return null;
    const selections = sets.length === 0 ? [] : selectionsOf(field, sets);
    return price === null && selections.length === 0 ? null : { key, field, price, args, selections };
  };

  const fieldsOf = (sets: readonly SelectionSetNode[], type: GraphQLObjectType): readonly PlannedField[] => {
    const fields: PlannedField[] = [];
    const prices = new Set<Price>();
    for (const [key, nodes] of collectFields(sets, type, source, (node) => isSelected(node, variables))) {
      const field = fieldOf(key, nodes, type);
      if (field === null) continue;
      const { price, selections } = field;
      // Of values that cost the same, one is enough; of mutations, each costs something of its own.
      const isLikeOthers = selections.length === 0 && field.args === noArguments && type !== schema.getMutationType();
      if (price !== null && isLikeOthers) {
        if (prices.has(price)) continue;
        prices.add(price);
      }
      fields.push(field);
    }
    return fields;
  };

  const find: FindPlannedSelection = (sets, type) => {
    const selections = planned.get(type) ?? new Map<string, PlannedSelection>();
    planned.set(type, selections);
    const key = sets.map(numberOf).join();
    const selection = selections.get(key) ?? { type, fields: fieldsOf(sets, type), planned: new Set<string>() };
    selections.set(key, selection);
    return selection;
  };

  return find;
};
