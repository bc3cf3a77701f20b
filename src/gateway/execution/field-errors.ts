/** The errors of one execution, as the specification of GraphQL wants them: none for what an error has taken out of the answer. */
import type { GraphQLError, ResponsePath } from 'graphql';

/** A position in an answer; undefined for the whole of it. */
export type Position = ResponsePath | undefined;

/** Collects errors. */
export class FieldErrors {
  readonly list: GraphQLError[] = [];
  /** Null while nothing has failed. */
  #nulled: Set<Position> | null = null;

  /** Takes an error that made a position null; one within what is null already is dropped. */
  add(error: GraphQLError, position: Position): void {
    if (this.#isNulled(position)) return;
    this.#nulled ??= new Set();
    this.#nulled.add(position);
    this.list.push(error);
  }

  #isNulled(position: Position): boolean {
    if (this.#nulled === null) return false;
    for (let at = position; at !== undefined; at = at.prev) {
      if (this.#nulled.has(at)) return true;
    }
    return this.#nulled.has(undefined);
  }
}
