/** Walks an operation with its real variables and adds up what its fields declare. */
import {
  type ExecutionArgs,
  type FieldNode,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  getOperationAST,
  getVariableValues,
  isAbstractType,
  isListType,
  isNonNullType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import { collectFields, type SelectionSource } from '../collected-fields.ts';
import { fragmentsOf } from '../fragments.ts';
import { type Plan, PlanBuilder } from './plan.ts';
import { UNKNOWN_LENGTH } from './planned-call.ts';
import { type Price, priceOf, type Subject } from './price.ts';
import { isShared } from './shared-operations.ts';

/** What is known apart from the operation. */
export interface PlanFacts {
  /** How many sections the service has, as far as that is known. */
  readonly sectionCount: number;
}

/** Sections that are assumed while the list of sections has not been read. */
export const ASSUMED_SECTIONS = 20;

type Values = Readonly<Record<string, unknown>>;

interface Walk extends SelectionSource {
  readonly variables: Values;
  readonly facts: PlanFacts;
  readonly plan: PlanBuilder;
  /**
   * The mutation that is walked, as it is named in the answer; null in a query. What a caller alone may see is read anew
   * after each mutation.
   */
  readonly mutation: string | null;
}

const root: Subject = { identity: '', count: 1, atHand: [] };

const isSelected = (node: Parameters<typeof getDirectiveValues>[1], variables: Values): boolean =>
  node.directives === undefined ||
  node.directives.length === 0 ||
  (getDirectiveValues(GraphQLSkipDirective, node, variables)?.['if'] !== true &&
    getDirectiveValues(GraphQLIncludeDirective, node, variables)?.['if'] !== false);

const planFields = (
  walk: Walk,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
  subject: Subject,
  path: string,
): void => {
  const fields = collectFields(sets, type, walk, (node) => isSelected(node, walk.variables));
  const isRoot = path === '';
  for (const [key, nodes] of fields) {
    const isMutation = isRoot && type === walk.schema.getMutationType();
    planField(isMutation ? { ...walk, mutation: key } : walk, type, nodes, subject, isRoot ? key : `${path}.${key}`);
  }
};

const isList = (type: unknown): boolean => (isNonNullType(type) ? isListType(type.ofType) : isListType(type));

const planField = (
  walk: Walk,
  parent: GraphQLObjectType,
  nodes: readonly FieldNode[],
  subject: Subject,
  path: string,
): void => {
  const [node] = nodes;
  const field = node === undefined ? undefined : parent.getFields()[node.name.value];
  if (node === undefined || field === undefined) return;
  const args = readArguments(field, node, walk.variables);
  // A value that cannot be read fails where the field is resolved, without a call.
  if (args === null) return;
  const price = priceOf(field.extensions);
  if (price === null && node.selectionSet === undefined) return;
  const told = price?.({
    subject,
    args,
    sectionCount: walk.facts.sectionCount,
    path,
    plan: (call) => {
      const isReadAnew = walk.mutation !== null && !isShared(call.operation);
      walk.plan.add({ ...call, key: isReadAnew ? `${walk.mutation}: ${call.key}` : call.key, path });
    },
  });
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  if (sets.length === 0) return;
  const type = getNamedType(field.type);
  const types = isAbstractType(type) ? walk.schema.getPossibleTypes(type) : isObjectType(type) ? [type] : [];
  for (const inner of subjectsOf(told, field, subject)) {
    for (const possible of types) {
      // Of an abstract type, a subject may tell which type it is.
      if (isAbstractType(type) && inner.typeName !== undefined && inner.typeName !== possible.name) continue;
      planFields(walk, possible, sets, inner, path);
    }
  }
};

const subjectsOf = (
  told: ReturnType<Price>,
  field: GraphQLField<unknown, unknown>,
  { identity, count }: Subject,
): readonly Subject[] => {
  if (told !== undefined) return 'identity' in told ? [told] : told;
  const length = isList(field.type) ? UNKNOWN_LENGTH : 1;
  return [{ identity: `${identity}.${field.name}`, count: count * length, atHand: [] }];
};

const noArguments: Values = {};

const readArguments = (...parameters: Parameters<typeof getArgumentValues>): Values | null => {
  const [{ args }] = parameters;
  if (args.length === 0) return noArguments;
  try {
    return getArgumentValues(...parameters);
  } catch {
    return null;
  }
};

/**
 * Plans an operation.
 *
 * @returns null when the operation cannot run anyway: it is not there, or its variables do not fit
 */
export const planOperation = (
  { schema, document, operationName, variableValues }: ExecutionArgs,
  facts: PlanFacts,
): Plan | null => {
  const operation = getOperationAST(document, operationName);
  if (operation == null) return null;
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variableValues ?? {});
  const type = schema.getRootType(operation.operation);
  if (coerced === undefined || type == null) return null;
  const fragments = fragmentsOf(document);
  const plan = new PlanBuilder();
  const walk: Walk = { schema, fragments, variables: coerced, facts, plan, mutation: null };
  planFields(walk, type, [operation.selectionSet], root, '');
  return plan.build();
};
