/**
 * Executes operations as graphql-js does. A query that comes again is compiled: fields, arguments and types are looked up once, and
 * what is at hand costs neither a promise nor an object that tells of its place.
 */
import { type DocumentNode, type ExecutionArgs, type ExecutionResult, execute, getOperationAST } from 'graphql';
import type { MaybePromise } from '../maybe-promise.ts';
import { type CompiledQuery, compileQuery } from './compiled-query.ts';

/** Executes an operation of a valid document. */
export type ExecuteOperation = (execution: ExecutionArgs) => MaybePromise<ExecutionResult>;

/** An operation that has been executed before. */
interface Known {
  /** Null for one that is not compiled. */
  readonly compiled: CompiledQuery | null;
}

/** Creates the function that executes operations. What it compiles is kept for as long as the document. */
export const createOperationExecutor = (): ExecuteOperation => {
  const documents = new WeakMap<DocumentNode, Map<string | null, Known | 'once'>>();

  const compiledOf = ({ schema, document, operationName = null }: ExecutionArgs): CompiledQuery | null => {
    let operations = documents.get(document);
    if (operations === undefined) {
      operations = new Map();
      documents.set(document, operations);
    }
    const known = operations.get(operationName);
    if (known === undefined) {
      // One that runs once is not worth it.
      operations.set(operationName, 'once');
      return null;
    }
    if (known !== 'once') return known.compiled;
    const operation = getOperationAST(document, operationName);
    const compiled = operation == null ? null : compileQuery(schema, document, operation);
    operations.set(operationName, { compiled });
    return compiled;
  };

  return (execution) => {
    const compiled = compiledOf(execution);
    return compiled === null ? execute(execution) : compiled(execution);
  };
};
