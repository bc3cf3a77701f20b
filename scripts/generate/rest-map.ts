/** The tables that say where in the GraphQL schema everything of the REST service is. */
import { z } from 'zod';
import { endpointNames, endpoints, operationOf } from '../../src/contract/endpoints.ts';

/** Where everything of the specification is in the schema: coordinates, with spaces between several. */
export interface Coverage {
  /** By method, path and, where one endpoint does several things, which of them in brackets. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** By type and field. */
  readonly structures: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const coordinates = z.string().min(1);
const coverage = z.strictObject({
  endpoints: z.record(z.string(), coordinates),
  structures: z.record(z.string(), z.record(z.string(), coordinates)),
});

/** Reads the text of a coverage file. @throws ZodError when it has another form */
export const parseCoverage = (text: string): Coverage => coverage.parse(JSON.parse(text));

const endpointOf = (key: string) => {
  const operation = key.replace(/ \(.+\)$/, '');
  const name = endpointNames.find((each) => operationOf(each) === operation);
  if (name === undefined) throw new Error(`The contract has no endpoint ${operation}.`);
  return endpoints[name];
};

const callers = {
  public: 'anyone with a token',
  application: 'anyone with a token',
  user: 'the user',
  'sign-in': 'no token',
} as const;
const repeats = {
  safe: 'once',
  idempotent: 'only if it was never sent',
  never: 'only if it was never sent',
} as const;

const codes = (text: string): string =>
  text
    .split(' ')
    .map((coordinate) => `\`${coordinate}\``)
    .join(', ');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Writes the table of endpoints: where each is in the schema, who may call it, and whether a failed call is repeated. */
export const endpointMap = ({ endpoints: covered }: Coverage): string =>
  table(
    ['REST', 'GraphQL', 'Who', 'Shared', 'Retry after a failure'],
    Object.entries(covered).map(([key, where]) => {
      const { access, retry } = endpointOf(key);
      const [operation, purpose] = [key.replace(/ \(.+\)$/, ''), / \((.+)\)$/.exec(key)?.[1]];
      return [
        `\`${operation}\`${purpose === undefined ? '' : ` (${purpose})`}`,
        codes(where),
        callers[access],
        access === 'public' ? 'yes' : 'no',
        repeats[retry],
      ];
    }),
  );

/** Writes a table for each type: where each of its fields is in the schema. */
export const typeMap = ({ structures }: Coverage): string =>
  Object.entries(structures)
    .map(([type, fields]) =>
      [
        `### ${type}`,
        '',
        table(
          ['Field', 'GraphQL'],
          Object.entries(fields).map(([field, where]) => [`\`${field}\``, codes(where)]),
        ),
      ].join('\n'),
    )
    .join('\n\n');
