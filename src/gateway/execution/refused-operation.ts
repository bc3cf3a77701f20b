/** Errors of operations that are refused before they run. */
import { GraphQLError } from 'graphql';
import { badRequest } from '../errors/graphql-errors.ts';

/** The error of a request that names no operation of its document. */
export const noSuchOperation = (operationName: string | null): GraphQLError => {
  const problem =
    operationName === null
      ? 'The document has several operations: say which one to run, with "operationName".'
      : 'The document has no operation with the name that "operationName" gives.';
  return badRequest('BAD_REQUEST', problem, { status: 400, spec: false });
};

/** The error of a mistake of ours, which is logged and masked before it is sent. */
export const stepFailed = (error: unknown): GraphQLError =>
  new GraphQLError('A step before the execution failed.', {
    originalError: error instanceof Error ? error : new Error(String(error)),
  });
