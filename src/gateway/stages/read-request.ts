/** What a request says: its parameters, with the text of a trusted document in the place of its id, and within the limits. */
import { exceededByVariables, type OperationLimits } from '../documents/operation-limits.ts';
import { overLimit } from '../errors/graphql-errors.ts';
import { readParameters } from '../operation/graphql-request.ts';
import { documentIdOf, nameDocument } from '../trusted-documents/request.ts';
import type { TrustedDocuments } from '../trusted-documents/store.ts';
import type { Stage } from './stage.ts';

/** Finds the document of each request, and leaves nothing of it but the parameters that count. */
export const readRequest = (documents: TrustedDocuments, limits: OperationLimits): Stage => ({
  onParams: ({ params, setParams, context: { scope } }) => {
    const { record } = scope;
    // Before anything of it is refused.
    record.documentId = documentIdOf(params);
    record.recordRequest(params.query, params.operationName);
    const named = nameDocument(params, documents);
    scope.isTrusted = named.isTrusted;
    const read = readParameters(named.params);
    setParams(read);
    record.recordRequest(read.query, read.operationName);
    const exceeded = exceededByVariables(read.variables, limits);
    if (exceeded !== null) throw overLimit(exceeded);
  },
});
