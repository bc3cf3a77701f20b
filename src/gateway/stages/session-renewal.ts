/** Browser sessions: a query whose token the service refused runs once more, with a renewed session. */
import type { ExecutionResult } from 'graphql';
import { kindOf } from '../../upstream/call/failure.ts';
import { causeOf } from '../execution/error-cause.ts';
import { aroundExecution, type Stage } from './stage.ts';

/** Whether a part of a result is missing because the service refused the token. */
const lacksByRefusal = ({ errors = [] }: ExecutionResult): boolean =>
  errors.some((error) => kindOf(causeOf(error)) === 'token_rejected');

/** The stage. A mutation may have done something: it is not run again. */
export const sessionRenewal: Stage = aroundExecution((execute, context) => {
  const { session } = context.scope.client;
  if (session === null || context.scope.operation?.isMutation !== false) return execute();
  const run = async () => {
    const result = await execute();
    if (!lacksByRefusal(result) || !(await context.scope.waitAside(() => session.renewRefused()))) return result;
    context.restart();
    return execute();
  };
  return run();
});
