/** A change of the code that takes a protection out of it. */

/** One mutation. */
export interface Mutation {
  /** For the command line; no two have the same. */
  readonly name: string;
  /** What users may rely on while the code is as it is. */
  readonly protection: string;
  /** The change, in words. */
  readonly change: string;
  /** The file that is changed, from the root of the project. */
  readonly file: string;
  /** Text that is there exactly once. */
  readonly from: string;
  /** What is put in its place. */
  readonly to: string;
  /** Files of tests, from the root of the project, of which at least one test is to fail. */
  readonly tests: readonly string[];
}

/** Counts how often a text contains another. */
export const countOf = (text: string, part: string): number => text.split(part).length - 1;

/**
 * Changes the text of a file.
 *
 * @throws Error unless the text to be replaced is there exactly once, and is replaced by another
 */
export const mutate = (text: string, { name, file, from, to }: Mutation): string => {
  const count = countOf(text, from);
  if (count !== 1) throw new Error(`${name}: ${file} has the text to replace ${count} times.`);
  if (from === to) throw new Error(`${name}: nothing would change.`);
  return text.replace(from, () => to);
};
