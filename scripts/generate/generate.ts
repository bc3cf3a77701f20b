/**
 * Writes the files that are made from the code, or compares them.
 *
 *     npm run generate           writes all of them
 *     npm run schema             writes schema.graphql only
 *     npm run check:generated    exits with 1 and says what is out of date
 */
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { allSettings } from '../../src/config/settings.ts';
import { settingsEnvFile, settingsTable } from '../../src/config/tables.ts';
import { type OperationLimits, operationLimits } from '../../src/gateway/documents/operation-limits.ts';
import { errorCodes } from '../../src/gateway/errors/error-codes.ts';
import { commentOf, operationNameOf, readExamples } from '../../src/gateway/graphiql/examples.ts';
import { userErrorCodes } from '../../src/gateway/schema/core/user-error.ts';
import { printSchemaText, schema } from '../../src/gateway/schema/schema.ts';
import { failureKinds } from '../../src/rest/call/failure-kinds.ts';
import { failureReasons } from '../../src/rest/call/failure-reason.ts';
import { cacheTypes } from './cache-types.ts';
import { guaranteeTable } from './guarantees.ts';
import { writeHttpFile } from './http-file.ts';
import { metricsTable } from './metrics-table.ts';
import { proofTable, readProofs } from './proofs.ts';
import { endpointMap, parseCoverage, typeMap } from './rest-map.ts';

/** A file that is made from the code, in whole or in part. */
interface GeneratedFile {
  readonly name: string;
  readonly path: string;
  /** Gives what the file has to be, from what it is; that is empty when there is no such file. */
  readonly make: (current: string) => string;
}

/** A heading for each code, so that `docs/errors.md#upstream_timeout` leads to it. */
const errorSections = (): string =>
  Object.entries(errorCodes)
    .map(
      ([code, { meaning, remedy, retryable }]) =>
        `### ${code}\n\n${meaning}\n\n**What to do:** ${remedy} Retryable: ${retryable ? 'yes' : 'no'}.`,
    )
    .join('\n\n');

const limitNames: Readonly<Record<keyof OperationLimits, string>> = {
  documentBytes: 'bytes of text',
  tokens: 'tokens',
  depth: 'levels of fields',
  listAliases: 'aliases of one list at one place',
  aliases: 'aliases',
  rootFields: 'fields on the first level',
  rootMutations: 'mutations',
  directives: 'directives',
  selections: 'fields, spreads and inline fragments in all',
  variablesBytes: 'bytes of variables, and of extensions',
  variablesDepth: 'levels in the variables, and in extensions',
};

const limitTable = (): string =>
  [
    '| An operation has at most | |',
    '|---|---|',
    ...Object.entries(limitNames).map(([name, what]) => {
      const limit = new Map<string, number>(Object.entries(operationLimits)).get(name) ?? 0;
      return `| ${what} | ${limit.toLocaleString('en')} |`;
    }),
  ].join('\n');

const exampleTable = (): string =>
  [
    '| Tab | What it shows | Upstream calls |',
    '|---|---|---|',
    ...readExamples().map((example) => {
      const { about, calls } = commentOf(example);
      return `| [${operationNameOf(example)}](../src/gateway/graphiql/examples/${example.name}) | ${about} | ${calls} |`;
    }),
  ].join('\n');

const userErrorTable = (): string =>
  [
    '| Code | Meaning |',
    '|---|---|',
    ...Object.entries(userErrorCodes).map(([code, { description }]) => `| \`${code}\` | ${description} |`),
  ].join('\n');

/** Names of settings and commands as code. */
const asMarkdown = (text: string): string =>
  text.replaceAll(/"(node [^"]+)"/g, '`$1`').replaceAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g, '`$&`');

/** Reasons with the same advice share a row. */
const reasonTable = (): string => {
  const rows = new Map<string, string[]>();
  for (const [reason, { meaning, remedy }] of failureReasons) {
    const advice = asMarkdown(`${meaning} | ${remedy}`);
    rows.set(advice, [...(rows.get(advice) ?? []), `\`${reason}\``]);
  }
  return [
    '| Reason | What is wrong | What to do |',
    '|---|---|---|',
    ...[...rows].map(([advice, reasons]) => `| ${reasons.join(', ')} | ${advice} |`),
  ].join('\n');
};

const retried = { all: 'yes, nothing was sent', reads: 'reads, once', none: 'no' } as const;

const keptFor = (keptMs: number): string => (keptMs === 0 ? '–' : `${keptMs / 1000} s`);

/** What follows from each kind of a failed call. */
const failureTable = (): string =>
  [
    '| Failed call | What happened | Code | Status of a route | Sent again | Outage | Kept |',
    '|---|---|---|---|---|---|---|',
    ...Object.entries(failureKinds).map(([kind, { meaning, code, retry, opensBreaker, keptMs }]) =>
      asMarkdown(
        `| \`${kind}\` | ${meaning} | ${code} | ${errorCodes[code].httpStatus} | ${retried[retry]} | ${opensBreaker === true ? 'counts' : '–'} | ${keptFor(keptMs)} |`,
      ),
    ),
  ].join('\n');

const readCoverage = () => parseCoverage(readFileSync('test/gateway/coverage.json', 'utf8'));

/** What stands between `<!-- generated:name -->` and `<!-- /generated -->` in a document, by name. */
const sections: Readonly<Record<string, () => string>> = {
  settings: settingsTable,
  errors: errorSections,
  'user-errors': userErrorTable,
  limits: limitTable,
  reasons: reasonTable,
  failures: failureTable,
  metrics: metricsTable,
  guarantees: () => guaranteeTable(allSettings),
  proofs: () => proofTable(readProofs()),
  examples: exampleTable,
  endpoints: () => endpointMap(readCoverage()),
  types: () => typeMap(readCoverage()),
  'cache-types': () => cacheTypes(schema),
};

/** Makes what fills these sections of a document, each of which it has to have. */
const fillSections =
  (path: string, names: readonly string[]) =>
  (document: string): string =>
    names.reduce((text, name) => {
      const start = `<!-- generated:${name} -->\n`;
      const end = '\n<!-- /generated -->';
      const from = text.indexOf(start);
      const to = text.indexOf(end, from);
      const make = sections[name];
      if (from < 0 || to < 0 || make === undefined) throw new Error(`${path} has no ${start.trim()} … ${end.trim()}`);
      return `${text.slice(0, from)}${start}${make()}${text.slice(to)}`;
    }, document);

const document = (name: string, path: string, names: readonly string[]): GeneratedFile => ({
  name,
  path,
  make: fillSections(path, names),
});

/** The alert rules as an object for the Prometheus operator. */
const prometheusRule = (): string => {
  const rules = readFileSync('deploy/prometheus/alerts.yaml', 'utf8');
  const groups = rules.slice(rules.indexOf('\ngroups:') + 1);
  return `# Made from deploy/prometheus/alerts.yaml: change that, then \`npm run generate\`. An operator that picks by label wants its label here too.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: listings-gateway
spec:
${groups.replaceAll(/^(?=.)/gm, '  ')}`;
};

const files: readonly GeneratedFile[] = [
  { name: 'schema', path: 'schema.graphql', make: printSchemaText },
  { name: 'env', path: '.env.example', make: settingsEnvFile },
  document('clients', 'docs/clients.md', ['cache-types']),
  document('errors', 'docs/errors.md', ['user-errors', 'errors', 'failures']),
  document('explorer', 'docs/explorer.md', ['examples']),
  document('guarantees', 'docs/guarantees.md', ['guarantees', 'proofs']),
  document('operations', 'docs/operations.md', ['metrics']),
  document('incidents', 'docs/incidents.md', ['reasons']),
  document('pricing', 'docs/pricing.md', ['limits']),
  document('rest-map', 'docs/rest-to-graphql.md', ['endpoints', 'types']),
  document('settings', 'docs/settings.md', ['settings']),
  { name: 'prometheus-rule', path: 'deploy/kubernetes/monitoring/prometheus-rule.yaml', make: prometheusRule },
  { name: 'http', path: 'examples/listings-gateway.http', make: () => writeHttpFile(readExamples()) },
];

const read = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
};

/** Writes a file, or compares it; gives what is wrong, and null when nothing is. */
const generate = async ({ name, path, make }: GeneratedFile, compareOnly: boolean): Promise<string | null> => {
  const current = await read(path);
  const wanted = make(current);
  if (current === wanted) return null;
  if (compareOnly) return `${path} is out of date: npm run ${name === 'schema' ? 'schema' : 'generate'}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, wanted);
  process.stdout.write(`wrote ${path}\n`);
  return null;
};

const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' } }, allowPositionals: true });
const unknown = positionals.filter((name) => !files.some((file) => file.name === name));
const asked = files.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const problems = unknown.map((name) => `There is no ${name}; there are ${files.map((file) => file.name).join(', ')}`);
for (const file of unknown.length === 0 ? asked : []) {
  const problem = await generate(file, values.check ?? false).catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  );
  if (problem !== null) problems.push(problem);
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
