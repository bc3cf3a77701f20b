/** A document that is within the limits of its text, and tries to cause far more work than its length. */

/** A document of a family. */
export interface AttackDocument {
  /** The family and what is special about this one, e.g. `40 fragments in a chain, each spread twice, ending in a circle`. */
  readonly what: string;
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** So many parts, one after the other. */
export const times = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join(' ');

/** Tokens that a document may have. */
export const MAX_TOKENS = 1_000;
