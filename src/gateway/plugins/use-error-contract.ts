/** Makes every error of an answer one of the documented codes, and sets the HTTP status of an answer. */
import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Logger } from '../../log.ts';
import { UpstreamError } from '../../upstream/errors.ts';
import { badRequest, badUserInput, internalError, isErrorCode, tooSlow, upstreamFailure } from '../errors.ts';
import { isNothing } from '../observation/operation-record.ts';
import { ClientGoneError, DeadlineExceededError } from '../operation-scope.ts';
import type { ServerContext } from '../server-context.ts';

/** What was thrown: errors of resolvers come wrapped. */
const causeOf = (error: GraphQLError): unknown => {
  let cause: unknown = error;
  while (cause instanceof GraphQLError && cause.originalError !== undefined && cause.originalError !== cause) {
    cause = cause.originalError;
  }
  return cause;
};

/** Codes that the libraries beneath give, in our terms. */
const libraryCodes: Readonly<Record<string, Parameters<typeof badRequest>[0]>> = {
  REQUEST_ENTITY_TOO_LARGE: 'REQUEST_TOO_LARGE',
  BAD_REQUEST: 'BAD_REQUEST',
  OPERATION_RESOLUTION_FAILURE: 'BAD_REQUEST',
  GRAPHQL_PARSE_FAILED: 'GRAPHQL_PARSE_FAILED',
  GRAPHQL_VALIDATION_FAILED: 'GRAPHQL_VALIDATION_FAILED',
};

const describe = (error: GraphQLError, log: Logger, requestId: string): GraphQLError => {
  const cause = causeOf(error);
  if (cause instanceof UpstreamError) return upstreamFailure(cause);
  if (cause instanceof DeadlineExceededError || cause instanceof ClientGoneError) return tooSlow();
  if (cause instanceof GraphQLError) {
    const { code, http } = cause.extensions;
    if (isErrorCode(code) && 'retryable' in cause.extensions) return cause;
    const known = typeof code === 'string' ? libraryCodes[code] : undefined;
    // A request that is none is refused with 400, whatever kind of answer the client accepts.
    if (known === 'BAD_REQUEST') return badRequest(known, cause.message, { status: 400, ...http, spec: false });
    if (known !== undefined) return badRequest(known, cause.message, http);
    // What the executor itself refuses: variables that do not fit, an operation that is not named.
    if (code === undefined && error.path === undefined)
      return badUserInput(cause.message, http ?? { status: 400, spec: true });
    if (code === 'BAD_USER_INPUT') return badUserInput(cause.message);
  }
  log.error({ requestId, path: error.path, err: cause }, 'A resolver failed.');
  return internalError();
};

/** Nothing but UNAUTHENTICATED came back: then the HTTP status says so too. */
const isUnauthenticated = ({ data, errors }: ExecutionResult): boolean =>
  errors !== undefined &&
  errors.length > 0 &&
  errors.every(({ extensions }) => extensions['code'] === 'UNAUTHENTICATED') &&
  isNothing(data);

const challenge = { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };

/** Makes every error one of the documented codes; what is not meant for clients is logged and masked. */
export const useErrorContract = (log: Logger): Plugin<ServerContext, ServerContext> => ({
  onResultProcess: (hook) => {
    const { result, serverContext } = hook;
    if (Array.isArray(result) || Symbol.asyncIterator in result || result.errors === undefined) return;
    const { requestId } = serverContext.scope;
    const errors = result.errors.map((error) => {
      const described = describe(error, log, requestId);
      const { nodes = null, source = null, positions = null, path = null } = error;
      const extensions = { ...described.extensions, requestId };
      return new GraphQLError(described.message, { nodes, source, positions, path, extensions });
    });
    const answer = { ...result, errors };
    hook.setResult(
      isUnauthenticated(answer) ? { ...answer, extensions: { ...answer.extensions, http: challenge } } : answer,
    );
  },
});
