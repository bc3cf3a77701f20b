/** The tabs that GraphiQL opens with. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';

/** An example operation. */
export interface Example {
  /** Name of its file, e.g. `2-listing-page.graphql`. */
  readonly name: string;
  /** The text, which begins with a comment that says what it shows. */
  readonly text: string;
  /** Values of its variables as JSON text, from the file `….variables.json` beside it; null when it needs none. */
  readonly variables: string | null;
}

interface ExampleComment {
  /** Purpose in one line. */
  readonly about: string;
  /** Calls that it causes at the service, e.g. `6 cold, 0 warm`. */
  readonly calls: string;
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

/** Reads the comment of an example. */
export const commentOf = ({ text }: Example): ExampleComment => {
  const [comment = ''] = /^(?:# .+\n)*/.exec(text) ?? [];
  const line = comment.replaceAll(/^# /gm, '').replaceAll('\n', ' ').trim();
  const [, about = line, calls = ''] = /^(.*?) Upstream calls: (.*)\.$/.exec(line) ?? [];
  return { about, calls };
};

/** Name of the operation of an example, e.g. `ListingPage`: the title of its tab. */
export const operationNameOf = ({ text }: Example): string => /^(?:query|mutation) (\w+)/m.exec(text)?.[1] ?? '';
