/** The errors of one execution, as the specification of GraphQL wants them: none for what an error has taken out of the response. */
import type { GraphQLError, ResponsePath } from 'graphql';

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
