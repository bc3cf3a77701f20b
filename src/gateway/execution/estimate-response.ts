/** Estimates how many objects a response will have, before anything of it is made: the product of the lengths of lists along each path. */
import {
  type ExecutionArgs,
  type FieldNode,
  type GraphQLObjectType,
  getNamedType,
  getOperationAST,
  type SelectionSetNode,
} from 'graphql';
import { coerceVariables } from '../documents/coerce-variables.ts';
import { type ExceededLimit, operationLimits } from '../documents/operation-limits.ts';
import { collectFields, fragmentsOf, isSelected, type SelectionSource } from '../documents/selections.ts';
import type { SharedLists } from '../loaders/lookups/shared-lists.ts';
import { isList } from '../pricing/plan.ts';
import { objectTypesOf, readArguments } from '../pricing/planned-selection.ts';
import { pageSizeOf } from '../pricing/price.ts';
import { lengthOf } from '../schema/core/list-length.ts';

/** Fields that are looked at in all; what is beyond is counted when it runs. */
const MAX_STEPS = 20_000;

type Arguments = Readonly<Record<string, unknown>>;

/** Objects that a selection is made for. */
interface Parents {
  readonly count: number;
  /** Number of times that they are all entries of a list, each once; null when they are something else. */
  readonly lists: number | null;
  /** Of a connection: how many entries its page has at most. */
  readonly pageSize: number | null;
}

/** Result of an estimate. */
export interface ResponseEstimate {
  /** Objects at most, where the lengths of all lists are known; what nobody knows counts as one. */
  readonly objects: number;
  /** False while the length of a list is not known. */
  readonly isWhole: boolean;
  /** Null when nothing is over its limit. */
  readonly exceeded: ExceededLimit | null;
}

/** The estimate of an operation that has no response but errors. */
export const nothing: ResponseEstimate = { objects: 0, isWhole: true, exceeded: null };

class Estimate {
  exceeded: ExceededLimit | null = null;
  isWhole = true;
  #steps = 0;
  readonly #source: SelectionSource & { readonly variables: Arguments };
  readonly #lists: SharedLists;
  readonly #limit: number;

  constructor(source: SelectionSource & { readonly variables: Arguments }, lists: SharedLists, limit: number) {
    this.#source = source;
    this.#lists = lists;
    this.#limit = limit;
  }

  /** Objects below parents of a type, counted no further than one list beyond the limit. */
  below(sets: readonly SelectionSetNode[], type: GraphQLObjectType, parents: Parents): number {
    const { variables } = this.#source;
    const fields = collectFields(sets, type, this.#source, (node) => isSelected(node, variables));
    const aliases = new Map<string, number>();
    let objects = 0;
    for (const nodes of fields.values()) {
      this.#steps += 1;
      if (this.#steps > MAX_STEPS || objects > this.#limit || this.exceeded !== null) return objects;
      objects += this.#ofField(nodes, type, parents, aliases);
    }
    return objects;
  }

  #ofField(
    nodes: readonly [FieldNode, ...FieldNode[]],
    type: GraphQLObjectType,
    parents: Parents,
    aliases: Map<string, number>,
  ): number {
    const [node] = nodes;
    const field = type.getFields()[node.name.value];
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    if (field === undefined || sets.length === 0) return 0;
    const args = readArguments(field, node, this.#source.variables);
    if (args === null) return 0;
    const inner = this.#inner(field.extensions, isList(field.type), args, parents);
    if (lengthOf(field.extensions) !== null) this.#countAlias(`${field.name} ${JSON.stringify(args)}`, aliases);
    if (inner.count > this.#limit) return inner.count;
    const isConnection = getNamedType(field.type).name.endsWith('Connection');
    const pageSize = isConnection ? pageSizeOf(args) : parents.pageSize;
    const below = objectTypesOf(field, this.#source.schema).map((each) =>
      this.below(sets, each, { ...inner, pageSize }),
    );
    return inner.count + Math.max(0, ...below);
  }

  #inner(extensions: Arguments, hasList: boolean, args: Arguments, { count, lists, pageSize }: Parents): Parents {
    const findLength = lengthOf(extensions);
    const length = findLength?.(args, this.#lists) ?? null;
    if (findLength !== null && length === null) this.isWhole = false;
    if (length === null) return { count: hasList ? count * (pageSize ?? 1) : count, lists: null, pageSize: null };
    const { most, ofAllParents, isWhole } = length;
    const each = count * most;
    const shared = lists === null || ofAllParents === null ? each : Math.min(each, lists * ofAllParents);
    return { count: shared, lists: isWhole ? count : null, pageSize: null };
  }

  #countAlias(key: string, aliases: Map<string, number>): void {
    const figure = (aliases.get(key) ?? 0) + 1;
    aliases.set(key, figure);
    const limit = operationLimits.listAliases;
    if (figure > limit) this.exceeded ??= { name: 'listAliases', what: 'aliases of one list', limit, figure };
  }
}

/**
 * Estimates the response to an operation with its variables, from the lists that are available.
 *
 * @param limit objects from which on nobody needs to know how many more there are
 */
export const estimateResponse = (
  { schema, document, operationName, variableValues }: ExecutionArgs,
  lists: SharedLists,
  limit: number,
): ResponseEstimate => {
  const operation = getOperationAST(document, operationName);
  const type = operation == null ? null : schema.getRootType(operation.operation);
  if (operation == null || type == null) return nothing;
  const { variableDefinitions = [] } = operation;
  const coerced = coerceVariables(schema, variableDefinitions, variableValues);
  if (coerced === null) return nothing;
  const source = { schema, fragments: fragmentsOf(document), variables: coerced };
  const estimate = new Estimate(source, lists, limit);
  const parents: Parents = { count: 1, lists: null, pageSize: null };
  const objects = 1 + estimate.below([operation.selectionSet], type, parents);
  const tooMany: ExceededLimit | null =
    objects > limit ? { name: 'responseObjects', what: 'objects in its response', limit, figure: objects } : null;
  return { objects, isWhole: estimate.isWhole, exceeded: estimate.exceeded ?? tooMany };
};
