/** Shared lists in results: written out once for all callers, and put into each result as text. */
import type { ExecutionArgs, ExecutionResult } from 'graphql';
import type { PreparedOperation } from '../operation/prepared-operation.ts';
import type { ResponseSize } from '../operation/response-size.ts';
import type { GatewayContext } from '../schema/core/context.ts';
import { createSerialisedLists, type WritableResult, withJson, withCachedLists } from './shared-list-json.ts';

/** The part of an operation that is left to execute, and a function that completes its result. */
export interface ListedExecution {
  readonly execution: ExecutionArgs;
  readonly finish: (result: ExecutionResult) => WritableResult;
}

/** Takes from an operation the lists that are written out already. */
export type ReadWrittenLists = (
  operation: PreparedOperation,
  execution: ExecutionArgs,
  context: GatewayContext,
  size: ResponseSize,
) => ListedExecution;

/** Creates the function that keeps written lists. */
export const createWrittenLists = (): ReadWrittenLists => {
  const serialisedLists = createSerialisedLists();
  return (operation, execution, context, size) => {
    const lists = operation.findLists();
    const found = lists && serialisedLists.find(lists.fields, context.lookups);
    const finishPlain = (result: ExecutionResult): WritableResult =>
      size.json === null || result.data == null ? result : withJson(result, size.json);
    if (lists === null || found === null) return { execution, finish: finishPlain };
    const { cached: written } = found;
    if (written !== null) {
      for (const list of written) size.addWritten(list);
      const finish = (result: ExecutionResult): WritableResult => withCachedLists(result, lists.fields, written);
      return { execution: { ...execution, document: lists.rest }, finish };
    }
    const keep = (result: ExecutionResult): WritableResult => {
      // A few large ones would take the memory of all others.
      if (size.json === null) found.keep(result);
      return finishPlain(result);
    };
    return { execution, finish: keep };
  };
};
