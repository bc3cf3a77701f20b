/** The loaders of an operation, and which of them re-read after a mutation. */
import DataLoader from 'dataloader';
import type { Int64 } from '../../json/int64.ts';
import type { ApplicationCall, Call } from '../../rest/client.ts';
import { getListing, getListingDefinition, getListingMini, getListingUserInfo } from '../../rest/endpoints/listings.ts';
import { getPremiumOptions, getPremiumOptionsCost, readInvoice } from '../../rest/endpoints/payments.ts';
import { queryToken } from '../../rest/endpoints/tokens.ts';
import {
  getUserDetails,
  listAccountEntries,
  listUserListings,
  listUserSections,
  listWatchedListings,
} from '../../rest/endpoints/user.ts';
import { getWatchedListing } from '../../rest/endpoints/watching.ts';
import { nullIfNotFound } from '../errors/upstream-errors.ts';

interface LoaderSources {
  readonly call: Call;
  /** Calls what needs no user: on the gateway's own application for a caller without a token. */
  readonly applicationCall: ApplicationCall;
  /** Number of similar listings that a detail call has to ask for. */
  readonly related: () => number;
}

interface PreviewKey {
  readonly id: Int64;
  readonly agentId: Int64 | null;
}

/** What each loader reads for a key. The key `viewer` is that of what the caller has one of. */
const reads = {
  /** `GET /v1/listings/{id}` */
  listingDetailById: ({ applicationCall, related }: LoaderSources, id: Int64) =>
    getListing(applicationCall, id, related() || undefined).catch(nullIfNotFound),
  /** `GET /v1/listings/definition/{id}` */
  listingDefinitionById: ({ call }: LoaderSources, id: Int64) => getListingDefinition(call, id).catch(nullIfNotFound),
  /** `GET /v1/listings/{id}/mini` */
  listingPreview: ({ applicationCall }: LoaderSources, { id, agentId }: PreviewKey) =>
    getListingMini(applicationCall, id, agentId).catch(nullIfNotFound),
  /** `GET /v1/listings/{id}/userinfo` */
  listingViewerInfoById: ({ call }: LoaderSources, id: Int64) => getListingUserInfo(call, id).catch(nullIfNotFound),
  /** `GET /v1/listings/{id}/premiumoptions` */
  premiumOptionsById: ({ call }: LoaderSources, id: Int64) => getPremiumOptions(call, id).catch(nullIfNotFound),
  /** `GET /v1/user/watchedlisting/{id}`; null when the caller does not watch it. */
  watchedListingById: ({ call }: LoaderSources, id: Int64) => getWatchedListing(call, id).catch(nullIfNotFound),
  /** `GET /v1/user/listings` */
  userListings: ({ call }: LoaderSources, page: Parameters<typeof listUserListings>[1]) => listUserListings(call, page),
  /** `GET /v1/user/sections` */
  userSections: ({ call }: LoaderSources, _key: 'viewer') => listUserSections(call),
  /** `GET /v1/user/watchedlistings` */
  watchedListings: ({ call }: LoaderSources, page: Parameters<typeof listWatchedListings>[1]) =>
    listWatchedListings(call, page),
  /** `GET /v1/user/details` */
  userDetails: ({ call }: LoaderSources, _key: 'viewer') => getUserDetails(call),
  /** `GET /v1/user/account` */
  accountEntries: ({ call }: LoaderSources, page: Parameters<typeof listAccountEntries>[1]) =>
    listAccountEntries(call, page),
  /** `GET /v1/user/premiumoptionscost` */
  premiumOptionsCost: ({ call }: LoaderSources, options: Parameters<typeof getPremiumOptionsCost>[1]) =>
    getPremiumOptionsCost(call, options),
  /** `GET /v1/user/invoice`; null when there is none. */
  invoice: ({ call }: LoaderSources, order: Parameters<typeof readInvoice>[1]) => readInvoice(call, order),
  /** `GET /v1/token/query` */
  tokenInfo: ({ call }: LoaderSources, _key: 'viewer') => queryToken(call),
};

type LoaderName = keyof typeof reads;

type Keys = { readonly [Name in LoaderName]: Parameters<(typeof reads)[Name]>[1] };
type Values = { readonly [Name in LoaderName]: Awaited<ReturnType<(typeof reads)[Name]>> };
type Reads = { readonly [Name in LoaderName]: (sources: LoaderSources, key: Keys[Name]) => Promise<Values[Name]> };

/** A loader, and what it was asked for, by the name of its key. */
interface MadeLoader<Key, Value> {
  readonly loader: DataLoader<Key, Value, string>;
  readonly asked: Map<string, Promise<Value>>;
}

/** Names a key: a text is its own name. */
const nameOfKey = (key: unknown): string => (typeof key === 'string' ? key : JSON.stringify(key));

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error('A loader failed without an error.');

/** A loader whose keys cannot be asked for together: each is one call, and none waits for another's. */
const makeLoader = <Key, Value>(read: (key: Key) => Promise<Value>): MadeLoader<Key, Value> => {
  const asked = new Map<string, Promise<Value>>();
  const loader = new DataLoader<Key, Value, string>(
    // A failure is kept for the operation too: fifty fields that need the same thing do not ask fifty times for what just failed.
    (keys) => Promise.all(keys.map((key) => read(key).catch(asError))),
    { maxBatchSize: 1, batchScheduleFn: queueMicrotask, cacheKeyFn: nameOfKey, cacheMap: asked },
  );
  return { loader, asked };
};

/**
 * The loaders of an operation: each asks its endpoint once for a key, however often that is selected. They are made when they are first
 * needed: an operation needs few of them.
 */
export class Loaders {
  readonly #sources: LoaderSources;
  readonly #made: { [Name in LoaderName]?: MadeLoader<Keys[Name], Values[Name]> } = {};

  constructor(sources: LoaderSources) {
    this.#sources = sources;
  }

  /** Reads what a loader has for a key. @throws UpstreamFailure */
  load<Name extends LoaderName>(name: Name, key: Keys[Name]): Promise<Values[Name]> {
    // Beside the loader, which would make a batch and a promise for each field that wants the same.
    return this.find(name, key) ?? this.#loaderOf(name).load(key);
  }

  /** What was asked for already; undefined where nothing was. */
  find<Name extends LoaderName>(name: Name, key: Keys[Name]): Promise<Values[Name]> | undefined {
    return this.#made[name]?.asked.get(nameOfKey(key));
  }

  /** Keeps what is known without a call. */
  prime<Name extends LoaderName>(name: Name, key: Keys[Name], value: Values[Name]): void {
    this.#loaderOf(name).prime(key, value);
  }

  /** Forgets what a mutation made stale: later fields of the operation re-read. */
  invalidateAfter(mutation: InvalidatingMutation): void {
    for (const name of invalidatedBy[mutation]) this.#made[name]?.loader.clearAll();
  }

  #loaderOf<Name extends LoaderName>(name: Name): DataLoader<Keys[Name], Values[Name], string> {
    const all: { [Each in Name]?: MadeLoader<Keys[Each], Values[Each]> } = this.#made;
    const read: Reads[Name] = reads[name];
    const { loader } = (all[name] ??= makeLoader((key: Keys[Name]) => read(this.#sources, key)));
    return loader;
  }
}

type LoaderNames = readonly LoaderName[];

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
