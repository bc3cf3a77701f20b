/**
 * Executes operations as graphql-js does, and counts what becomes of them. An operation is compiled: fields, arguments and types are
 * looked up once, and what is available costs neither a promise nor an object that reports its place.
 */
import { type ExecutionArgs, type ExecutionResult, getOperationAST, type OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { MaybePromise } from '../../../concurrency/maybe-promise.ts';
import { countSelections } from '../../documents/document-size.ts';
import { badRequest } from '../../errors/graphql-errors.ts';
import { type CompiledOperation, compileOperation } from './compiled-operation.ts';
import type { OnFieldChanged } from './complete-value.ts';
import type { ResponseSize } from './response-size.ts';

/**
 * Executes an operation of a valid document.
 *
 * @param onFieldChanged null when nobody wants to know
 */
type ExecuteOperation = (
  execution: ExecutionArgs,
  size: ResponseSize,
  onFieldChanged: OnFieldChanged | null,
) => MaybePromise<ExecutionResult>;

/** An operation that has come again. */
interface Known {
  readonly compiled: CompiledOperation;
  /** In all ways. */
  readonly fields: number;
}

/** Fields of all operations that are kept compiled. Each takes about 900 bytes. */
const MAX_FIELDS = 8_000;

/** Creates the function that executes operations. Of what is kept compiled, the least recently used goes first. */
export const createOperationExecutor = (): ExecuteOperation => {
  // One that runs once is not worth keeping.
  const seen = new WeakSet<OperationDefinitionNode>();
  const known = new LRUCache<OperationDefinitionNode, Known>({
    maxSize: MAX_FIELDS,
    sizeCalculation: ({ fields }) => fields + 1,
  });

  const compiledOf = ({ schema, document }: ExecutionArgs, operation: OperationDefinitionNode): CompiledOperation => {
    const found = known.get(operation);
    if (found !== undefined) return found.compiled;
    const compiled = compileOperation(schema, document, operation);
    if (seen.has(operation))
      known.set(operation, { compiled, fields: countSelections(document, operation) * compiled.ways });
    else seen.add(operation);
    return compiled;
  };

  return (execution, size, onFieldChanged) => {
    const operation = getOperationAST(execution.document, execution.operationName);
    if (operation == null) return { errors: [badRequest('BAD_REQUEST', 'The operation was not found.')] };
    return compiledOf(execution, operation).execute(execution, size, onFieldChanged);
  };
};
