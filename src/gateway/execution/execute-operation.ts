/**
 * Executes operations as graphql-js does. A query that comes again is compiled: fields, arguments and types are looked up once, and
 * what is at hand costs neither a promise nor an object that tells of its place.
 */
import {
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { MaybePromise } from '../maybe-promise.ts';
import { countSelections } from '../operation-limits/document-size.ts';
import { type CompiledQuery, compileQuery } from './compiled-query.ts';

/** Executes an operation of a valid document. */
export type ExecuteOperation = (execution: ExecutionArgs) => MaybePromise<ExecutionResult>;

/** An operation that has come again. */
interface Known {
  /** Null for one that is not compiled. */
  readonly compiled: CompiledQuery | null;
  readonly fields: number;
}

/** Fields of all compiled queries together. Each takes about 900 bytes. */
const MAX_FIELDS = 8_000;

/** Creates the function that executes operations. Of what it compiles, the least recently used goes first. */
export const createOperationExecutor = (): ExecuteOperation => {
  // One that runs once is not worth it.
  const seen = new WeakSet<OperationDefinitionNode>();
  const known = new LRUCache<OperationDefinitionNode, Known>({
    maxSize: MAX_FIELDS,
    sizeCalculation: ({ fields }) => fields + 1,
  });

  const compiledOf = ({ schema, document, operationName }: ExecutionArgs): CompiledQuery | null => {
    const operation = getOperationAST(document, operationName);
    if (operation == null) return null;
    const found = known.get(operation);
    if (found !== undefined) return found.compiled;
    if (!seen.has(operation)) {
      seen.add(operation);
      return null;
    }
    const compiled = compileQuery(schema, document, operation);
    known.set(operation, { compiled, fields: compiled === null ? 0 : countSelections(document, operation) });
    return compiled;
  };

  return (execution) => {
    const compiled = compiledOf(execution);
    return compiled === null ? execute(execution) : compiled(execution);
  };
};
