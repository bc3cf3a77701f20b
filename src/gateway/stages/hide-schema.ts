/** Errors of validation that name nothing of the schema that the caller did not write: for a gateway without introspection. */
import { GraphQLError } from 'graphql';
import { maskDocumentMessage } from '../execution/hide-schema-messages.ts';
import type { Stage } from './stage.ts';

const maskError = (error: Error): Error => {
  if (!(error instanceof GraphQLError) || error.extensions['code'] !== 'GRAPHQL_VALIDATION_FAILED') return error;
  const { message, extensions, nodes = null, source = null, positions = null } = error;
  return new GraphQLError(maskDocumentMessage(message), { nodes, source, positions, extensions });
};

/** Rewrites the errors of validation. */
export const hideSchema: Stage = {
  onValidate:
    () =>
    ({ result, setResult }) => {
      const errors: readonly Error[] = result;
      if (errors.length > 0) setResult(errors.map(maskError));
    },
};
