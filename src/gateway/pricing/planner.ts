/** Walks an operation with its real variables and adds up what its fields declare as their `price` (`price.ts`). */
import {
  type ExecutionArgs,
  type GraphQLField,
  getNamedType,
  getOperationAST,
  isAbstractType,
  isListType,
  isNonNullType,
} from 'graphql';
import { coerceVariables } from '../documents/coerce-variables.ts';
import { fragmentsOf } from '../documents/selections.ts';
import { isShared, type Plan, PlanBuilder } from './plan.ts';
import { createPlannedSelections, type PlannedField, type PlannedSelection } from './planned-selection.ts';
import { type Price, type Subject, UNKNOWN_LENGTH } from './price.ts';

interface Walk {
  readonly plan: PlanBuilder;
  /**
   * The mutation that is walked, as it is named in the response; null in a query. What a caller alone may see is re-read
   * after each mutation.
   */
  readonly mutation: string | null;
}

const root: Subject = { identity: '', count: 1, cached: [] };

/** Returns what is planned for a subject: the same for the same text. */
const keyOf = (mutation: string | null, subject: Subject): string =>
  `${mutation ?? ''}|${subject.identity}|${subject.count}|${subject.cached.join()}|${subject.country ?? ''}|${subject.pageSize ?? ''}`;

const planSelection = (walk: Walk, { fields, planned }: PlannedSelection, subject: Subject, path: string): void => {
  const key = keyOf(walk.mutation, subject);
  if (planned.has(key)) return;
  planned.add(key);
  for (const field of fields) {
    if (!walk.plan.takeStep()) return;
    planField(walk, field, subject, `${path}.${field.key}`);
  }
};

/** Returns whether values of a type are lists. */
export const isList = (type: unknown): boolean => (isNonNullType(type) ? isListType(type.ofType) : isListType(type));

const planField = (
  walk: Walk,
  { field, price, args, selections }: PlannedField,
  subject: Subject,
  path: string,
): void => {
  const priced = price?.({
    subject,
    args,
    path,
    plan: (call) => {
      const isReadAgain = walk.mutation !== null && !isShared(call.operation);
      // Not the other way round: docs/performance.md says what a literal costs that begins with a copy.
      walk.plan.add({ path, ...call, key: isReadAgain ? `${walk.mutation}: ${call.key}` : call.key });
    },
  });
  if (selections.length === 0) return;
  const isAbstract = isAbstractType(getNamedType(field.type));
  for (const inner of subjectsOf(priced, field, subject)) {
    for (const selection of selections) {
      // Of an abstract type, a subject may name which type it is.
      if (isAbstract && inner.typeName !== undefined && inner.typeName !== selection.type.name) continue;
      planSelection(walk, selection, inner, path);
    }
  }
};

const subjectsOf = (
  priced: ReturnType<Price>,
  field: GraphQLField<unknown, unknown>,
  { identity, count }: Subject,
): readonly Subject[] => {
  if (priced !== undefined) return 'identity' in priced ? [priced] : priced;
  const length = isList(field.type) ? UNKNOWN_LENGTH : 1;
  return [{ identity: `${identity}.${field.name}`, count: count * length, cached: [] }];
};

/**
 * Plans an operation. The plan follows from the operation and its variables alone: it is the same for every gateway, whatever is
 * available there.
 *
 * @param maxCalls calls from which on nobody needs to know how many more there are; a plan of many more steps ends there
 * @returns null when the operation cannot run anyway: it is not there, or its variables do not fit
 */
export const planOperation = (
  { schema, document, operationName, variableValues }: ExecutionArgs,
  maxCalls = Number.POSITIVE_INFINITY,
): Plan | null => {
  const operation = getOperationAST(document, operationName);
  if (operation == null) return null;
  const { variableDefinitions = [] } = operation;
  const coerced = coerceVariables(schema, variableDefinitions, variableValues);
  const type = schema.getRootType(operation.operation);
  if (coerced === null || type == null) return null;
  const find = createPlannedSelections({ schema, fragments: fragmentsOf(document), variables: coerced });
  const plan = new PlanBuilder(maxCalls);
  const walk: Walk = { plan, mutation: null };
  const isMutation = type === schema.getMutationType();
  for (const field of find([operation.selectionSet], type).fields) {
    if (!plan.takeStep()) break;
    planField(isMutation ? { ...walk, mutation: field.key } : walk, field, root, field.key);
  }
  return plan.build();
};
