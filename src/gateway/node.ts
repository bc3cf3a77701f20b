/** `Node` and `Lookup`, and finding any object by its global id. */

import { builder } from './builder.ts';
import type { GatewayContext } from './context.ts';
import { badUserInput } from './errors.ts';
import { parseGlobalId } from './global-id.ts';
import { plainLength, sized } from './lookup/list-length.ts';
import type { MaybePromise } from './maybe-promise.ts';
import { MAX_NODES, nodeQuery, nodesQuery } from './pricing/node-prices.ts';
import { priced } from './pricing/price.ts';

/** What the model of a `Node` tells at least: its type. */
export interface NodeModel {
  readonly __typename: string;
}

/** `Node`. */
export const NodeRef = builder.interfaceRef<NodeModel>('Node').implement({
  description: 'An object that can be fetched again by `Query.node`.',
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description: 'Global id, e.g. `Listing:123`. Opaque: pass it back, do not parse it.',
      resolve: () => {
        throw new Error('Every type that implements Node resolves its own id.');
      },
    }),
  }),
});

type NodeFinder = (key: readonly string[], context: GatewayContext) => MaybePromise<NodeModel | null>;

const finders = new Map<string, NodeFinder>();

/** Says how objects of a type are found by the parts of their key; null when there is none. */
export const registerNode = (type: string, find: NodeFinder): void => {
  finders.set(type, find);
};

const findNode = (id: string, context: GatewayContext): MaybePromise<NodeModel | null> => {
  const parsed = parseGlobalId(id);
  const find = parsed === null ? undefined : finders.get(parsed.type);
  if (parsed === null || find === undefined) {
    throw badUserInput(`"${id.slice(0, 100)}" is no global id: one looks like "Listing:123".`);
  }
  return find(parsed.key, context);
};

builder.queryFields((t) => ({
  node: t.field({
    type: NodeRef,
    description: 'Any object by its global id.',
    extensions: priced(nodeQuery),
    args: { id: t.arg.id({ required: true, description: 'Global id.' }) },
    resolve: (_root, { id }, context) => findNode(id, context),
  }),
  nodes: t.field({
    type: [NodeRef],
    nullable: { list: false, items: true },
    description: 'Several objects by global id, in order; null for one that is not found.',
    extensions: { ...priced(nodesQuery), ...sized(({ ids }) => plainLength(Array.isArray(ids) ? ids.length : 0)) },
    args: { ids: t.arg.idList({ required: true, description: `At most ${MAX_NODES}.` }) },
    resolve: (_root, { ids }, context) => {
      if (ids.length > MAX_NODES) throw badUserInput(`"ids" takes at most ${MAX_NODES} ids, and got ${ids.length}.`);
      return ids.map(async (id) => findNode(id, context));
    },
  }),
}));
