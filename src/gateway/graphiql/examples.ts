/** The first tabs of GraphiQL: the files of `examples/`, in the order of their names. */
import { readdirSync, readFileSync } from 'node:fs';

/** An example operation. */
export interface Example {
  /** Name of its file, e.g. `1-lookups.graphql`. */
  readonly name: string;
  /** The text, which begins with a comment that says what it shows. */
  readonly text: string;
}

const folder = new URL('examples/', import.meta.url);

/** Reads the examples. */
export const readExamples = (): Example[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }));
