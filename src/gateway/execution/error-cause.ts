/** What was thrown: errors of resolvers come wrapped. */
import { GraphQLError } from 'graphql';

/** The thrown value behind an error of a result; the error itself where nothing is wrapped. */
export const causeOf = (error: GraphQLError): unknown => {
  let cause: unknown = error;
  while (cause instanceof GraphQLError && cause.originalError !== undefined && cause.originalError !== cause) {
    cause = cause.originalError;
  }
  return cause;
};
