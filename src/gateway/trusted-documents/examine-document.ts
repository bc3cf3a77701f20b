/** Looks at a trusted document before it is used: whether it can run, and what it may cost. */
import { Kind } from 'graphql';
import { type DocumentRules, type PreparedDocument, prepareDocument } from '../execution/document-cache.ts';
import { priceOperations, UnpriceableDocumentError } from '../pricing/price-document.ts';
import type { ManifestEntry } from './manifest.ts';

/** A document that can run. */
export interface UsableDocument extends ManifestEntry {
  readonly prepared: PreparedDocument;
  /** Names of its operations, without those that have none. */
  readonly operations: readonly string[];
  /**
   * Most calls to the service that one of its operations may cause, whatever its variables are; null where no values can be
   * made up for these, as for a file.
   */
  readonly calls: number | null;
  readonly problem: null;
}

/** A document that cannot run, and why. */
export interface UnusableDocument extends ManifestEntry {
  readonly prepared: null;
  readonly problem: string;
}

/** A document of a manifest, looked at. */
export type TrustedDocument = UsableDocument | UnusableDocument;

const operationsOf = ({ document }: PreparedDocument): readonly string[] =>
  document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? (definition.name?.value ?? []) : [],
  );

const callsOf = ({ document }: PreparedDocument, { schema }: DocumentRules): number | null => {
  try {
    const prices = priceOperations(schema, document);
    return Math.max(0, ...prices.map(({ plan }) => plan.total));
  } catch (error) {
    if (error instanceof UnpriceableDocumentError) return null;
    throw error;
  }
};

/** Prepares a document as if it were to run, and prices it. */
export const examineDocument = (entry: ManifestEntry, rules: DocumentRules): TrustedDocument => {
  const preparation = prepareDocument(entry.text, rules);
  if (preparation.kind === 'refused') {
    const [error] = preparation.errors;
    return { ...entry, prepared: null, problem: error?.message ?? 'It cannot run.' };
  }
  const prepared = preparation.document;
  return { ...entry, prepared, operations: operationsOf(prepared), calls: callsOf(prepared, rules), problem: null };
};
