/** Refuses operations of a kind that the schema has none of, before anything runs: graphql-js notices only then. */
import { GraphQLError, type ValidationRule } from 'graphql';

/** The rule of the specification of GraphQL, section 5.2.1.1. */
export const knownOperationTypesRule: ValidationRule = (context) => ({
  OperationDefinition: (node) => {
    if (context.getSchema().getRootType(node.operation) != null) return;
    context.reportError(new GraphQLError(`The schema has no operations of type "${node.operation}".`, { nodes: node }));
  },
});
