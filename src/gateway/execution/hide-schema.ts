/** Keeps the schema out of the errors of a result. */
import { GraphQLError } from 'graphql';
import { maskDocumentMessage } from './hide-schema-messages.ts';
import type { WritableResult } from './shared-list-json.ts';

const maskError = (error: GraphQLError): GraphQLError => {
  const { message, extensions, nodes = null, source = null, positions = null } = error;
  return extensions['code'] === 'GRAPHQL_VALIDATION_FAILED'
    ? new GraphQLError(maskDocumentMessage(message), { nodes, source, positions, extensions })
    : error;
};

/** Rewrites errors of validation, so that they name nothing of the schema that the caller did not write. */
export const maskErrors = (result: WritableResult): WritableResult =>
  result.errors === undefined ? result : { ...result, errors: result.errors.map(maskError) };
