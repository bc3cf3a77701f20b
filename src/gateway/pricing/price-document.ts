/** Prices the operations of a document without running them: for the continuous integration of a front end. */
import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  isTypeSystemDefinitionNode,
  isTypeSystemExtensionNode,
  Kind,
  NoUnusedFragmentsRule,
  type OperationDefinitionNode,
  parse,
  Source,
  specifiedRules,
  validate,
} from 'graphql';
import type { Plan } from './plan.ts';
import { planOperation } from './planner.ts';
import { worstVariables } from './worst-variables.ts';

/** Cost of an operation. */
export interface PricedOperation {
  /** Null for an operation without a name. */
  readonly name: string | null;
  readonly plan: Plan;
}

/** The document cannot be priced: it is no GraphQL, or does not fit the schema. */
export class UnpriceableDocumentError extends Error {
  override readonly name = 'UnpriceableDocumentError';
}

/**
 * Parses a document.
 *
 * @param name of its file or entry, for errors
 * @throws UnpriceableDocumentError
 */
export const parseDocument = (text: string, name: string): DocumentNode => {
  try {
    return parse(new Source(text, name));
  } catch (error) {
    throw new UnpriceableDocumentError(error instanceof Error ? error.message : 'The text is no GraphQL.');
  }
};

/** A file that holds fragments for others is no mistake. */
const rules = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule);

const isOperation = (definition: { readonly kind: Kind }): definition is OperationDefinitionNode =>
  definition.kind === Kind.OPERATION_DEFINITION;

/** The error, and the file where it is when that is another than the document's. */
const messageOf = ({ message, source }: GraphQLError, { loc }: DocumentNode): string =>
  source === undefined || source === loc?.source ? message : `${message} (in ${source.name})`;

/** A directory of documents often has the schema beside them. */
const isSchema = ({ definitions }: DocumentNode): boolean =>
  definitions.every((definition) => isTypeSystemDefinitionNode(definition) || isTypeSystemExtensionNode(definition));

/**
 * Prices every operation of a document; a schema has none. Variables that are not given take the values that cost most, whatever
 * their defaults: a client may send any.
 *
 * @throws UnpriceableDocumentError
 */
export const priceDocument = (
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>> = {},
): readonly PricedOperation[] => {
  if (isSchema(document)) return [];
  const [error] = validate(schema, document, rules);
  if (error !== undefined) throw new UnpriceableDocumentError(messageOf(error, document));
  return priceOperations(schema, document, variables);
};

/**
 * Prices every operation of a document that fits the schema.
 *
 * @throws UnpriceableDocumentError when the variables do not fit
 */
export const priceOperations = (
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>> = {},
): readonly PricedOperation[] =>
  document.definitions.filter(isOperation).map((operation) => {
    const name = operation.name?.value ?? null;
    const plans = worstVariables(schema, operation, variables).flatMap(
      (variableValues) => planOperation({ schema, document, operationName: name, variableValues }) ?? [],
    );
    const [plan] = plans.sort((one, other) => other.total - one.total);
    if (plan === undefined)
      throw new UnpriceableDocumentError(`The variables of ${name ?? 'the operation'} do not fit.`);
    return { name, plan };
  });
