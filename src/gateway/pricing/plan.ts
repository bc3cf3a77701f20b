/**
 * The plan of an operation: how many calls to the service it may cause at most, known before the first. Walks the operation with its
 * real variables and adds up what its fields declare as their `price` (`price.ts`).
 */
import {
  type ExecutionArgs,
  type GraphQLField,
  getNamedType,
  getOperationAST,
  isAbstractType,
  isListType,
  isNonNullType,
} from 'graphql';
import { operationOf, operationsOf } from '../../contract/endpoints.ts';
import { coerceVariables } from '../documents/coerce-variables.ts';
import { fragmentsOf } from '../documents/selections.ts';
import { createPlannedSelections, type PlannedField, type PlannedSelection } from './planned-selection.ts';
import { type PlannedCall, type Price, type Subject, UNKNOWN_LENGTH } from './price.ts';

/** Calls that an operation may cause, and the field that asked for them first. */
interface PlanEntry extends PlannedCall {
  /** Where that field stands in the response, e.g. `viewer.watchedListings.nodes.description`. */
  readonly path: string;
}

/** The plan of an operation. */
export interface Plan {
  /** Calls in all, at most; of a plan that is not whole, those that were counted before it ended. */
  readonly total: number;
  /** True if everything was counted: a plan of many steps ends when it is over the limit. */
  readonly isWhole: boolean;
  /** Fields of objects that were looked at. */
  readonly steps: number;
  /** True if all calls are for what is the same for all callers: also when there are none. */
  readonly isPublic: boolean;
  /** The costliest first. */
  readonly entries: readonly PlanEntry[];
}

const sharedOperations = operationsOf(({ access }) => access === 'public');

/** Returns whether the response to an operation, e.g. `GET /v1/sections`, is the same for all callers: no change makes it untrue. */
const isShared = (operation: string): boolean => sharedOperations.has(operation);

/** Steps that every plan may take, so that whoever wrote a document that is over the limit hears by how much. */
const FREE_STEPS = 2_000;

/** Collects planned calls. Of calls with the same key the larger count holds. */
export class PlanBuilder {
  readonly #entries = new Map<string, PlanEntry>();
  readonly #maxCalls: number;
  #total = 0;
  #steps = 0;
  #isWhole = true;

  /** @param maxCalls calls from which on a plan need not go on */
  constructor(maxCalls: number) {
    this.#maxCalls = maxCalls;
  }

  add(entry: PlanEntry): void {
    const known = this.#entries.get(entry.key);
    if (known !== undefined && known.count >= entry.count) return;
    this.#total += entry.count - (known?.count ?? 0);
    this.#entries.set(entry.key, known === undefined ? entry : { ...known, count: entry.count });
  }

  /** Counts a step; false when the plan has come to its end. */
  takeStep(): boolean {
    this.#steps += 1;
    if (this.#steps <= FREE_STEPS || this.#total <= this.#maxCalls) return true;
    this.#isWhole = false;
    return false;
  }

  /** A list of the aggregate may cost the aggregate, and a call of its own where one of the two lacks it. */
  #addAggregate(): void {
    const first = [...this.#entries.values()].find(({ isInAggregate }) => isInAggregate === true);
    if (first === undefined) return;
    this.add({ key: 'getProperties', operation: operationOf('getProperties'), count: 1, path: first.path });
  }

  build(): Plan {
    this.#addAggregate();
    const entries = [...this.#entries.values()].sort((one, other) => other.count - one.count);
    const isPublic = entries.every(({ operation }) => isShared(operation));
    return { total: this.#total, isWhole: this.#isWhole, isPublic, steps: this.#steps, entries };
  }
}

/** Names the fields that cost most, for the user who wrote the operation. */
export const describeCosts = ({ entries }: Plan, most = 3): string => {
  const costs = new Map<string, number>();
  for (const { path, count } of entries) costs.set(path, count + (costs.get(path) ?? 0));
  return [...costs]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([path, count]) => `${path} up to ${count}`)
    .join('; ');
};

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
