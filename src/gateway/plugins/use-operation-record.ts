/** Notes what is asked and what is answered in the record of the operation. */
import type { Plugin } from 'graphql-yoga';
import type { ServerContext } from '../server-context.ts';

/** Notes what is asked; to be the first, before anything is refused. */
export const useRequestRecord = (): Plugin<ServerContext, ServerContext> => ({
  onParams: ({ params, context }) => {
    context.scope.record.noteRequest(params.query, params.operationName);
  },
});

/** Notes what is answered; to be the last, when the answer is as it is sent. */
export const useResultRecord = (): Plugin<ServerContext, ServerContext> => ({
  onResultProcess: ({ result, serverContext }) => {
    if (Array.isArray(result) || Symbol.asyncIterator in result) return;
    serverContext.scope.record.noteResult(result);
  },
});
