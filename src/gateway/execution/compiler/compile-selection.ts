/** Selections made ready to execute: what depends on the document and the schema alone is found once, and not for each value. */
import {
  type ResponsePath,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isNonNullType,
  type SelectionSetNode,
} from 'graphql';
import { asPromise, chain, type MaybePromise } from '../../../concurrency/maybe-promise.ts';
import { collectFields } from '../../documents/selections.ts';
import {
  completeNow,
  type Execution,
  failAt,
  type ValuePosition,
  type Complete,
  completeAt,
  completerOf,
  failAfter,
  type Position,
} from './complete-value.ts';
import {
  type ReadValue,
  checkType,
  createValueReader,
  type FieldPlace,
  fieldOf,
  type QuerySource,
  typeOfValue,
} from './resolve-field.ts';

/**
 * An object that is there when its last field is. It counts them itself: with a promise of each field, and one of all, a wait would
 * take several times the memory, which is held for as long as the service takes to respond.
 */
class PendingObject {
  /** The object with all its fields. Rejects when the position around it is to be null. */
  readonly done: Promise<Record<string, unknown>>;
  readonly #object: Record<string, unknown>;
  readonly #execution: Execution;
  #left = 0;
  #resolve: (object: Record<string, unknown>) => void = () => {};
  #reject: (error: unknown) => void = () => {};

  /** @param object gets its fields as they come; those that are available are put into it by its owner */
  constructor(object: Record<string, unknown>, execution: Execution) {
    this.#object = object;
    this.#execution = execution;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Waits for a value that a resolver gave, and completes it. */
  awaitValue(value: Promise<unknown>, field: CompiledField, path: ResponsePath): void {
    this.#left += 1;
    value.then(
      (later) => this.#complete(later, field, path),
      (cause: unknown) => this.#fail(cause, field, path),
    );
  }

  /** Waits for a value that is being completed. */
  awaitCompleted(completed: Promise<unknown>, field: CompiledField, path: ResponsePath): void {
    this.#left += 1;
    this.#fillLater(completed, field, path);
  }

  #complete(value: unknown, field: CompiledField, path: ResponsePath): void {
    let completed: unknown;
    try {
      completed = completeNow(value, field.position, path, this.#execution);
    } catch (error) {
      this.#reject(error);
      return;
    }
    if (completed instanceof Promise) this.#fillLater(completed, field, path);
    else this.#fill(field.key, completed);
  }

  #fillLater(completed: Promise<unknown>, field: CompiledField, path: ResponsePath): void {
    completed.then(
      (value) => this.#fill(field.key, value),
      (cause: unknown) => this.#fail(cause, field, path),
    );
  }

  #fail(cause: unknown, { key, position }: CompiledField, path: ResponsePath): void {
    try {
      this.#fill(key, failAt(cause, position, path, this.#execution));
    } catch (error) {
      this.#reject(error);
    }
  }

  #fill(key: string, value: unknown): void {
    this.#object[key] = value;
    this.#left -= 1;
    if (this.#left === 0) this.#resolve(this.#object);
  }
}

/**
 * Makes the object of a response: at once, or a promise of it when something has to be waited for. Throws, or rejects, when the
 * position around it is to be null.
 */
type ExecuteSelection = (
  value: unknown,
  position: Position,
  execution: Execution,
) => MaybePromise<Record<string, unknown>>;

interface CompiledField {
  readonly key: string;
  readonly readValue: ReadValue;
  readonly position: ValuePosition;
}

/** Makes what completes the objects of a field: compiles its selection for each type that comes up. */
const createObjectCompleter = (place: FieldPlace, type: GraphQLCompositeType): Complete => {
  const { nodes, source } = place;
  const selections = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  const compiled = new Map<GraphQLObjectType, Complete>();

  const selectionFor = (objectType: GraphQLObjectType): Complete => {
    const known = compiled.get(objectType);
    if (known !== undefined) return known;
    const make = compileSelection(selections, objectType, source);
    const execute: Complete =
      objectType.isTypeOf == null
        ? make
        : (value, path, execution) =>
            chain(checkType(value, objectType, place, path, execution), () => make(value, path, execution));
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
  const readValue = createValueReader(place);
  const type = getNamedType(field.type);
  const completeObject = isCompositeType(type) ? createObjectCompleter(place, type) : completesNoObject;
  const completion = { name: `${parent.name}.${field.name}`, nodes, completeObject };
  const position: ValuePosition = {
    nodes,
    isNonNull: isNonNullType(field.type),
    complete: completerOf(field.type, completion),
  };
  return { key, readValue, position };
};

/** The fields of selections, which are put together, and what an object of them begins with. */
const compileFields = (selections: readonly SelectionSetNode[], type: GraphQLObjectType, source: QuerySource) => {
  const collected = collectFields(selections, type, source, source.isSelected);
  const fields = [...collected].map(([key, nodes]) => compileField(key, nodes, type, source));
  return {
    fields,
    /** Makes the object. `__proto__` is a key like others only of one that has no prototype. */
    create: fields.some(({ key }) => key === '__proto__')
      ? (): Record<string, unknown> => Object.create(null)
      : (): Record<string, unknown> => ({}),
    /** Bytes of its braces, of its keys, and of what is between them. */
    bytes: fields.reduce((bytes, { key }) => bytes + key.length + 4, 1),
  };
};

/** Compiles the changes of an operation: each begins when the one before is done, whatever came of that. */
export const compileChanges = (
  selection: SelectionSetNode,
  type: GraphQLObjectType,
  source: QuerySource,
): ((execution: Execution) => Promise<Record<string, unknown>>) => {
  const { fields, create, bytes } = compileFields([selection], type, source);

  const complete = ({ key, readValue, position }: CompiledField, execution: Execution): unknown => {
    const path = { prev: undefined, key, typename: type.name };
    let value: unknown;
    try {
      value = readValue(undefined, path, execution);
    } catch (cause) {
      return failAt(cause, position, path, execution);
    }
    return completeAt(asPromise(value), position, path, execution);
  };

  return async (execution) => {
    execution.size.addObject(bytes);
    const object = create();
    for (const field of fields) {
      const value = await complete(field, execution);
      object[field.key] = value;
      const isLast = field === fields.at(-1);
      if (!isLast && value !== null && value !== undefined) await execution.onFieldChanged?.(field.key);
    }
    return object;
  };
};

/** Compiles selections, which are put together, for objects of a type. */
export const compileSelection = (
  selections: readonly SelectionSetNode[],
  type: GraphQLObjectType,
  source: QuerySource,
): ExecuteSelection => {
  const { fields, create, bytes } = compileFields(selections, type, source);

  return (parent, around, execution) => {
    execution.size.addObject(bytes);
    const object = create();
    let pending: PendingObject | null = null;
    try {
      for (const field of fields) {
        const { key, readValue, position } = field;
        const path = { prev: around, key, typename: type.name };
        let value: unknown;
        try {
          value = readValue(parent, path, execution);
          if (typeof value === 'object') value = asPromise(value);
        } catch (cause) {
          object[key] = failAt(cause, position, path, execution);
          continue;
        }
        const part = value instanceof Promise ? value : completeNow(value, position, path, execution);
        if (!(part instanceof Promise)) {
          object[key] = part;
          continue;
        }
        // Keeps the order of the fields, whichever is there first.
        object[key] = undefined;
        pending ??= new PendingObject(object, execution);
        if (part === value) pending.awaitValue(part, field, path);
        else pending.awaitCompleted(part, field, path);
      }
    } catch (error) {
      if (pending === null) throw error;
      return failAfter([pending.done], error);
    }
    return pending === null ? object : pending.done;
  };
};
