/** `price`: how many calls to the service the operations of a front end may cause. */
import {
  type AddFragments,
  type NamedDocument,
  priceDocument,
  type PricedOperation,
  shareFragments,
  UnpriceableDocumentError,
} from '../gateway/pricing/price-document.ts';
import { schema } from '../gateway/schema/schema.ts';
import { isJsonObject } from '../json/json-object.ts';
import { type OptionValues, type Run } from './command.ts';
import { type ExitCode, exitCodes } from './process/process-end.ts';
import { type ReadFile, readDocuments, whyNot } from './read-documents.ts';

/** A file and the prices of its operations, or the reason why it has none. */
interface PricedFile {
  readonly file: string;
  readonly operations: readonly PricedOperation[];
  /** Null when it could be priced. */
  readonly problem: string | null;
}

type Variables = Readonly<Record<string, unknown>>;

const readVariables = (options: OptionValues): Variables | null => {
  const text = options.get('variables');
  if (typeof text !== 'string') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
};

/** The limit; undefined when there is none, null when the text is no number. */
const readMax = (options: OptionValues): number | null | undefined => {
  const text = options.get('max');
  if (typeof text !== 'string') return undefined;
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
};

const priceNamed = ({ document }: NamedDocument, variables: Variables): readonly PricedOperation[] =>
  priceDocument(schema, document, variables);

/** @throws UnpriceableDocumentError that names the entry */
const priceEntry = (entry: NamedDocument, variables: Variables): readonly PricedOperation[] => {
  try {
    return priceNamed(entry, variables);
  } catch (error) {
    throw new UnpriceableDocumentError(`${entry.name}: ${whyNot(error)}`);
  }
};

const priceFile = (
  { file, document, entries, problem }: ReadFile,
  addFragments: AddFragments,
  variables: Variables,
): PricedFile => {
  if (problem !== null) return { file, operations: [], problem };
  try {
    const operations =
      document === null
        ? entries.flatMap((entry) => priceEntry(entry, variables))
        : priceNamed(addFragments(document), variables);
    return { file, operations, problem: null };
  } catch (error) {
    return { file, operations: [], problem: whyNot(error) };
  }
};

const nameOf = ({ name }: PricedOperation): string => name ?? '(no name)';

const operationText = (file: string, operation: PricedOperation, max: number): string[] => {
  const { total, entries } = operation.plan;
  const line = `${String(total).padStart(5)}  ${file}  ${nameOf(operation)}`;
  if (total <= max) return [line];
  return [
    `${line}  over ${max}`,
    ...entries.slice(0, 5).map(({ count, operation: call, path }) => `         ${path}: up to ${count} × ${call}`),
  ];
};

const textOf = ({ file, operations, problem }: PricedFile, max: number): string[] => {
  if (problem !== null) return [`    ?  ${file}  ${problem}`];
  if (operations.length === 0) return [`    -  ${file}  no operations`];
  return operations.flatMap((operation) => operationText(file, operation, max));
};

const jsonOf = ({ file, operations, problem }: PricedFile): object =>
  problem === null
    ? {
        file,
        operations: operations.map((operation) => ({ name: operation.name, calls: operation.plan.total })),
      }
    : { file, problem };

const mistaken = (message: string): ExitCode => {
  process.stderr.write(`${message}\n`);
  return exitCodes.mistaken;
};

/** Prints the price of every operation in files and directories. */
export const runPrice: Run = async (_given, options, paths) => {
  const max = readMax(options);
  const variables = readVariables(options);
  if (max === null) return mistaken('--max must be a whole number, e.g. --max 20');
  if (variables === null) return mistaken('--variables must be a JSON object, e.g. --variables \'{"first": 20}\'');
  const limit = max ?? Number.POSITIVE_INFINITY;
  const files = await readDocuments(paths);
  const addFragments = shareFragments(files.flatMap(({ document }) => document ?? []));
  const priced = files.map((file) => priceFile(file, addFragments, variables));
  process.stdout.write(
    options.has('json')
      ? `${JSON.stringify(priced.map(jsonOf), null, 2)}\n`
      : `${priced.flatMap((file) => textOf(file, limit)).join('\n')}\n`,
  );
  const isGood = priced.every(
    ({ problem, operations }) => problem === null && operations.every(({ plan }) => plan.total <= limit),
  );
  return isGood ? exitCodes.ok : exitCodes.failed;
};
