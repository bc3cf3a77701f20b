/** What a request says: its parameters, with the text of a trusted document in the place of its id, and within the limits. */
import { createLoopTurns } from '../../concurrency/loop-turns.ts';
import { BYTES_PER_CALL, type RequestLimits } from '../admission/request-rates.ts';
import { measureVariables, type OperationLimits } from '../documents/operation-limits.ts';
import { overLimit } from '../errors/graphql-errors.ts';
import { readParameters } from '../operation/graphql-request.ts';
import { documentIdOf, nameDocument } from '../trusted-documents/request.ts';
import type { TrustedDocuments } from '../trusted-documents/store.ts';
import type { Stage } from './stage.ts';

/** Options of the stage. */
interface ReadRequestOptions {
  readonly documents: TrustedDocuments;
  readonly limits: OperationLimits;
  /** Whether a text is kept as a document that is ready to run. */
  readonly isKnown: (text: string) => boolean;
  readonly countCalls: RequestLimits['countCalls'];
}

/**
 * Finds the document of each request, and leaves nothing of it but the parameters that count. A document that is new takes the processor
 * longer than all else of an operation: it is paid by its bytes, as variables are, and one of them goes on in each turn of the event loop.
 */
export const readRequest = ({ documents, limits, isKnown, countCalls }: ReadRequestOptions): Stage => {
  const inTurn = createLoopTurns();
  return {
    onParams: ({ params, setParams, context: { scope } }) => {
      const { record } = scope;
      // Before anything of it is refused.
      record.documentId = documentIdOf(params);
      record.recordRequest(params.query, params.operationName);
      const named = nameDocument(params, documents);
      scope.isTrusted = named.isTrusted;
      const read = readParameters(named.params);
      setParams(read);
      const { query = '' } = read;
      record.recordRequest(read.query, read.operationName);
      const { bytes, exceeded } = measureVariables(read.variables, limits);
      if (exceeded !== null) throw overLimit(exceeded);
      const isNew = !named.isTrusted && !isKnown(query);
      const refusal = countCalls(scope.client, Math.floor((bytes + (isNew ? query.length : 0)) / BYTES_PER_CALL));
      if (refusal !== null) throw refusal;
      return isNew ? new Promise<void>(inTurn) : undefined;
    },
  };
};
