/** The loaders of an operation, and which of them re-read after a mutation. */
import DataLoader from 'dataloader';
import type { Int64 } from '../../json/int64.ts';
import { kindOf } from '../../upstream/call/failure.ts';
import type { ApplicationCall, Call, DocumentCall } from '../../upstream/client.ts';
import { readInvoice } from '../../upstream/endpoints/invoice.ts';
import {
  getListing,
  getListingDefinition,
  getListingMini,
  getListingUserInfo,
} from '../../upstream/endpoints/listings.ts';
import { getPremiumOptions, getPremiumOptionsCost } from '../../upstream/endpoints/premium-options.ts';
import { queryToken } from '../../upstream/endpoints/tokens.ts';
import {
  getUserDetails,
  listAccountEntries,
  listUserListings,
  listUserSections,
  listWatchedListings,
} from '../../upstream/endpoints/user.ts';
import { getWatchedListing } from '../../upstream/endpoints/watching.ts';

/** Sources of the loaders of an operation. */
interface LoaderSources {
  readonly call: Call;
  /** Calls what needs no user: on the gateway's own application for a caller without a token. */
  readonly applicationCall: ApplicationCall;
  readonly documents: DocumentCall;
  /** Number of similar listings that a detail call has to ask for. */
  readonly related: () => number;
}

interface PreviewKey {
  readonly id: Int64;
  readonly agentId: Int64 | null;
}

type DetailsById = Map<string, Promise<Awaited<ReturnType<typeof getListing>> | null>>;

/** Names a key: a text is its own name. */
const nameOfKey = (key: unknown): string => (typeof key === 'string' ? key : JSON.stringify(key));

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error('A loader failed without an error.');

/** Null in place of the failure to find what the service does not have. */
const orNull = (error: unknown): null => {
  if (kindOf(error) === 'not_found') return null;
  throw error;
};

/**
 * A loader whose keys cannot be asked for together: each is one call, made once, and none waits for another's.
 *
 * @param cacheMap has what was asked for, by the name of its key
 */
const loader = <Key, Value>(load: (key: Key) => Promise<Value>, cacheMap = new Map<string, Promise<Value>>()) =>
  new DataLoader<Key, Value, string>(
    // A failure is kept for the operation too: fifty fields that need the same thing do not ask fifty times for what just failed.
    (keys) => Promise.all(keys.map((key) => load(key).catch(asError))),
    { maxBatchSize: 1, cacheKeyFn: nameOfKey, cacheMap },
  );

/** Creates the loaders of an operation: each asks its endpoint once for a key, however often that is selected. */
const makeLoaders = (
  { call, applicationCall, documents, related }: LoaderSources,
  details: DetailsById = new Map(),
) => ({
  /** `GET /v1/listings/{id}` */
  listingDetailById: loader(
    (id: Int64) => getListing(applicationCall, id, related() || undefined).catch(orNull),
    details,
  ),
  /** `GET /v1/listings/definition/{id}` */
  listingDefinitionById: loader((id: Int64) => getListingDefinition(call, id).catch(orNull)),
  /** `GET /v1/listings/{id}/mini` */
  listingPreview: loader(({ id, agentId }: PreviewKey) => getListingMini(applicationCall, id, agentId).catch(orNull)),
  /** `GET /v1/listings/{id}/userinfo` */
  listingViewerInfoById: loader((id: Int64) => getListingUserInfo(call, id).catch(orNull)),
  /** `GET /v1/listings/{id}/premiumoptions` */
  premiumOptionsById: loader((id: Int64) => getPremiumOptions(call, id).catch(orNull)),
  /** `GET /v1/user/watchedlisting/{id}`; null when the caller does not watch it. */
  watchedListingById: loader((id: Int64) => getWatchedListing(call, id).catch(orNull)),
  /** `GET /v1/user/listings` */
  userListings: loader((page: Parameters<typeof listUserListings>[1]) => listUserListings(call, page)),
  /** `GET /v1/user/sections` */
  userSections: loader((_viewer: 'viewer') => listUserSections(call)),
  /** `GET /v1/user/watchedlistings` */
  watchedListings: loader((page: Parameters<typeof listWatchedListings>[1]) => listWatchedListings(call, page)),
  /** `GET /v1/user/details` */
  userDetails: loader((_viewer: 'viewer') => getUserDetails(call)),
  /** `GET /v1/user/account` */
  accountEntries: loader((page: Parameters<typeof listAccountEntries>[1]) => listAccountEntries(call, page)),
  /** `GET /v1/user/premiumoptionscost` */
  premiumOptionsCost: loader((options: Parameters<typeof getPremiumOptionsCost>[1]) =>
    getPremiumOptionsCost(call, options),
  ),
  /** `GET /v1/user/invoice`; null when there is none. */
  invoice: loader((order: Parameters<typeof readInvoice>[1]) => readInvoice(documents, order)),
  /** `GET /v1/token/query` */
  tokenInfo: loader((_viewer: 'viewer') => queryToken(call)),
  /** Details that were asked for, by the id of the listing. */
  details,
});

/** The loaders of an operation. */
export interface Loaders extends Omit<ReturnType<typeof makeLoaders>, 'details'> {
  readonly details: ReadonlyMap<string, Promise<Awaited<ReturnType<typeof getListing>> | null>>;
}

/** Creates the loaders of an operation. */
export const createLoaders = (sources: LoaderSources): Loaders => makeLoaders(sources);

type LoaderNames = readonly Exclude<keyof Loaders, 'details'>[];

/** Every view of single listings. */
const views = [
  'listingDetailById',
  'listingDefinitionById',
  'listingPreview',
  'listingViewerInfoById',
  'premiumOptionsById',
  'watchedListingById',
] as const satisfies LoaderNames;

/** Lists of listings. */
const lists = ['userListings', 'userSections', 'watchedListings'] as const satisfies LoaderNames;

/** Loaders of what a charge changes. */
const money = ['userDetails', 'accountEntries', 'premiumOptionsCost', 'invoice'] as const satisfies LoaderNames;

/** Loaders of what shows photos. A list shows similar listings too, and so does a detail. */
const photos = [
  'listingDetailById',
  'listingDefinitionById',
  'listingPreview',
  'watchedListingById',
  'userListings',
  'watchedListings',
] as const satisfies LoaderNames;

/** Loaders that know whether the caller watches a listing. */
const watchFlags = [
  'listingDetailById',
  'listingViewerInfoById',
  'watchedListingById',
  'userListings',
  'watchedListings',
] as const satisfies LoaderNames;

/**
 * The loaders that each mutation invalidates, with all of their entries, since a list or a detail shows other listings too. A
 * mutation that starts a session writes nothing of the caller, who stays who it was.
 */
export const invalidatedBy = {
  validateListing: [],
  createListing: [...views, ...lists, ...money],
  updateListing: [...views, ...lists, ...money],
  deleteListing: [...views, ...lists],
  deleteListings: [...views, ...lists, ...money],
  relistListings: [...views, ...lists, ...money],
  relistAllListings: [...views, ...lists, ...money],
  uploadListingPhoto: photos,
  deleteListingPhoto: photos,
  rotateListingPhoto: photos,
  setDefaultListingPhoto: photos,
  setListingPremiumOptions: [...views, ...lists, ...money],
  watchListing: watchFlags,
  unwatchListing: watchFlags,
  watchListings: watchFlags,
  unwatchListings: watchFlags,
  updateUserDetails: ['userDetails', ...views],
  updateProfilePicture: ['userDetails', ...views],
} as const satisfies Readonly<Record<string, LoaderNames>>;

/** A mutation after which an operation reads again. */
export type InvalidatingMutation = keyof typeof invalidatedBy;

/** Forgets what a mutation made stale: later fields of the operation re-read. */
export const invalidateAfter = (mutation: InvalidatingMutation, loaders: Loaders): void => {
  for (const name of invalidatedBy[mutation]) loaders[name].clearAll();
};
