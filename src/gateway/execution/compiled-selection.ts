/** Selections made ready to execute: what depends on the document and the schema alone is found once, and not for each value. */
import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isNonNullType,
  type ResponsePath,
  type SelectionSetNode,
} from 'graphql';
import { collectFields } from '../collected-fields.ts';
import { chain, type MaybePromise } from '../maybe-promise.ts';
import {
  type Complete,
  completeAt,
  completerOf,
  type Execution,
  failAfter,
  failAt,
  type ValuePosition,
} from './completion.ts';
import type { Position } from './field-errors.ts';
import { createAsker, type FieldPlace, fieldOf, type QuerySource, typeOfValue } from './field-place.ts';

/**
 * Makes the object of an answer: at once, or a promise of it when something has to be waited for. Throws, or rejects, when the
 * position around it is to be null.
 */
export type ExecuteSelection = (
  value: unknown,
  position: Position,
  execution: Execution,
) => MaybePromise<Record<string, unknown>>;

/** A field of a selection. It fails only where it may not be null. */
interface CompiledField {
  readonly key: string;
  readonly execute: (object: unknown, path: ResponsePath, execution: Execution) => unknown;
}

/** Makes what completes the objects of a field: compiles its selection for each type that comes up. */
const createObjectCompleter = (place: FieldPlace, type: GraphQLCompositeType): Complete => {
  const { nodes, source } = place;
  const selections = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  const compiled = new Map<GraphQLObjectType, ExecuteSelection>();

  const selectionFor = (objectType: GraphQLObjectType): ExecuteSelection => {
    const known = compiled.get(objectType);
    if (known !== undefined) return known;
    const execute = compileSelection(selections, objectType, source);
    compiled.set(objectType, execute);
    return execute;
  };

  if (isAbstractType(type)) {
    return (value, path, execution) =>
      chain(typeOfValue(value, type, place, path, execution), (found) => selectionFor(found)(value, path, execution));
  }
  return (value, path, execution) => selectionFor(type)(value, path, execution);
};

/** Completes the values of a field that has no selection. */
const completesNoObject: Complete = () => {
  throw new Error('A field without a selection has an object for its value.');
};

const compileField = (
  key: string,
  nodes: readonly [FieldNode, ...FieldNode[]],
  parent: GraphQLObjectType,
  source: QuerySource,
): CompiledField => {
  const field = fieldOf(parent, nodes[0].name.value);
  const place: FieldPlace = { source, parent, field, nodes };
  const ask = createAsker(place);
  const type = getNamedType(field.type);
  const completeObject = isCompositeType(type) ? createObjectCompleter(place, type) : completesNoObject;
  const completion = { name: `${parent.name}.${field.name}`, nodes, completeObject };
  const position: ValuePosition = {
    nodes,
    isNonNull: isNonNullType(field.type),
    complete: completerOf(field.type, completion),
  };
  return {
    key,
    execute: (object, path, execution) => {
      let value: unknown;
      try {
        value = ask(object, path, execution);
      } catch (cause) {
        return failAt(cause, position, path, execution);
      }
      return completeAt(value, position, path, execution);
    },
  };
};

/** Fields of an object that have to be waited for. */
interface Pending {
  readonly keys: string[];
  readonly parts: Promise<unknown>[];
}

const fillLater = async (object: Record<string, unknown>, { keys, parts }: Pending): Promise<typeof object> => {
  const values = await Promise.all(parts);
  for (const [index, key] of keys.entries()) object[key] = values[index];
  return object;
};

/** Compiles selections, which are put together, for objects of a type. */
export const compileSelection = (
  selections: readonly SelectionSetNode[],
  type: GraphQLObjectType,
  source: QuerySource,
): ExecuteSelection => {
  const collected = collectFields(selections, type, source);
  const fields = [...collected].map(([key, nodes]) => compileField(key, nodes, type, source));

  return (value, position, execution) => {
    const object: Record<string, unknown> = {};
    let pending: Pending | null = null;
    try {
      for (const { key, execute } of fields) {
        const part = execute(value, { prev: position, key, typename: type.name }, execution);
        // Keeps the order of the fields, whichever is there first.
        object[key] = part;
        if (part instanceof Promise) {
          pending ??= { keys: [], parts: [] };
          pending.keys.push(key);
          pending.parts.push(part);
        }
      }
    } catch (error) {
      if (pending === null) throw error;
      return failAfter(pending.parts, error);
    }
    if (pending === null) return object;
    return fillLater(object, pending);
  };
};
