/** `Node` and `Lookup`, and finding any object by its global id. */
import type { MaybePromise } from '../../../concurrency/maybe-promise.ts';
import { globalId, parseGlobalId } from '../../arguments/global-id.ts';
import { badUserInput } from '../../errors/graphql-errors.ts';
import type { FieldVisit, Subject } from '../../pricing/price.ts';
import { builder } from './builder.ts';
import type { GatewayContext } from './context.ts';
import { plainLength } from './list-length.ts';

/** Minimum that the model of a `Node` says: its type. */
interface NodeModel {
  readonly __typename: string;
}

const unresolved = (): never => {
  throw new Error('Every type that implements an interface resolves its own fields.');
};

export const NodeRef = builder.interfaceRef<NodeModel>('Node').implement({
  description: 'An object that can be re-fetched with `Query.node`.',
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description: 'Global id, e.g. `Listing:123`. Opaque: pass it back, do not parse it.',
      resolve: unresolved,
    }),
  }),
});

export const LookupRef = builder.interfaceRef<NodeModel>('Lookup').implement({
  description: 'An entry of a lookup list, with all that a picker needs.',
  fields: (t) => ({
    id: t.id({ nullable: false, description: 'Global id.', resolve: unresolved }),
    key: t.id({
      nullable: false,
      description:
        'The value to send where an input takes the key of this lookup. Inputs that take a code, such as `VehicleDetailsInput.fuel`, take `LookupValue.code`.',
      resolve: unresolved,
    }),
    label: t.string({ nullable: false, description: 'The text to show.', resolve: unresolved }),
  }),
});

const idField =
  (description: string) =>
  <Name extends string>(type: string, ...key: readonly Name[]) => ({
    nullable: false as const,
    description,
    resolve: (model: Readonly<Record<Name, string | null>>): string =>
      globalId(type, ...key.map((name) => model[name])),
  });

/** Options of the `id` of a type that `Query.node` finds, by the properties of its model that are its key. */
export const nodeId = idField('Global id.');

/** Options of the `id` of a type that nobody asks for by it, likewise. */
export const cacheKey = idField('A key for caches, not for `Query.node`.');

/** An object whose id is known. */
export type Identified<Model, Name extends keyof Model> = Model & { readonly [Each in Name]: NonNullable<Model[Each]> };

const isIdentified = <Model, Name extends keyof Model>(model: Model, name: Name): model is Identified<Model, Name> =>
  model[name] !== null;

/** An object if its id is known, in the property of that name; without one it could not be distinguished from others. */
export const withId = <Model, Name extends keyof Model>(
  model: Model | null,
  name: Name,
): Identified<Model, Name> | null => (model !== null && isIdentified(model, name) ? model : null);

interface NodeType {
  /** Finds the object by the parts of its key; null when there is none. */
  readonly find: (key: readonly string[], context: GatewayContext) => MaybePromise<NodeModel | null>;
  /** Plans what finding it costs, by the parts of its key joined with `/`; returns what is particular about it. */
  readonly price: (visit: FieldVisit, key: string) => Partial<Subject> | void;
}

const nodeTypes = new Map<string, NodeType>();

/** Declares how objects of a type are fetched by global id, and what that costs. */
export const registerNode = (type: string, node: NodeType): void => {
  nodeTypes.set(type, node);
};

const MAX_NODES = 50;

const nothing: Subject = { identity: 'nothing', count: 0, cached: [], typeName: 'nothing' };

/** What a global id names; null for a text that is none. */
const namedBy = (id: string) => {
  const parsed = parseGlobalId(id);
  const node = parsed === null ? undefined : nodeTypes.get(parsed.type);
  return parsed === null || node === undefined ? null : { ...parsed, node };
};

const priceOfNode = (visit: FieldVisit, id: unknown): Subject => {
  const named = namedBy(String(id));
  if (named === null) return nothing;
  const found = named.node.price(visit, named.key.join('/'));
  return { identity: visit.path, count: 1, cached: [], typeName: named.type, ...found };
};

const findNode = (id: string, context: GatewayContext): MaybePromise<NodeModel | null> => {
  const named = namedBy(id);
  if (named === null) throw badUserInput(`"${id.slice(0, 100)}" is no global id: one looks like "Listing:123".`);
  return named.node.find(named.key, context);
};

builder.queryFields((t) => ({
  node: t.field({
    type: NodeRef,
    description: 'Any object by its global id.',
    price: (visit) => priceOfNode(visit, visit.args['id']),
    args: { id: t.arg.id({ required: true, description: 'Global id.' }) },
    resolve: (_root, { id }, context) => findNode(id, context),
  }),
  nodes: t.field({
    type: [NodeRef],
    nullable: { list: false, items: true },
    description: 'Several objects by global id, in order; null for each that is not found.',
    // Too many are refused without a call.
    price: (visit) => {
      const { ids } = visit.args;
      return Array.isArray(ids) && ids.length <= MAX_NODES ? ids.map((id: unknown) => priceOfNode(visit, id)) : nothing;
    },
    listLength: ({ ids }) => plainLength(Array.isArray(ids) ? ids.length : 0),
    args: { ids: t.arg.idList({ required: true, description: `At most ${MAX_NODES}.` }) },
    resolve: (_root, { ids }, context) => {
      if (ids.length > MAX_NODES) throw badUserInput(`"ids" takes at most ${MAX_NODES} ids, and got ${ids.length}.`);
      return ids.map(async (id) => findNode(id, context));
    },
  }),
}));
