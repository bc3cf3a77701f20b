/** An operation of a document, with what can be known of it before it runs. */
import { type ExecutionArgs, type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import type { Plan } from '../pricing/plan.ts';
import { type PlanFacts, planOperation } from '../pricing/plan-operation.ts';

/** An operation that may run. */
export interface PreparedOperation {
  /** Null for an operation without a name. */
  readonly name: string | null;
  readonly isMutation: boolean;
  /** Plans it with its variables; null when they do not fit. */
  plan(execution: ExecutionArgs, facts: PlanFacts): Plan | null;
}

/** Prepares an operation of a valid document. */
export const createPreparedOperation = (definition: OperationDefinitionNode): PreparedOperation => {
  const takesVariables = (definition.variableDefinitions ?? []).length > 0;
  /** The plan of an operation without variables depends on the facts alone. */
  let lastPlan: { readonly sectionCount: number; readonly plan: Plan | null } | null = null;
  return {
    name: definition.name?.value ?? null,
    isMutation: definition.operation === OperationTypeNode.MUTATION,
    plan: (execution, facts) => {
      if (takesVariables) return planOperation(execution, facts);
      if (lastPlan?.sectionCount !== facts.sectionCount) {
        lastPlan = { sectionCount: facts.sectionCount, plan: planOperation(execution, facts) };
      }
      return lastPlan.plan;
    },
  };
};
