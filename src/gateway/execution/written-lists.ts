/** Shared lists in results: written out once for all callers, and put into each result as text. */
import type { ExecutionArgs, ExecutionResult } from 'graphql';
import type { PreparedOperation } from '../operation/prepared-operation.ts';
import type { ResponseSize } from '../operation/response-size.ts';
import type { GatewayContext } from '../schema/core/context.ts';
import { createSerialisedLists, type WritableResult, withJson, withKeptLists } from './shared-list-json.ts';

/** What is left to execute of an operation, and what makes its whole result of that. */
export interface ListedExecution {
  readonly execution: ExecutionArgs;
  readonly finish: (result: ExecutionResult) => WritableResult;
}

/** Takes from an operation the lists that are written out already. */
export type TakeWrittenLists = (
  operation: PreparedOperation,
  execution: ExecutionArgs,
  context: GatewayContext,
  size: ResponseSize,
) => ListedExecution;

/** Creates the function that keeps written lists. */
export const createWrittenLists = (): TakeWrittenLists => {
  const serialisedLists = createSerialisedLists();
  return (operation, execution, context, size) => {
    const lists = operation.findLists();
    const cached = lists && serialisedLists.find(lists.fields, context.lookups);
    const written = (result: ExecutionResult): WritableResult =>
      size.json === null || result.data == null ? result : withJson(result, size.json);
    if (lists === null || cached === null) return { execution, finish: written };
    const { kept } = cached;
    if (kept !== null) {
      for (const list of kept) size.addWritten(list);
      const finish = (result: ExecutionResult): WritableResult => withKeptLists(result, lists.fields, kept);
      return { execution: { ...execution, document: lists.rest }, finish };
    }
    const keep = (result: ExecutionResult): WritableResult => {
      // A few large ones would take the room of all others.
      if (size.json === null) cached.keep(result);
      return written(result);
    };
    return { execution, finish: keep };
  };
};
