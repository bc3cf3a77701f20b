/** An operation of a document, with what can be known of it before it runs. */
import { type DocumentNode, type GraphQLSchema, type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import { type FindDeprecated, findDeprecatedOf } from './deprecated-usage.ts';
import type { GivenVariables } from './graphql-request.ts';

/** An operation that may run. */
export interface PreparedOperation {
  /** Null for an operation without a name. */
  readonly name: string | null;
  readonly isMutation: boolean;
  /** Tells it from every other operation that was prepared in this process. */
  readonly key: string;
  /** Those of some variables that it declares, in its order: it knows no others. */
  declaredOf(variables: GivenVariables): GivenVariables;
  /** Coordinates of what it asks for with these variables and the schema marks as deprecated, each once. */
  deprecatedIn(variables: GivenVariables): readonly string[];
}

let numberOfLast = 0;

/** Prepares an operation of a valid document. */
export const createPreparedOperation = (
  schema: GraphQLSchema,
  document: DocumentNode,
  definition: OperationDefinitionNode,
): PreparedOperation => {
  let findDeprecated: FindDeprecated | null = null;
  const declared = (definition.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
  numberOfLast += 1;
  return {
    name: definition.name?.value ?? null,
    isMutation: definition.operation === OperationTypeNode.MUTATION,
    key: String(numberOfLast),
    declaredOf: (variables) =>
      Object.fromEntries(
        declared.filter((name) => Object.hasOwn(variables, name)).map((name) => [name, variables[name]]),
      ),
    deprecatedIn: (variables) => {
      findDeprecated ??= findDeprecatedOf(schema, document, definition);
      return findDeprecated(variables);
    },
  };
};
