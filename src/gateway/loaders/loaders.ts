/** The loaders of an operation: each thing of the service is asked for once, however often it is selected. */
import DataLoader from 'dataloader';
import type { Int64 } from '../../json/int64.ts';
import { UpstreamNotFoundError } from '../../upstream/call/errors.ts';
import type { ApplicationCall, Call, DocumentCall } from '../../upstream/client.ts';
import { type InvoiceKey, readInvoice } from '../../upstream/endpoints/invoice.ts';
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

/** What identifies a page of the caller's own listings. `first` is 1-based. */
export interface UserListingsKey {
  readonly section: Int64;
  readonly first: number;
  readonly count: number;
  readonly filter?: string;
  readonly sortmode: 0 | 1 | 2 | 3;
  readonly viewmode: 0 | 1;
}

/** What identifies a page of a list; the base of `first` is that of the endpoint. */
export interface PageKey {
  readonly first: number;
  readonly count: number;
}

/** What identifies a preview. */
export interface ListingPreviewKey {
  readonly id: Int64;
  readonly agentId: Int64 | null;
}

/** What the loaders of an operation ask. */
interface LoaderSources {
  readonly call: Call;
  /** Calls what needs no user: on the gateway's own application for a caller without a token. */
  readonly applicationCall: ApplicationCall;
  readonly documents: DocumentCall;
  /** How many similar listings a detail call has to ask for. */
  readonly related: () => number;
}

/** What a loader gives for a key. Where it may be null, not found is an answer and no failure. */
interface Loading<Key, Value> {
  readonly name: string;
  readonly load: (sources: LoaderSources, key: Key) => Promise<Value>;
  readonly notFound: { readonly value: Value } | null;
}

const nameOfKey = (key: unknown): string => (typeof key === 'string' ? key : JSON.stringify(key));

const settled = Promise.resolve();

/** Does something as a microtask; `queueMicrotask` would make an AsyncResource for it, which takes several times as long. */
const afterFields = (action: () => void): void => void settled.then(action);

/**
 * A loader whose keys cannot be asked for together: each is one call, made once, and none waits for another's. Failures
 * are kept for the operation too, so that fifty fields that need the same thing do not ask fifty times for what just
 * failed. What it takes is made with the first key: most operations need few of their loaders.
 */
class Memo<Key, Value> {
  readonly #loading: Loading<Key, Value>;
  readonly #sources: LoaderSources;
  #loader: DataLoader<Key, Value, string> | null = null;
  /** What the loader has begun to load, by key. */
  #begun: Map<string, Promise<Value>> | null = null;

  constructor(loading: Loading<Key, Value>, sources: LoaderSources) {
    this.#loading = loading;
    this.#sources = sources;
  }

  /** Loads, unless that was done before. */
  load(key: Key): Promise<Value> {
    // DataLoader would make of what it knows a promise of its own, for each field that asks, that settles three steps later.
    return this.#begun?.get(nameOfKey(key)) ?? this.#getLoader().load(key);
  }

  /** Takes what is known already for what would be loaded, unless it has been loaded. */
  prime(key: Key, value: Value): void {
    this.#getLoader().prime(key, value);
  }

  /** Forgets all: what is asked for from now on is loaded anew. */
  clearAll(): void {
    this.#loader?.clearAll();
  }

  #getLoader(): DataLoader<Key, Value, string> {
    if (this.#loader !== null) return this.#loader;
    this.#begun = new Map();
    this.#loader = new DataLoader<Key, Value, string>((keys) => this.#loadOne(keys), {
      batch: false,
      // There is nothing to collect: the call goes out as soon as the fields at hand have asked.
      batchScheduleFn: afterFields,
      cacheKeyFn: nameOfKey,
      cacheMap: this.#begun,
    });
    return this.#loader;
  }

  async #loadOne([key]: readonly Key[]): Promise<(Value | Error)[]> {
    if (key === undefined) return [];
    const { load, notFound } = this.#loading;
    try {
      return [await load(this.#sources, key)];
    } catch (error) {
      if (notFound !== null && error instanceof UpstreamNotFoundError) return [notFound.value];
      return [error instanceof Error ? error : new Error('A loader failed without an error.')];
    }
  }
}

/** What is given for what is not there. */
const NULL = { value: null };

/** What is loaded for each key. */
const each = <Key, Value>(name: string, load: Loading<Key, Value>['load']): Loading<Key, Value> => ({
  name,
  load,
  notFound: null,
});

/** What is loaded for each key and may not be there. */
const eachOrNull = <Key, Value>(name: string, load: Loading<Key, Value>['load']): Loading<Key, Value | null> => ({
  name,
  load,
  notFound: NULL,
});

/** What can be loaded. */
const loadings = {
  /** `GET /v1/listings/{id}`; null when there is none. */
  listingDetailById: eachOrNull('listingDetailById', ({ applicationCall, related }, id: Int64) =>
    getListing(applicationCall, id, related() || undefined),
  ),
  /** `GET /v1/listings/definition/{id}`; null when there is none. */
  listingDefinitionById: eachOrNull('listingDefinitionById', ({ call }, id: Int64) => getListingDefinition(call, id)),
  /** `GET /v1/listings/{id}/mini`; null when there is none. */
  listingPreview: eachOrNull('listingPreview', ({ applicationCall }, { id, agentId }: ListingPreviewKey) =>
    getListingMini(applicationCall, id, agentId),
  ),
  /** `GET /v1/listings/{id}/userinfo`; null when there is none. */
  listingViewerInfoById: eachOrNull('listingViewerInfoById', ({ call }, id: Int64) => getListingUserInfo(call, id)),
  /** `GET /v1/user/details`. */
  userDetails: each('userDetails', ({ call }, _viewer: 'viewer') => getUserDetails(call)),
  /** `GET /v1/listings/{id}/premiumoptions`; null when there is no such listing. */
  premiumOptionsById: eachOrNull('premiumOptionsById', ({ call }, id: Int64) => getPremiumOptions(call, id)),
  /** `GET /v1/user/sections`. */
  userSections: each('userSections', ({ call }, _viewer: 'viewer') => listUserSections(call)),
  /** `GET /v1/user/watchedlisting/{id}`; null when the caller does not watch it. */
  watchedListingById: eachOrNull('watchedListingById', ({ call }, id: Int64) => getWatchedListing(call, id)),
  /** `GET /v1/user/account`. */
  accountEntries: each('accountEntries', ({ call }, key: PageKey) => listAccountEntries(call, key)),
  /** `GET /v1/user/premiumoptionscost`. */
  premiumOptionsCost: each('premiumOptionsCost', ({ call }, options: readonly number[]) =>
    getPremiumOptionsCost(call, options),
  ),
  /** `GET /v1/user/invoice`; null when there is none. */
  invoice: each('invoice', ({ documents }, key: InvoiceKey) => readInvoice(documents, key)),
  /** `GET /v1/token/query`. */
  tokenInfo: each('tokenInfo', ({ call }, _caller: 'caller') => queryToken(call)),
  /** `GET /v1/user/listings`. */
  userListings: each('userListings', ({ call }, key: UserListingsKey) => listUserListings(call, key)),
  /** `GET /v1/user/watchedlistings`. */
  watchedListings: each('watchedListings', ({ call }, key: PageKey) => listWatchedListings(call, key)),
};

/** Every view of single listings. */
const views = [
  'listingDetailById',
  'listingDefinitionById',
  'listingPreview',
  'listingViewerInfoById',
  'premiumOptionsById',
  'watchedListingById',
] as const satisfies readonly (keyof Loaders)[];

/** Lists of listings. */
const lists = ['userListings', 'userSections', 'watchedListings'] as const satisfies readonly (keyof Loaders)[];

/** What a charge changes. */
const money = [
  'userDetails',
  'accountEntries',
  'premiumOptionsCost',
  'invoice',
] as const satisfies readonly (keyof Loaders)[];

/** What shows photos. A list shows similar listings too, and so does a detail. */
const photos = [
  'listingDetailById',
  'listingDefinitionById',
  'listingPreview',
  'watchedListingById',
  'userListings',
  'watchedListings',
] as const satisfies readonly (keyof Loaders)[];

/** What tells whether the caller watches a listing. */
const watchFlags = [
  'listingDetailById',
  'listingViewerInfoById',
  'watchedListingById',
  'userListings',
  'watchedListings',
] as const satisfies readonly (keyof Loaders)[];

/**
 * What each mutation makes untrue: the loaders whose entries it forgets, all of them, since a list or a detail shows
 * other listings too. A mutation that starts a session changes nothing of the caller, who stays who it was.
 */
export const forgottenAfter = {
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
} as const satisfies Readonly<Record<string, readonly (keyof Loaders)[]>>;

/** Mutations after which an operation reads anew. */
export type ChangingMutation = keyof typeof forgottenAfter;

/** Creates the loaders of an operation. */
export const createLoaders = (sources: LoaderSources) => ({
  listingDetailById: new Memo(loadings.listingDetailById, sources),
  listingDefinitionById: new Memo(loadings.listingDefinitionById, sources),
  listingPreview: new Memo(loadings.listingPreview, sources),
  listingViewerInfoById: new Memo(loadings.listingViewerInfoById, sources),
  userDetails: new Memo(loadings.userDetails, sources),
  premiumOptionsById: new Memo(loadings.premiumOptionsById, sources),
  userSections: new Memo(loadings.userSections, sources),
  watchedListingById: new Memo(loadings.watchedListingById, sources),
  accountEntries: new Memo(loadings.accountEntries, sources),
  premiumOptionsCost: new Memo(loadings.premiumOptionsCost, sources),
  invoice: new Memo(loadings.invoice, sources),
  tokenInfo: new Memo(loadings.tokenInfo, sources),
  userListings: new Memo(loadings.userListings, sources),
  watchedListings: new Memo(loadings.watchedListings, sources),
});

/** The loaders of an operation. */
export type Loaders = ReturnType<typeof createLoaders>;

/** Forgets what a mutation made untrue: later fields of the operation read anew. */
export const forgetAfter = (mutation: ChangingMutation, loaders: Loaders): void => {
  for (const name of forgottenAfter[mutation]) loaders[name].clearAll();
};
