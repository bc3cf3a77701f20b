/**
 * Completion of a value that a resolver gave, by the rules of the specification of GraphQL, and the errors of one execution: none for
 * what an error has taken out of the response.
 */
import {
  type GraphQLError,
  type ResponsePath,
  type FieldNode,
  type GraphQLList,
  type GraphQLOutputType,
  isLeafType,
  isListType,
  isNonNullType,
  locatedError,
  responsePathAsArray,
} from 'graphql';
import { asPromise } from '../../../concurrency/maybe-promise.ts';
import { withoutStack, StandInError } from '../../errors/graphql-errors.ts';
import type { ResponseSize } from '../response-size.ts';

/** A position in a response; undefined for the whole of it. */
export type Position = ResponsePath | undefined;

/** Errors that are listed. Each takes 50 µs until it is sent, and the first of them say what is wrong. */
const MAX_LISTED_ERRORS = 100;

/** Collects errors. */
export class FieldErrors {
  readonly list: GraphQLError[] = [];
  /** Number of errors that are not listed. */
  omitted = 0;
  /** Null while nothing has failed. */
  #nulled: Set<Position> | null = null;

  /** Returns whether no more of them are listed. */
  get isFull(): boolean {
    return this.list.length >= MAX_LISTED_ERRORS;
  }

  /** Takes an error that made a position null; one within what is null already is dropped. */
  add(error: GraphQLError, position: Position): void {
    if (this.isFull) this.omit(position);
    else if (this.#makeNull(position)) this.list.push(error);
  }

  /** The same for an error that is not listed. */
  omit(position: Position): void {
    if (this.#makeNull(position)) this.omitted += 1;
  }

  /** Returns whether it was not null before. */
  #makeNull(position: Position): boolean {
    if (this.#isNulled(position)) return false;
    this.#nulled ??= new Set();
    this.#nulled.add(position);
    return true;
  }

  #isNulled(position: Position): boolean {
    if (this.#nulled === null) return false;
    for (let at = position; at !== undefined; at = at.prev) {
      if (this.#nulled.has(at)) return true;
    }
    return this.#nulled.has(undefined);
  }
}

/** One execution of an operation. */
export interface Execution {
  readonly context: unknown;
  /** Coerced values of the variables. */
  readonly variables: Record<string, unknown>;
  readonly errors: FieldErrors;
  readonly size: ResponseSize;
  /** Null when nobody wants to know. */
  readonly onFieldChanged: OnFieldChanged | null;
}

/** Called when a field of a mutation is complete and others are still to come; these wait for it. */
export type OnFieldChanged = (key: string) => Promise<void>;

/**
 * Makes of a value what stands in the response: at once, or a promise of it when something has to be waited for. Throws, or rejects,
 * when the value does not do.
 */
export type Complete = (value: unknown, path: ResponsePath, execution: Execution) => unknown;

/** A position of a response: that of a field, or of the items of its list. */
export interface ValuePosition {
  /** Where its value is asked for. */
  readonly nodes: readonly FieldNode[];
  /** True if an error here makes the position around it null. */
  readonly isNonNull: boolean;
  readonly complete: Complete;
}

/** An error with its place; a cause that has a stack keeps it. */
const located = (cause: unknown, { nodes }: ValuePosition, path: ResponsePath): GraphQLError =>
  withoutStack(() => locatedError(cause, nodes, responsePathAsArray(path)));

/** Lists an error, or counts it: to say where one stands that is not listed would take longer than an object. */
const report = (cause: unknown, position: ValuePosition, path: ResponsePath, { errors, size }: Execution): void => {
  if (errors.isFull) {
    errors.omit(path);
    return;
  }
  size.addError();
  errors.add(located(cause, position, path), path);
};

/**
 * Takes an error at a position: null, unless the position may not be null, or what stands in the place of its value.
 *
 * @throws GraphQLError for the position around it
 * @throws ResponseStoppedError
 */
export const failAt = (cause: unknown, position: ValuePosition, path: ResponsePath, execution: Execution): unknown => {
  execution.size.stopWhenRefused();
  if (cause instanceof StandInError) {
    report(cause.cause, position, path, execution);
    return completeNow(cause.value, position, path, execution);
  }
  if (position.isNonNull) {
    throw execution.errors.isFull ? cause : located(cause, position, path);
  }
  report(cause, position, path, execution);
  return null;
};

/**
 * Completes a value that is available: what fails at once ends here, and what fails later is up to who waits for it.
 *
 * @throws GraphQLError when the position may not be null
 */
export const completeNow = (
  value: unknown,
  position: ValuePosition,
  path: ResponsePath,
  execution: Execution,
): unknown => {
  try {
    return position.complete(value, path, execution);
  } catch (cause) {
    return failAt(cause, position, path, execution);
  }
};

/** Completes a value at its position, where its errors end. @throws GraphQLError when the position may not be null */
export const completeAt = (
  value: unknown,
  position: ValuePosition,
  path: ResponsePath,
  execution: Execution,
): unknown => {
  if (value instanceof Promise) {
    return value.then(
      (later: unknown) => completeAt(later, position, path, execution),
      (cause: unknown) => failAt(cause, position, path, execution),
    );
  }
  const completed = completeNow(value, position, path, execution);
  if (!(completed instanceof Promise)) return completed;
  return completed.then(undefined, (cause: unknown) => failAt(cause, position, path, execution));
};

/** Steps that values of a field go through, whichever type they are of. */
interface FieldCompletion {
  /** E.g. `Listing.title`. */
  readonly name: string;
  readonly nodes: readonly FieldNode[];
  readonly completeObject: Complete;
}

/** Fails when what has begun is over: nobody else waits for it, and a rejection that nobody takes would end the process. */
export const failAfter = (begun: readonly unknown[], error: unknown): Promise<never> => {
  const fail = (): never => {
    throw error;
  };
  return Promise.all(begun).then(fail, fail);
};

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  Symbol.iterator in value &&
  typeof value[Symbol.iterator] === 'function';

const completerOfList = ({ ofType: itemType }: GraphQLList<GraphQLOutputType>, field: FieldCompletion): Complete => {
  const item: ValuePosition = {
    nodes: field.nodes,
    isNonNull: isNonNullType(itemType),
    complete: completerOf(itemType, field),
  };
  return (value, path, execution) => {
    if (!isIterable(value)) throw new Error(`"${field.name}" is a list, and its value is none.`);
    const values: readonly unknown[] = Array.isArray(value) ? value : [...value];
    const items: unknown[] = [];
    let isPending = false;
    try {
      for (const [at, found] of values.entries()) {
        const completed = completeAt(asPromise(found), item, { prev: path, key: at, typename: undefined }, execution);
        if (completed instanceof Promise) isPending = true;
        items.push(completed);
      }
    } catch (error) {
      if (!isPending) throw error;
      return failAfter(items, error);
    }
    execution.size.addItems(items.length);
    return isPending ? Promise.all(items) : items;
  };
};

const completerOfValue = (type: GraphQLOutputType, field: FieldCompletion): Complete => {
  if (isListType(type)) return completerOfList(type, field);
  if (!isLeafType(type)) return field.completeObject;
  return (value, _path, { size }) => {
    const serialised: unknown = type.serialize(value);
    if (serialised === null || serialised === undefined) {
      throw new Error(`"${type.name}" made nothing of a value of "${field.name}".`);
    }
    size.addLeaf(serialised);
    return serialised;
  };
};

/** Makes what completes the values of a field of this type. */
export const completerOf = (type: GraphQLOutputType, field: FieldCompletion): Complete => {
  if (isNonNullType(type)) {
    const complete = completerOf(type.ofType, field);
    return (value, path, execution) => {
      const completed = complete(value, path, execution);
      if (completed === null) throw new Error(`Cannot return null for non-nullable field ${field.name}.`);
      return completed;
    };
  }
  const complete = completerOfValue(type, field);
  return (value, path, execution) => {
    if (value === null || value === undefined) return null;
    if (value instanceof Error) throw value;
    return complete(value, path, execution);
  };
};
