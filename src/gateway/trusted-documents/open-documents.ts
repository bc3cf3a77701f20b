/** Trusted documents of a starting gateway: examined against its schema and limits, and told of where they do not fit. */
import { NoSchemaIntrospectionCustomRule } from 'graphql';
import type { Logger } from '../../log.ts';
import type { DocumentRules } from '../operation/prepared-document.ts';
import type { CallLimit } from '../operation/run-operation.ts';
import { operationLimits } from '../operation-limits/limits.ts';
import { schema } from '../schema.ts';
import { createTrustedDocuments, type TrustedDocuments, type TrustedDocumentsOptions } from './store.ts';

/** What documents are held against in a gateway that answers questions about its schema, or does not. */
export const documentRules = ({ introspection }: { readonly introspection: boolean }): DocumentRules => ({
  schema,
  limits: operationLimits,
  rules: introspection ? [] : [NoSchemaIntrospectionCustomRule],
});

/** What a gateway is started with, as far as trusted documents matter. */
interface OpenOptions {
  readonly trustedDocuments: TrustedDocumentsOptions;
  readonly introspection: boolean;
  readonly callLimit: CallLimit;
  readonly log: Logger;
}

/**
 * Opens the trusted documents. One that cannot run is logged and refused when it is asked for, and the gateway starts all the same:
 * a manifest holds the documents of every version of an app that is still in use, and one that is out of date must not
 * stop those that are not. A price above the limit is logged alone, since real variables may cost less than the worst.
 */
export const openTrustedDocuments = ({
  trustedDocuments,
  introspection,
  callLimit: { maxCalls },
  log,
}: OpenOptions): TrustedDocuments => {
  const opened = createTrustedDocuments(trustedDocuments, documentRules({ introspection }));
  for (const { id, ...document } of opened.documents) {
    if (document.problem !== null) {
      log.warn({ id, problem: document.problem }, 'A trusted document cannot run and will be refused.');
    } else if (document.calls !== null && document.calls > maxCalls) {
      const { operations, calls } = document;
      log.warn({ id, operations, calls, limit: maxCalls }, 'A trusted document may cost more calls than the limit.');
    }
  }
  return opened;
};
