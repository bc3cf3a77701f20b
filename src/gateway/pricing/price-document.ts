/** Prices the operations of a document without running them: for the continuous integration of a front end. */
import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  NoUnusedFragmentsRule,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import type { Plan } from './plan.ts';
import { type PlanFacts, planOperation } from './plan-operation.ts';
import { worstVariables } from './worst-variables.ts';

/** What an operation costs. */
export interface PricedOperation {
  /** Null for an operation without a name. */
  readonly name: string | null;
  readonly plan: Plan;
}

/** The document cannot be priced: it is no GraphQL, or does not fit the schema. */
export class UnpriceableDocumentError extends Error {
  override readonly name = 'UnpriceableDocumentError';
}

const parseDocument = (text: string) => {
  try {
    return parse(text);
  } catch (error) {
    throw new UnpriceableDocumentError(error instanceof Error ? error.message : 'The text is no GraphQL.');
  }
};

/** A file that holds nothing but fragments for others is no mistake. */
const rules = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule);

const isOperation = (definition: { readonly kind: Kind }): definition is OperationDefinitionNode =>
  definition.kind === Kind.OPERATION_DEFINITION;

/**
 * Prices every operation of a document. Variables that are not given take the values that cost most.
 *
 * @throws UnpriceableDocumentError
 */
export const priceDocument = (
  schema: GraphQLSchema,
  text: string,
  facts: PlanFacts,
  variables: Readonly<Record<string, unknown>> = {},
): readonly PricedOperation[] => {
  const document = parseDocument(text);
  const [error] = validate(schema, document, rules);
  if (error !== undefined) throw new UnpriceableDocumentError(error.message);
  return priceOperations(schema, document, facts, variables);
};

/**
 * Prices every operation of a document that fits the schema.
 *
 * @throws UnpriceableDocumentError when the variables do not fit
 */
export const priceOperations = (
  schema: GraphQLSchema,
  document: DocumentNode,
  facts: PlanFacts,
  variables: Readonly<Record<string, unknown>> = {},
): readonly PricedOperation[] =>
  document.definitions.filter(isOperation).map((operation) => {
    const name = operation.name?.value ?? null;
    const plans = worstVariables(schema, operation, variables).flatMap(
      (variableValues) => planOperation({ schema, document, operationName: name, variableValues }, facts) ?? [],
    );
    const [plan] = plans.sort((one, other) => other.total - one.total);
    if (plan === undefined)
      throw new UnpriceableDocumentError(`The variables of ${name ?? 'the operation'} do not fit.`);
    return { name, plan };
  });
