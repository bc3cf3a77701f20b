/** Finished results: every error has one of the documented codes, and what is not meant for clients is logged and masked. */
import { type ASTNode, type ExecutionResult, GraphQLError, type GraphQLFormattedError, visit } from 'graphql';
import type { Logger } from '../../log/logger.ts';
import { failureIn } from '../../rest/call/failure.ts';
import { createLocator } from '../documents/document-text.ts';
import { isErrorCode } from '../errors/error-codes.ts';
import { DescribedError, badRequest, badUserInput, internalError, withoutStack } from '../errors/graphql-errors.ts';
import { errorForClient } from '../errors/upstream-errors.ts';
import { isNothing } from '../operation/operation-record.ts';
import type { OperationScope } from '../operation/operation-scope.ts';
import { type Stage, isResult } from './engine.ts';

/** The thrown value behind an error of a result; the error itself where nothing is wrapped. */
export const causeOf = (error: GraphQLError): unknown => {
  let cause: unknown = error;
  while (cause instanceof GraphQLError && cause.originalError !== undefined && cause.originalError !== cause) {
    cause = cause.originalError;
  }
  return cause;
};

interface ResultStatus {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The wait that the gateway itself asks for, in seconds; null for every other error, those of the service included. */
const waitOf = ({ extensions }: Pick<GraphQLFormattedError, 'extensions'>): number | null => {
  const { code, upstream, retryAfter } = extensions ?? {};
  return code === 'RATE_LIMITED' && upstream === undefined && typeof retryAfter === 'number' ? retryAfter : null;
};

/** Returns the status of a response where it is not the usual one; null where it is. */
const resultStatus = ({ data, errors = [] }: Pick<ExecutionResult, 'data' | 'errors'>): ResultStatus | null => {
  if (errors.length === 0 || !isNothing(data)) return null;
  if (errors.every(({ extensions }) => extensions['code'] === 'UNAUTHENTICATED')) {
    return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
  }
  const waits = errors.map(waitOf);
  if (waits.includes(null)) return null;
  return { status: 429, headers: { 'Retry-After': String(Math.max(...waits.map((wait) => wait ?? 0))) } };
};

/** Codes that the GraphQL server gives, in our terms. */
const libraryCodes: Readonly<Record<string, Parameters<typeof badRequest>[0]>> = {
  BAD_REQUEST: 'BAD_REQUEST',
  GRAPHQL_VALIDATION_FAILED: 'GRAPHQL_VALIDATION_FAILED',
};

/**
 * Error of an argument that graphql-js refuses, as it does not call the resolver then; null for any other error. Documents
 * are valid, so it is a variable: null given, or as its default, where the argument or a field in it must not be null.
 */
const refusedArgument = (
  { message, extensions, nodes }: GraphQLError,
  { execution }: OperationScope,
): string | null => {
  const [value] = nodes ?? [];
  const [, argument] = /^Argument "(\w+)"/.exec(message) ?? [];
  if (extensions['code'] !== undefined || value === undefined || argument === undefined) return null;
  const values = execution?.variableValues ?? {};
  const names = variablesIn(value).filter((name) => (values[name] ?? null) === null);
  return names.length === 0
    ? null
    : `Variable ${names.map((name) => `"$${name}"`).join(' or ')} must not be null in the argument "${argument}".`;
};

const variablesIn = (node: ASTNode): readonly string[] => {
  const names = new Set<string>();
  visit(node, { Variable: ({ name }) => void names.add(name.value) });
  return [...names];
};

/**
 * Whether whoever made an error means it for clients: by a code of its own; or a plugin that refuses an operation, which says no field, or has
 * extensions. What graphql-js says of the value of a field has neither.
 */
const isMeantForClients = ({ path, extensions }: GraphQLError): boolean => {
  const { code } = extensions;
  return typeof code === 'string'
    ? code !== 'INTERNAL_SERVER_ERROR'
    : path === undefined || Object.keys(extensions).length > 0;
};

const describe = (error: GraphQLError, scope: OperationScope, log: Logger): GraphQLError => {
  const cause = causeOf(error);
  const failure = failureIn(cause);
  // Of a call that another operation made, only the error informs.
  if (failure !== null) scope.record.recordFailure(failure);
  const known = errorForClient(cause);
  if (known !== null) {
    const { code, http } = known.extensions;
    if (isErrorCode(code) && 'retryable' in known.extensions) return known;
    const ours = typeof code === 'string' ? libraryCodes[code] : undefined;
    // A request that is none is refused with 400, whatever kind of response the client accepts.
    if (ours !== undefined) return badRequest(ours, known.message, { status: 400, ...http, spec: false });
    const refused = refusedArgument(known, scope);
    if (refused !== null)
      return badUserInput(refused, error.path === undefined ? { status: 400, spec: true } : undefined);
    if (code === 'BAD_USER_INPUT') return badUserInput(known.message);
    if (isMeantForClients(known)) return known;
  }
  log.error({ requestId: scope.requestId, path: error.path, err: cause }, 'A resolver failed.');
  return internalError();
};

const withTrace = (result: ExecutionResult, { trace, calls, plan, plannedCalls }: OperationScope): ExecutionResult =>
  trace === null
    ? result
    : {
        ...result,
        extensions: { ...result.extensions, upstream: { planned: plannedCalls, calls, trace: trace.explain(plan) } },
      };

const withDescribedErrors = (
  result: ExecutionResult,
  errors: readonly GraphQLError[],
  scope: OperationScope,
  log: Logger,
): ExecutionResult => {
  const locate = createLocator();
  const described = errors.map((error) => {
    const { message, extensions } = describe(error, scope, log);
    const { nodes = null, source = null, positions = null, path = null } = error;
    const options = { nodes, source, positions, path, extensions: { requestId: scope.requestId, ...extensions } };
    return withoutStack(() => new DescribedError(message, options, locate(error)));
  });
  const finished = { ...result, errors: described };
  const http = resultStatus(finished);
  return http === null ? finished : { ...finished, extensions: { ...finished.extensions, http } };
};

/**
 * Makes a result fit for its client, and records it. What is not meant for clients is logged and masked. `extensions.http`, of the result
 * and of its errors, is for whoever responds, and never sent.
 */
const finishResult = (result: ExecutionResult, scope: OperationScope, log: Logger): ExecutionResult => {
  const traced = withTrace(result, scope);
  const finished = traced.errors === undefined ? traced : withDescribedErrors(traced, traced.errors, scope, log);
  scope.record.recordResult(finished);
  return finished;
};

/** Creates the stage. Plugins after it see results as they are sent. */
export const finishResults = (log: Logger): Stage => ({
  onResultProcess: (hook) => {
    const { result, serverContext } = hook;
    if (isResult(result)) hook.setResult(finishResult(result, serverContext.scope, log));
  },
});
