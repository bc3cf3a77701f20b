/** An operation of a document, with what can be known of it before it runs. */
import {
  type DocumentNode,
  type ExecutionArgs,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import type { Plan } from '../pricing/plan.ts';
import { type PlanFacts, planOperation } from '../pricing/plan-operation.ts';
import { findListFields, type ListFields } from './list-fields.ts';

/** An operation that may run. */
export interface PreparedOperation {
  /** Null for an operation without a name. */
  readonly name: string | null;
  readonly isMutation: boolean;
  /** Finds the lists that all callers share among its fields; null when there are none, or the operation is new. */
  findLists(): ListFields | null;
  /** Plans it with its variables; null when they do not fit. */
  plan(execution: ExecutionArgs, facts: PlanFacts): Plan | null;
}

/** Prepares an operation of a valid document. */
export const createPreparedOperation = (
  schema: GraphQLSchema,
  document: DocumentNode,
  definition: OperationDefinitionNode,
): PreparedOperation => {
  const takesVariables = (definition.variableDefinitions ?? []).length > 0;
  let uses = 0;
  /** Undefined until they have been looked for: an operation that runs once is not worth the search. */
  let lists: ListFields | null | undefined;
  /** The plan of an operation without variables depends on the facts alone. */
  let lastPlan: { readonly sectionCount: number; readonly plan: Plan | null } | null = null;
  return {
    name: definition.name?.value ?? null,
    isMutation: definition.operation === OperationTypeNode.MUTATION,
    findLists: () => {
      uses += 1;
      if (uses > 1 && lists === undefined) lists = findListFields(schema, document, definition);
      return lists ?? null;
    },
    plan: (execution, facts) => {
      if (takesVariables) return planOperation(execution, facts);
      if (lastPlan?.sectionCount !== facts.sectionCount) {
        lastPlan = { sectionCount: facts.sectionCount, plan: planOperation(execution, facts) };
      }
      return lastPlan.plan;
    },
  };
};
