/** Keeps the schema out of the errors of a result. */
import { GraphQLError } from 'graphql';
import type { WritableResult } from '../operation/serialised-lists.ts';
import { maskDocumentMessage, maskVariablesMessage } from './mask-message.ts';

/** What graphql-js itself says of an operation before it runs has neither a code nor a place in the answer. */
const isOfVariables = ({ extensions, path, originalError }: GraphQLError): boolean =>
  extensions['code'] === undefined &&
  path === undefined &&
  (originalError === undefined || originalError instanceof GraphQLError);

const maskError = (error: GraphQLError): GraphQLError => {
  const { message, extensions, nodes = null, source = null, positions = null } = error;
  if (extensions['code'] === 'GRAPHQL_VALIDATION_FAILED') {
    return new GraphQLError(maskDocumentMessage(message), { nodes, source, positions, extensions });
  }
  return isOfVariables(error)
    ? new GraphQLError(maskVariablesMessage(message), { nodes, source, positions, extensions })
    : error;
};

/** Rewrites errors of validation and of variables, so that they name nothing of the schema that the caller did not write. */
export const maskErrors = (result: WritableResult): WritableResult =>
  result.errors === undefined ? result : { ...result, errors: result.errors.map(maskError) };
