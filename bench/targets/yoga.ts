/** The peer that the usual tutorial gives: Yoga, Pothos, DataLoader and fetch, each as it comes. */
import { createServer } from 'node:http';
import SchemaBuilder from '@pothos/core';
import DataLoader from 'dataloader';
import { createYoga } from 'graphql-yoga';
import { type EntryView, type ListingView, type Lookups, viewOfDetail, viewOfEntry } from './listing-view.ts';
import { createRestCalls, type GetJson, type RestCalls } from './rest-calls.ts';
import { closeServer, listenLocally, type RunningTarget } from './running-target.ts';
import { needsAccount, type UserView, viewOfUser } from './user-view.ts';

interface Context {
  readonly token: string;
  readonly calls: RestCalls;
  readonly details: DataLoader<string, ListingView>;
}

/** A listing by id, with the values that are already loaded. */
interface Listing {
  readonly id: string;
  readonly databaseId: string;
  readonly entry: EntryView | null;
}

interface Schema {
  Context: Context;
}

type VehicleView = NonNullable<ListingView['vehicle']>;

const createPeerSchema = () => {
  const builder = new SchemaBuilder<Schema>({});
  const MoneyRef = builder.objectRef<NonNullable<ListingView['price']>>('Money').implement({
    fields: (t) => ({ formatted: t.exposeString('formatted') }),
  });
  const LookupValueRef = builder
    .objectRef<{ readonly key: string; readonly label: string }>('LookupValue')
    .implement({ fields: (t) => ({ key: t.exposeID('key'), label: t.exposeString('label') }) });
  const VehicleModelRef = builder.objectRef<Lookups['vehicleModels'][number]>('VehicleModel').implement({
    fields: (t) => ({ id: t.exposeID('id'), key: t.exposeID('key'), label: t.exposeString('label') }),
  });
  const SectionRef = builder.objectRef<Lookups['sections'][number]>('Section').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      key: t.exposeID('key'),
      label: t.exposeString('label'),
      type: t.exposeString('type'),
    }),
  });
  const LookupsRef = builder.objectRef<Lookups>('Lookups').implement({
    fields: (t) => ({
      fuels: t.field({ type: [LookupValueRef], resolve: ({ fuels }) => [...fuels.values()] }),
      doors: t.field({ type: [LookupValueRef], resolve: ({ doors }) => [...doors.values()] }),
      transmissions: t.field({
        type: [LookupValueRef],
        resolve: ({ transmissions }) => [...transmissions.values()],
      }),
      vehicleModels: t.field({ type: [VehicleModelRef], resolve: ({ vehicleModels }) => [...vehicleModels] }),
    }),
  });
  const PhotoRef = builder.objectRef<ListingView['photos'][number]>('Photo').implement({
    fields: (t) => ({ index: t.exposeInt('index'), url: t.exposeString('url') }),
  });
  const SellerRef = builder.objectRef<ListingView['seller']>('Seller').implement({
    fields: (t) => ({
      name: t.exposeString('name'),
      kind: t.exposeString('kind'),
      telephone: t.exposeString('telephone'),
    }),
  });
  const VehicleRef = builder.objectRef<VehicleView>('VehicleDetails').implement({
    fields: (t) => {
      const label = (list: 'fuels' | 'doors' | 'transmissions', keyOf: (vehicle: VehicleView) => string) =>
        t.field({
          type: LookupValueRef,
          resolve: async (vehicle, _args, { calls, token }) =>
            (await calls.lookups(token))[list].get(keyOf(vehicle)) ?? null,
        });
      return {
        registrationYear: t.exposeInt('registrationYear'),
        mileage: t.exposeInt('mileage'),
        engineSize: t.exposeInt('engineSize'),
        fuel: label('fuels', ({ fuelKey }) => fuelKey),
        transmission: label('transmissions', ({ transmissionKey }) => transmissionKey),
        doors: label('doors', ({ doorsKey }) => doorsKey),
      };
    },
  });
  const detailOf = ({ databaseId }: Listing, { details }: Context): Promise<ListingView> => details.load(databaseId);
  const viewOf = async (listing: Listing, context: Context) => listing.entry ?? (await detailOf(listing, context));
  const ListingRef = builder.objectRef<Listing>('Listing').implement({
    fields: (t) => {
      const text = (name: 'description' | 'priceSuffix' | 'condition' | 'kind' | 'url') =>
        t.string({ resolve: async (listing, _args, context) => (await detailOf(listing, context))[name] });
      const textOfView = (name: 'title' | 'listedAt') =>
        t.string({ resolve: async (listing, _args, context) => (await viewOf(listing, context))[name] });
      return {
        id: t.exposeID('id'),
        databaseId: t.exposeID('databaseId'),
        title: textOfView('title'),
        description: text('description'),
        price: t.field({
          type: MoneyRef,
          resolve: async (listing, _args, context) => (await viewOf(listing, context)).price,
        }),
        priceSuffix: text('priceSuffix'),
        condition: text('condition'),
        kind: text('kind'),
        isWanted: t.boolean({
          resolve: async (listing, _args, context) => (await viewOf(listing, context)).isWanted,
        }),
        listedAt: textOfView('listedAt'),
        viewCount: t.int({
          resolve: async (listing, _args, context) => (await detailOf(listing, context)).viewCount,
        }),
        url: text('url'),
        thumbnailUrl: t.string({ resolve: ({ entry }) => entry?.thumbnailUrl ?? null }),
        photos: t.field({
          type: [PhotoRef],
          resolve: async (listing, _args, context) => (await detailOf(listing, context)).photos,
        }),
        seller: t.field({
          type: SellerRef,
          resolve: async (listing, _args, context) => (await detailOf(listing, context)).seller,
        }),
        vehicle: t.field({
          type: VehicleRef,
          resolve: async (listing, _args, context) => (await detailOf(listing, context)).vehicle,
        }),
      };
    },
  });
  const ConnectionRef = builder
    .objectRef<{ readonly totalCount: number | null; readonly nodes: Listing[] }>('ListingConnection')
    .implement({
      fields: (t) => ({
        totalCount: t.exposeInt('totalCount'),
        nodes: t.expose('nodes', { type: [ListingRef] }),
      }),
    });
  const UserRef = builder.objectRef<{ readonly view: UserView }>('User').implement({
    fields: (t) => {
      const text = (name: Exclude<keyof NonNullable<UserView>, 'balance'>) =>
        t.string({ resolve: ({ view }) => view?.[name] ?? null });
      return {
        id: text('id'),
        username: text('username'),
        name: text('name'),
        email: text('email'),
        telephone: text('telephone'),
        profileImageUrl: text('profileImageUrl'),
        accountType: text('accountType'),
        balance: t.field({ type: MoneyRef, resolve: ({ view }) => view?.balance ?? null }),
        watchedListings: t.field({
          type: ConnectionRef,
          args: { first: t.arg.int({ required: true }) },
          resolve: async (_user, { first }, { calls, token }) => {
            const { Items, TotalResults } = await calls.watched(first + 1, token);
            const entries = (Items ?? []).slice(0, first).map(viewOfEntry);
            return {
              totalCount: TotalResults,
              nodes: entries.map((entry) => ({ id: entry.id, databaseId: entry.databaseId, entry })),
            };
          },
        }),
      };
    },
  });
  builder.queryType({
    fields: (t) => ({
      lookups: t.field({ type: LookupsRef, resolve: (_root, _args, { calls, token }) => calls.lookups(token) }),
      sections: t.field({
        type: [SectionRef],
        resolve: async (_root, _args, { calls, token }) => [...(await calls.lookups(token)).sections],
      }),
      listing: t.field({
        type: ListingRef,
        args: { id: t.arg.id({ required: true }) },
        resolve: (_root, { id }) => {
          const databaseId = id.replace(/^Listing:/, '');
          return { id: `Listing:${databaseId}`, databaseId, entry: null };
        },
      }),
      viewer: t.field({
        type: UserRef,
        resolve: async (_root, _args, { calls, token }, info) => ({
          view: needsAccount(info) ? viewOfUser(await calls.user(token)) : null,
        }),
      }),
    }),
  });
  return builder.toSchema();
};

const createFetchJson =
  (baseUrl: URL): GetJson =>
  async <Body>(path: string, authorization: string): Promise<Body> => {
    const response = await fetch(baseUrl.href + path, {
      headers: { authorisation: authorization, accept: 'application/json' },
    });
    if (response.status !== 200) throw new Error(`The service responds to ${path} with ${response.status}.`);
    const body: Body = JSON.parse(await response.text());
    return body;
  };

/** Starts plain Yoga on a free port. */
export const startYoga = async (baseUrl: URL): Promise<RunningTarget> => {
  const calls = createRestCalls(createFetchJson(baseUrl));
  const yoga = createYoga<object, Context>({
    schema: createPeerSchema(),
    logging: false,
    context: ({ request }) => {
      const token = request.headers.get('authorization') ?? '';
      return {
        token,
        calls,
        details: new DataLoader((ids) =>
          Promise.all(ids.map(async (id) => viewOfDetail(await calls.listing(id, token)))),
        ),
      };
    },
  });
  const server = createServer((request, response) => void yoga(request, response));
  return { url: await listenLocally(server), [Symbol.asyncDispose]: () => closeServer(server) };
};
