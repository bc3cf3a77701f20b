/** Plugin that lets Yoga read requests and write responses, and the operation runner do everything in between. */
import type { Plugin } from 'graphql-yoga';
import type { Logger } from '../../../log/logger.ts';
import { badRequest } from '../../errors/graphql-errors.ts';
import { responseOf } from '../../execution/http-result.ts';
import { finishAndKeep } from '../../execution/kept-result.ts';
import type { RunOperation } from '../../execution/run-operation.ts';
import type { WritableResult } from '../../execution/shared-list-json.ts';
import { readGraphqlRequest } from '../../operation/graphql-request.ts';
import type { ServerContext } from './yoga-context.ts';

const isResult = (result: object): result is WritableResult =>
  !Array.isArray(result) && !(Symbol.asyncIterator in result);

/** Runs the operations that Yoga has read from requests. */
export const useOperationRunner = (run: RunOperation, log: Logger): Plugin<object, ServerContext> => ({
  onRequestParse: ({ serverContext, setRequestParser }) => {
    // The HTTP listener has read the request already.
    setRequestParser(() => serverContext.readParameters());
  },
  onParams: ({ request, context, setParamsHandler }) => {
    const { scope, bringsFile } = context;
    setParamsHandler(({ params }) => {
      const operation = readGraphqlRequest(params);
      if (operation === null)
        return { errors: [badRequest('BAD_REQUEST', 'A parameter is not of its type.', { status: 400 })] };
      return run(operation, {
        scope,
        mayChange: request.method !== 'GET',
        bringsFile,
      });
    });
  },
  onResultProcess: async (hook) => {
    const { result, serverContext } = hook;
    if (!isResult(result)) return;
    const finished = await finishAndKeep(result, serverContext.scope, log);
    // Yoga would recreate its errors, and look for their places in the text that their nodes do not refer to.
    const stringify = (): string => responseOf(finished, 'application/json').body.toString();
    hook.setResult(
      finished.errors === undefined && finished.extensions === undefined ? finished : { ...finished, stringify },
    );
  },
});
