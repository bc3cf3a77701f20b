/** Trusted documents of a gateway: each is looked at against its schema and limits while it serves, whether it can run and what it may cost, and reported where it does not fit. */
import { setTimeout as pause } from 'node:timers/promises';
import { GraphQLError, Kind, NoSchemaIntrospectionCustomRule } from 'graphql';
import type { Cancellation } from '../../concurrency/cancellation.ts';
import type { Logger } from '../../log/logger.ts';
import { operationLimits } from '../documents/operation-limits.ts';
import type { DocumentCounts } from '../observability/metrics/gateway.ts';
import { type DocumentRules, mayRun, type PreparedDocument, prepareDocument } from '../operation/prepared-document.ts';
import { UnpriceableDocumentError, priceOperations } from '../pricing/price-document.ts';
import { schema } from '../schema/schema.ts';
import type { ManifestEntry } from './manifest.ts';
import type { TrustedDocuments } from './store.ts';

/** A document of a manifest, looked at. */
export interface TrustedDocument extends ManifestEntry {
  /** Null for a document that cannot run. */
  readonly prepared: PreparedDocument | null;
  /** Names of its operations, without those that have none. */
  readonly operations: readonly string[];
  /**
   * Most calls to the service that one of its operations may cause, whatever its variables are; null where no values can be
   * made up for these, as for a file, and for a document that cannot run.
   */
  readonly calls: number | null;
  /** Why it cannot run; null when it can. */
  readonly problem: string | null;
}

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
  const prepared = prepareDocument(entry.text, rules);
  if (!mayRun(prepared)) {
    const [error] = prepared instanceof GraphQLError ? [prepared] : prepared.errors;
    return { ...entry, prepared: null, operations: [], calls: null, problem: error?.message ?? 'It cannot run.' };
  }
  return { ...entry, prepared, operations: operationsOf(prepared), calls: callsOf(prepared, rules), problem: null };
};

/** Rules for documents in a gateway with or without introspection (`INTROSPECTION`). */
export const documentRules = ({ introspection }: { readonly introspection: boolean }): DocumentRules => ({
  schema,
  limits: operationLimits,
  rules: introspection ? [] : [NoSchemaIntrospectionCustomRule],
});

interface ExamineOptions {
  readonly documents: TrustedDocuments;
  /** Most calls that an operation may cause. */
  readonly maxCalls: number;
  readonly show: (counts: () => DocumentCounts) => void;
  /** Ends it when the gateway stops. */
  readonly signal: Cancellation;
  readonly log: Logger;
}

/** Milliseconds for which documents are examined at a stretch, and for which requests then have the process for themselves. */
const STRETCH_MS = 5;
const PAUSE_MS = 5;

/** A mistake of ours with one document must not take the process with it; null then. */
const examine = (documents: TrustedDocuments, entry: ManifestEntry, log: Logger): TrustedDocument | null => {
  try {
    return documents.examine(entry);
  } catch (error) {
    log.error({ err: error, id: entry.id }, 'A trusted document could not be examined.');
    return null;
  }
};

/**
 * Examines the trusted documents, after the gateway has begun to serve. One that cannot run is logged, and refused when it is asked
 * for: a manifest holds the documents of every version of an app that is still in use, and one that is out of date must not
 * stop those that are not. A price above the limit is logged alone, since real variables may cost less than the worst.
 */
export const examineDocuments = async ({ documents, maxCalls, show, signal, log }: ExamineOptions): Promise<void> => {
  const { entries } = documents;
  if (entries.length === 0) return;
  const counts: DocumentCounts = { usable: 0, unusable: 0, unexamined: entries.length };
  show(() => counts);
  let endsAt = 0;
  for (const entry of entries) {
    if (performance.now() >= endsAt) {
      await pause(PAUSE_MS, undefined, { ref: false });
      endsAt = performance.now() + STRETCH_MS;
    }
    if (signal.aborted) return;
    const document = examine(documents, entry, log);
    if (document === null) continue;
    const { id } = document;
    counts.unexamined -= 1;
    counts[document.problem === null ? 'usable' : 'unusable'] += 1;
    if (document.problem !== null) {
      log.warn({ id, problem: document.problem }, 'A trusted document cannot run and will be refused.');
    } else if (document.calls !== null && document.calls > maxCalls) {
      const { operations, calls } = document;
      log.warn({ id, operations, calls, limit: maxCalls }, 'A trusted document may cost more calls than the limit.');
    }
  }
  log.info({ usable: counts.usable, unusable: counts.unusable }, 'The trusted documents have been examined.');
};
