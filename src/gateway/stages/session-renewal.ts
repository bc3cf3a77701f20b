/** Browser sessions whose token the service refuses are renewed: a query then runs once more, a mutation is told so. */
import { type ExecutionResult, GraphQLError } from 'graphql';
import { kindOf } from '../../rest/call/failure.ts';
import { sessionRenewed } from '../errors/graphql-errors.ts';
import { isNothing } from '../operation/operation-record.ts';
import type { Around } from './engine.ts';
import { causeOf } from './finish-results.ts';

const isRefusal = (error: GraphQLError): boolean => kindOf(causeOf(error)) === 'token_rejected';

/** Whether a part of a result is missing because the service refused the token. */
const lacksByRefusal = ({ errors = [] }: ExecutionResult): boolean => errors.some(isRefusal);

/** Whether the service refused every write of a mutation, so that nothing was done. */
const didNothing = ({ data, errors = [] }: ExecutionResult): boolean =>
  isNothing(data) && errors.every((error) => isRefusal(error) && error.path?.length === 1);

/** Says an error in the place of the refusals. */
const toldBy = (result: ExecutionResult, { message, extensions }: GraphQLError): ExecutionResult => ({
  ...result,
  errors: (result.errors ?? []).map((error) => {
    const { nodes = null, path = null } = error;
    return isRefusal(error) ? new GraphQLError(message, { nodes, path, extensions }) : error;
  }),
});

/** The step. A mutation may have done something: it is not run again. */
export const sessionRenewal: Around = (execute, context) => {
  const { scope } = context;
  if (scope.client.session === null || scope.operation === null) return execute();
  const { isMutation } = scope.operation;
  const run = async () => {
    const result = await execute();
    if (!lacksByRefusal(result)) return result;
    try {
      if (!(await scope.renewSession())) return result;
    } catch (error) {
      if (!isMutation || !(error instanceof GraphQLError)) throw error;
      return didNothing(result) || error.extensions['reason'] === 'SESSION_ENDED' ? toldBy(result, error) : result;
    }
    if (isMutation) return didNothing(result) ? toldBy(result, sessionRenewed()) : result;
    context.restart();
    return execute();
  };
  return run();
};
