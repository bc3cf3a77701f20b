/** Mutations of the watch list, of one listing and of several. */
import type { EndpointName } from '../../../contract/endpoints.ts';
import type { Int64 } from '../../../json/int64.ts';
import type { MultiListingResult } from '../../../rest/endpoints/listing-batches.ts';
import {
  type ListingInSection,
  unwatchListing,
  unwatchListings,
  watchListing,
  watchListings,
} from '../../../rest/endpoints/watching.ts';
import { readNumericKey } from '../../arguments/global-id.ts';
import { inputListSizes, readInputList } from '../../arguments/input-list.ts';
import { call, keyOf, type Price } from '../../pricing/price.ts';
import { builder } from '../core/builder.ts';
import type { GatewayContext } from '../core/context.ts';
import { createPayload, inputOf, NO_SUCH_LISTING, sendMutation } from '../core/mutation.ts';
import { refusalOf, type MutationPayloadModel, type UserErrorModel } from '../core/user-error.ts';
import { listingLink, ListingRef } from '../listing/listing-model.ts';
import { failureOfWhole } from './delete-and-relist.ts';
import {
  afterWrite,
  createListingPayload,
  inputEntries,
  isRecord,
  listingId,
  listingPayload,
  listingWrite,
  payloadListing,
} from './listing-payload.ts';

/** Declares a mutation that changes the watch flag of a listing. */
const watchMutation = (
  mutation: 'watchListing' | 'unwatchListing',
  description: string,
  send: typeof watchListing,
): void =>
  builder.mutationField(mutation, (t) =>
    t.field({
      type: createListingPayload(mutation),
      description,
      args: inputOf(mutation, 'Which listing.', (of) => ({ id: listingId(of) })),
      price: listingWrite(mutation, ['watch']),
      resolve: async (_root, { input }, context) => {
        const id = readNumericKey('Listing', 'input.id', input.id);
        const field = ['input', 'id'];
        const outcome = await sendMutation(context, { mutation, field, send: (call) => send(call, id) });
        return listingPayload(id, outcome, mutation === 'watchListing');
      },
    }),
  );

watchMutation('watchListing', 'Watch a listing.', watchListing);
watchMutation('unwatchListing', 'Stop watching a listing.', unwatchListing);

const WatchItemInput = builder.inputType('WatchItemInput', {
  description: 'A listing to watch or unwatch.',
  fields: (t) => ({
    listingId: t.id({ required: true, description: 'Global id or number of the listing.' }),
    sectionId: t.id({
      description: 'Global id or key of its section. If omitted, the gateway looks it up with one call per listing.',
    }),
  }),
});

/** A listing of the input: its section when that is given, and where it stands. */
interface Wanted {
  readonly listingId: Int64;
  readonly sectionId: Int64 | null;
  readonly path: readonly string[];
}

const readItem = ({ listingId, sectionId }: typeof WatchItemInput.$inferInput, at: number): Wanted => ({
  listingId: readNumericKey('Listing', `input.items.${at}.listingId`, listingId),
  sectionId: sectionId == null ? null : readNumericKey('Section', `input.items.${at}.sectionId`, sectionId),
  path: ['input', 'items', String(at)],
});

/** Each listing once: as it is named first, or else first with a section. */
const distinct = (wanted: readonly Wanted[]): readonly Wanted[] => {
  const byId = new Map<Int64, Wanted>();
  for (const item of wanted) {
    const known = byId.get(item.listingId);
    if (known === undefined || (known.sectionId === null && item.sectionId !== null)) byId.set(item.listingId, item);
  }
  return [...byId.values()];
};

const placeOf = async (
  { listingId, sectionId, path }: Wanted,
  { loaders }: GatewayContext,
): Promise<ListingInSection | UserErrorModel> => {
  if (sectionId !== null) return { listingId, sectionId };
  const detail = await loaders.load('listingDetailById', listingId);
  if (detail === null) return { code: 'NOT_FOUND', field: [...path, 'listingId'], message: NO_SUCH_LISTING };
  if (detail.SectionId !== null) return { listingId, sectionId: detail.SectionId };
  return { code: 'REQUIRED', field: [...path, 'sectionId'], message: 'The section of this listing is unknown.' };
};

/** The errors of what was not done: one for each listing that the service refused, and one for those of which it says nothing. */
const errorsOf = (result: MultiListingResult, sent: readonly Wanted[]): readonly UserErrorModel[] => {
  const { succeeded, failures, reasons } = result;
  const named = new Set([...succeeded, ...failures.map(({ id }) => id)]);
  const untold = sent.filter(({ listingId }) => !named.has(listingId));
  const refused = sent.flatMap(({ listingId, path }) => {
    const failure = failures.find(({ id }) => id === listingId);
    return failure === undefined ? [] : [{ ...refusalOf(failure.error), field: [...path, 'listingId'] }];
  });
  if (untold.length === 0 && reasons.length === 0) return refused;
  const asked = sent.map(({ listingId }) => listingId);
  const told = asked.filter((id) => named.has(id));
  return [...refused, failureOfWhole({ ...result, succeeded: told, failures: [] }, asked)];
};

type MultiWatchMutation = 'watchListings' | 'unwatchListings';

interface MultiWatchPayload extends MutationPayloadModel {
  /** Those whose flag was set. */
  readonly ids: readonly Int64[];
}

/** Sends a mutation of the watch flag. Listings that cannot be placed have a user error, and do not keep the others from it. */
const writeWatchFlags = async (
  wanted: readonly Wanted[],
  context: GatewayContext,
  mutation: MultiWatchMutation,
  send: typeof watchListings,
): Promise<MultiWatchPayload> => {
  const places = await Promise.all(wanted.map((item) => placeOf(item, context)));
  const items = places.filter((place) => 'listingId' in place);
  const unplaced = places.filter((place) => 'code' in place);
  if (items.length === 0) return { ids: [], userErrors: unplaced };
  const { done, userErrors } = await sendMutation(context, {
    mutation,
    field: ['input', 'items'],
    notFound: 'One of the listings does not exist.',
    send: (call) => send(call, items),
  });
  if (done === null) return { ids: [], userErrors: [...unplaced, ...userErrors] };
  const sent = wanted.filter((_item, at) => items.some((place) => place === places[at]));
  const { result } = done;
  const ids = sent.map(({ listingId }) => listingId).filter((id) => result.succeeded.includes(id));
  return { ids, userErrors: [...unplaced, ...errorsOf(result, sent)] };
};

/** Price of a change of the watch flag of several listings. The section of each is looked for in its detail unless it is given. */
const multiWatchWrite =
  (endpoint: EndpointName): Price =>
  (visit) => {
    const items = inputEntries(visit, 'items').filter(isRecord);
    const keysOf = (some: typeof items) => new Set(some.map(({ listingId: id }) => keyOf(id)));
    const unplaced = keysOf(items.filter(({ sectionId }) => sectionId == null));
    call(visit, 'getListing', `section for ${visit.path}`, unplaced.size);
    call(visit, endpoint, visit.path);
    return afterWrite(visit, keysOf(items).size, ['watch']);
  };

/** Declares a mutation that changes the watch flags of several listings. */
const multiWatchMutation = (mutation: MultiWatchMutation, description: string, send: typeof watchListings): void => {
  const payload = createPayload<MultiWatchPayload>(mutation, (t) => ({
    listings: t.field({
      type: [ListingRef],
      nullable: false,
      description: 'The listings with their current watch flag, without those in `userErrors`.',
      price: payloadListing,
      resolve: ({ ids }) => ids.map((id) => listingLink(id, mutation === 'watchListings')),
    }),
  }));
  builder.mutationField(mutation, (t) =>
    t.field({
      type: payload,
      description,
      args: inputOf(mutation, 'Which listings.', (of) => ({
        items: of.field({ type: [WatchItemInput], required: true, description: `Which listings, ${inputListSizes}` }),
      })),
      price: multiWatchWrite(mutation),
      resolve: (_root, { input }, context) => {
        const wanted = distinct(readInputList('input.items', input.items).map(readItem));
        return writeWatchFlags(wanted, context, mutation, send);
      },
    }),
  );
};

multiWatchMutation('watchListings', 'Watch several listings.', watchListings);
multiWatchMutation('unwatchListings', 'Stop watching several listings.', unwatchListings);
