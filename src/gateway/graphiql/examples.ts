/** The first tabs of GraphiQL: the files of `examples/`, in the order of their names. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** An example operation. */
export interface Example {
  /** Name of its file, e.g. `1-lookups.graphql`. */
  readonly name: string;
  /** The text, which begins with a comment that says what it shows. */
  readonly text: string;
  /** Values of its variables as JSON text, from the file `….variables.json` beside it; null when it needs none. */
  readonly variables: string | null;
}

const folder = new URL('examples/', import.meta.url);

const readVariables = (name: string): string | null => {
  const file = new URL(name.replace(/\.graphql$/, '.variables.json'), folder);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
};

/** Reads the examples. */
export const readExamples = (): Example[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => ({
      name,
      text: readFileSync(new URL(name, folder), 'utf8'),
      variables: readVariables(name),
    }));
