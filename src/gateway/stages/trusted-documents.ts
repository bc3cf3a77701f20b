/** Trusted documents: requests name them by an id, and their texts take its place. */
import { readParameters } from '../operation/graphql-request.ts';
import { nameDocument } from '../trusted-documents/request.ts';
import type { TrustedDocuments } from '../trusted-documents/store.ts';
import type { Stage } from './stage.ts';

/** Finds the document of each request, and leaves nothing of it but the parameters that count. */
export const trustedDocuments = (documents: TrustedDocuments): Stage => ({
  onParams: ({ params, setParams, context: { scope } }) => {
    const named = nameDocument(params, documents);
    scope.isTrusted = named.isTrusted;
    setParams(readParameters(named.params));
  },
});
