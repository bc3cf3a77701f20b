/** `price`: how many calls to the service the operations of a front end may cause. */
import { readFile } from 'node:fs/promises';
import { readManifestFile } from '../config/manifest-files.ts';
import { nothingKnown } from '../gateway/pricing/plan-operation.ts';
import { type PricedOperation, priceDocument, UnpriceableDocumentError } from '../gateway/pricing/price-document.ts';
import { schema } from '../gateway/schema.ts';
import type { ManifestEntry } from '../gateway/trusted-documents/manifest.ts';
import { type ExitCode, exitCodes, type OptionValues, type Run } from './command.ts';

/** A file and what its operations cost, or why that cannot be told. */
interface PricedFile {
  readonly file: string;
  readonly operations: readonly PricedOperation[];
  /** Null when it could be priced. */
  readonly problem: string | null;
}

type Variables = Readonly<Record<string, unknown>>;

const isVariables = (value: unknown): value is Variables =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readVariables = (options: OptionValues): Variables | null => {
  const text = options.get('variables');
  if (typeof text !== 'string') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isVariables(value) ? value : null;
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

const priceText = (text: string, variables: Variables): readonly PricedOperation[] =>
  priceDocument(schema, text, nothingKnown, variables);

/** @throws UnpriceableDocumentError that names the entry */
const priceEntry = ({ id, text }: ManifestEntry, variables: Variables): readonly PricedOperation[] => {
  try {
    return priceText(text, variables);
  } catch (error) {
    if (error instanceof UnpriceableDocumentError) throw new UnpriceableDocumentError(`${id}: ${error.message}`);
    throw error;
  }
};

/** Prices all documents of a manifest, as they are named in files that end in `.json`. */
const priceManifest = (file: string, variables: Variables): readonly PricedOperation[] => {
  const { entries, faults } = readManifestFile(file);
  const [fault] = faults;
  if (fault !== undefined) throw new UnpriceableDocumentError(fault.slice(file.length + 2));
  return entries.flatMap((entry) => priceEntry(entry, variables));
};

const priceFile = async (file: string, variables: Variables): Promise<PricedFile> => {
  try {
    const operations = file.endsWith('.json')
      ? priceManifest(file, variables)
      : priceText(await readFile(file, 'utf8'), variables);
    return { file, operations, problem: null };
  } catch (error) {
    if (error instanceof UnpriceableDocumentError) return { file, operations: [], problem: error.message };
    if (error instanceof Error && 'code' in error)
      return { file, operations: [], problem: `cannot be read (${String(error.code)})` };
    throw error;
  }
};

const nameOf = ({ name }: PricedOperation): string => name ?? '(no name)';

const textOf = ({ file, operations, problem }: PricedFile, max: number): string[] =>
  problem === null
    ? operations.flatMap((operation) => [
        `${String(operation.plan.total).padStart(5)}  ${file}  ${nameOf(operation)}${operation.plan.total > max ? `  over ${max}` : ''}`,
        ...(operation.plan.total > max
          ? operation.plan.entries
              .slice(0, 5)
              .map(({ count, operation: call, path }) => `         ${path}: up to ${count} × ${call}`)
          : []),
      ])
    : [`    ?  ${file}  ${problem}`];

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

/** Prints the price of every operation in files. */
export const runPrice: Run = async (_given, options, files) => {
  const max = readMax(options);
  const variables = readVariables(options);
  if (max === null) return mistaken('--max must be a whole number, e.g. --max 20');
  if (variables === null) return mistaken('--variables must be a JSON object, e.g. --variables \'{"first": 20}\'');
  const limit = max ?? Number.POSITIVE_INFINITY;
  const priced = await Promise.all(files.map((file) => priceFile(file, variables)));
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
