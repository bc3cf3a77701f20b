/** The peer mercurius at its best setting: graphql-jit from the second time, a pool of undici, lists read without waiting. */
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { GraphQLResolveInfo } from 'graphql';
import { mercurius } from 'mercurius';
import { type EntryView, type ListingView, type Lookups, viewOfDetail, viewOfEntry } from './listing-view.ts';
import { peerSchema } from './peer-schema.ts';
import { createPoolJson } from './pool-json.ts';
import { createRestCalls, type RestCalls } from './rest-calls.ts';
import type { RunningTarget } from './running-target.ts';
import { needsAccount, viewOfUser } from './user-view.ts';

interface Context {
  readonly token: string;
  readonly calls: RestCalls;
  /** Lists that are kept; a promise for the first time only. */
  readonly lookups: Lookups | Promise<Lookups>;
  /** Details of this request by id. */
  readonly details: Map<string, Promise<ListingView>>;
}

declare module 'mercurius' {
  interface MercuriusContext extends Context {}
}

const detailOf = ({ details, calls, token }: Context, id: string): Promise<ListingView> => {
  const known = details.get(id);
  if (known !== undefined) return known;
  const asked = calls.listing(id, token).then(viewOfDetail);
  details.set(id, asked);
  return asked;
};

/** A listing as an entry of a list, or in detail. */
type Listing = EntryView & Partial<Omit<ListingView, keyof EntryView>>;

const fromDetail =
  (name: 'condition' | 'viewCount' | 'url' | 'seller') =>
  (listing: Listing, _args: unknown, context: Context): unknown =>
    name in listing ? listing[name] : detailOf(context, listing.databaseId).then((detail) => detail[name]);

const labelFrom =
  (list: 'fuels' | 'doors' | 'transmissions', key: 'fuelKey' | 'doorsKey' | 'transmissionKey') =>
  (vehicle: NonNullable<ListingView['vehicle']>, _args: unknown, { lookups }: Context): unknown =>
    lookups instanceof Promise
      ? lookups.then((kept) => kept[list].get(vehicle[key]) ?? null)
      : (lookups[list].get(vehicle[key]) ?? null);

const keptList =
  (list: 'fuels' | 'doors' | 'transmissions') =>
  (lookups: Lookups): unknown => [...lookups[list].values()];

const resolvers = {
  Query: {
    lookups: (_root: unknown, _args: unknown, { lookups }: Context) => lookups,
    sections: (_root: unknown, _args: unknown, { lookups }: Context) =>
      lookups instanceof Promise ? lookups.then(({ sections }) => sections) : lookups.sections,
    listing: (_root: unknown, { id }: { readonly id: string }, context: Context) =>
      detailOf(context, id.replace(/^Listing:/, '')),
    viewer: (_root: unknown, _args: unknown, { calls, token }: Context, info: GraphQLResolveInfo) =>
      needsAccount(info) ? calls.user(token).then(viewOfUser) : {},
  },
  Lookups: { fuels: keptList('fuels'), doors: keptList('doors'), transmissions: keptList('transmissions') },
  Listing: {
    condition: fromDetail('condition'),
    viewCount: fromDetail('viewCount'),
    url: fromDetail('url'),
    seller: fromDetail('seller'),
  },
  VehicleDetails: {
    fuel: labelFrom('fuels', 'fuelKey'),
    doors: labelFrom('doors', 'doorsKey'),
    transmission: labelFrom('transmissions', 'transmissionKey'),
  },
  User: {
    watchedListings: async (_user: unknown, { first }: { readonly first: number }, { calls, token }: Context) => {
      const { Items, TotalResults } = await calls.watched(first + 1, token);
      return { totalCount: TotalResults, nodes: (Items ?? []).slice(0, first).map(viewOfEntry) };
    },
  },
};

/** Starts mercurius on a free port. @param equip adds what stands around it, which has a log then */
export const startMercurius = async (
  baseUrl: URL,
  equip?: (app: FastifyInstance) => Promise<void>,
): Promise<RunningTarget> => {
  const pool = createPoolJson(baseUrl);
  const calls = createRestCalls(pool.get);
  // Of its own it writes two lines for each request.
  const app = Fastify({ logger: equip !== undefined, disableRequestLogging: true });
  await equip?.(app);
  await app.register(mercurius, {
    schema: peerSchema,
    resolvers,
    jit: 1,
    graphiql: false,
    context: (request: FastifyRequest): Context => {
      const token = request.headers.authorization ?? '';
      return { token, calls, lookups: calls.lookups(token), details: new Map() };
    },
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url: new URL('/graphql', origin),
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await pool[Symbol.asyncDispose]();
    },
  };
};
