/** The tabs that GraphiQL opens with, and the requests that they send. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { parse, print } from 'graphql';

/** The example whose response has the token of the others. */
const SIGN_IN = 'SignIn';

const head = `# The examples as requests, for editors that send them from such a file (the REST client of VS Code, httpYac).
# Start the gateway with \`npm start\`, send "${SIGN_IN}" first, then any other. Made by \`npm run generate\`.

@gateway = http://localhost:4000
@token = {{${SIGN_IN}.response.body.data.signIn.session.accessToken}}
`;

const bodyOf = ({ text, variables }: Example): string => {
  const query = print(parse(text)).replaceAll(/\s+/g, ' ').trim();
  return JSON.stringify(variables === null ? { query } : { query, variables: JSON.parse(variables) }, null, 2);
};

const requestOf = (example: Example): string => {
  const name = operationNameOf(example);
  const { about, calls } = commentOf(example);
  return [
    `### ${name}`,
    `# ${about}`,
    `# Upstream calls: ${calls}.`,
    `# @name ${name}`,
    'POST {{gateway}}/graphql',
    'Content-Type: application/json',
    ...(name === SIGN_IN ? [] : ['Authorization: Bearer {{token}}', 'X-Upstream-Trace: true']),
    '',
    bodyOf(example),
    '',
  ].join('\n');
};

/** Writes the examples as a `.http` file, signing in first. */
export const writeHttpFile = (examples: readonly Example[]): string => {
  const isFirst = (example: Example): boolean => operationNameOf(example) === SIGN_IN;
  const ordered = [...examples.filter(isFirst), ...examples.filter((each) => !isFirst(each))];
  return [head, ...ordered.map(requestOf)].join('\n');
};

interface Example {
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
