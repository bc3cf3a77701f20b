/** Puts trusted documents in the place of the ids that requests name them by. */
import type { Plugin } from 'graphql-yoga';
import { knownParameters } from '../../operation/graphql-request.ts';
import { nameDocument } from '../../trusted-documents/request.ts';
import type { TrustedDocuments } from '../../trusted-documents/store.ts';
import type { ServerContext } from './yoga-context.ts';

/** Resolves the ids of documents, before anything else looks at the operation. */
export const useTrustedDocuments = (documents: TrustedDocuments): Plugin<ServerContext, ServerContext> => ({
  onParams: ({ params, setParams, context }) => {
    const named = nameDocument(params, documents);
    if (named.error !== null) throw named.error;
    context.scope.isTrusted = named.isTrusted;
    if (typeof named.params === 'object' && named.params !== null) setParams(knownParameters(named.params));
  },
});
