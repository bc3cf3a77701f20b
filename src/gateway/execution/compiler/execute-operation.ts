/**
 * Executes operations as graphql-js does, and counts what becomes of them. An operation is compiled: fields, arguments and types are
 * looked up once, and what is available costs neither a promise nor an object that reports its place.
 */
import {
  type ExecutionArgs,
  type ExecutionResult,
  getOperationAST,
  type OperationDefinitionNode,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  locatedError,
  OperationTypeNode,
  visit,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { MaybePromise } from '../../../concurrency/maybe-promise.ts';
import { coerceVariables } from '../../documents/coerce-variables.ts';
import { countSelections } from '../../documents/document-size.ts';
import { fragmentsOf, isSelected } from '../../documents/selections.ts';
import { badRequest, badUserInput } from '../../errors/graphql-errors.ts';
import type { ResponseSize } from '../response-size.ts';
import { compileChanges, compileSelection } from './compile-selection.ts';
import { type OnFieldChanged, type Execution, FieldErrors } from './complete-value.ts';

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

interface Known {
  readonly schema: GraphQLSchema;
  readonly compiled: CompiledOperation;
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
    if (found?.schema === schema) return found.compiled;
    const compiled = compileOperation(schema, document, operation);
    if (seen.has(operation))
      known.set(operation, { schema, compiled, fields: countSelections(document, operation) * compiled.ways });
    else seen.add(operation);
    return compiled;
  };

  return (execution, size, onFieldChanged) => {
    const operation = getOperationAST(execution.document, execution.operationName);
    if (operation == null) return { errors: [badRequest('BAD_REQUEST', 'The operation was not found.')] };
    return compiledOf(execution, operation).execute(execution, size, onFieldChanged);
  };
};

interface CompiledOperation {
  /** In how many ways it is kept at most: what is selected may depend on variables. */
  readonly ways: number;
  /** Executes it. A response that its size refuses has nothing but the error that says so. */
  execute(
    args: Pick<ExecutionArgs, 'variableValues' | 'contextValue'>,
    size: ResponseSize,
    onFieldChanged?: OnFieldChanged | null,
  ): MaybePromise<ExecutionResult>;
}

type ExecuteRoot = (execution: Execution) => MaybePromise<Record<string, unknown>>;

const MAX_WAYS = 4;

const noVariables = Object.freeze({});

/** Names of the variables on which it depends what is selected. */
const switchesOf = (document: DocumentNode): readonly string[] => {
  const names = new Set<string>();
  visit(document, {
    Directive: ({ name, arguments: given = [] }) => {
      if (name.value !== 'skip' && name.value !== 'include') return;
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
};

/** Compiles an operation of a valid document: what depends on the document and the schema alone is found once. */
export const compileOperation = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): CompiledOperation => {
  const type = schema.getRootType(operation.operation);
  const fragments = fragmentsOf(document);
  const fragmentsByName = Object.assign(Object.create(null), Object.fromEntries(fragments));
  const definitions = operation.variableDefinitions ?? [];
  const isMutation = operation.operation === OperationTypeNode.MUTATION;
  const switches = switchesOf(document);
  const ways = new Map<string, ExecuteRoot>();

  const compileRoot = (variables: Execution['variables']): ExecuteRoot => {
    if (type == null) {
      throw new GraphQLError(`The schema has no ${operation.operation}.`, { nodes: operation });
    }
    const source = { schema, fragments, fragmentsByName, operation, isSelected: isSelectedWith(variables) };
    if (isMutation) return compileChanges(operation.selectionSet, type, source);
    const execute = compileSelection([operation.selectionSet], type, source);
    return (execution) => execute(undefined, undefined, execution);
  };

  const rootFor = (variables: Execution['variables']): ExecuteRoot => {
    const way = switches.length === 0 ? '' : switches.map((name) => String(variables[name])).join(' ');
    const known = ways.get(way);
    if (known !== undefined) return known;
    const root = compileRoot(variables);
    if (ways.size < MAX_WAYS) ways.set(way, root);
    return root;
  };

  const execute: CompiledOperation['execute'] = ({ variableValues, contextValue }, size, onFieldChanged = null) => {
    const variables = definitions.length === 0 ? noVariables : coerceVariables(schema, definitions, variableValues);
    if (variables === null) return { errors: [badUserInput('The variables are not acceptable.')] };
    const errors = new FieldErrors();
    const toResult = (data: Record<string, unknown> | null): ExecutionResult => {
      size.measure(data);
      const refusal = size.refusal(isMutation);
      if (refusal !== null) return { errors: [refusal] };
      if (errors.list.length === 0) return { data };
      const { omitted } = errors;
      return { errors: errors.list, data, ...(omitted === 0 ? {} : { extensions: { omittedErrors: omitted } }) };
    };
    const fail = (cause: unknown): ExecutionResult => {
      errors.add(cause instanceof GraphQLError ? cause : locatedError(cause, undefined), undefined);
      return toResult(null);
    };
    try {
      const execution: Execution = {
        context: contextValue,
        variables,
        errors,
        size,
        onFieldChanged,
      };
      const data = rootFor(variables)(execution);
      return data instanceof Promise ? data.then(toResult, fail) : toResult(data);
    } catch (error) {
      return fail(error);
    }
  };
  return { ways: Math.min(MAX_WAYS, 2 ** switches.length), execute };
};

const isSelectedWith =
  (variables: Execution['variables']) =>
  (node: Parameters<typeof isSelected>[0]): boolean =>
    isSelected(node, variables);
