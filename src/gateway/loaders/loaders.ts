/** The loaders of an operation, and which of them re-read after a mutation. */
import type { Int64 } from '../../json/int64.ts';
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
import { type Load, Memo } from './memo.ts';

/** Sources of the loaders of an operation. */
interface LoaderSources {
  readonly call: Call;
  /** Calls what needs no user: on the gateway's own application for a caller without a token. */
  readonly applicationCall: ApplicationCall;
  readonly documents: DocumentCall;
  /** Number of similar listings that a detail call has to ask for. */
  readonly related: () => number;
}

/** The loaders of an operation. */
export type Loaders = ReturnType<typeof createLoaders>;

/** Creates the loaders of an operation: each asks its endpoint once for a key, however often that is selected. */
export const createLoaders = (sources: LoaderSources) => ({
  /** `GET /v1/listings/{id}` */
  listingDetailById: eachOrNull(sources, detail),
  /** `GET /v1/listings/definition/{id}` */
  listingDefinitionById: eachOrNull(sources.call, getListingDefinition),
  /** `GET /v1/listings/{id}/mini` */
  listingPreview: eachOrNull(sources.applicationCall, preview),
  /** `GET /v1/listings/{id}/userinfo` */
  listingViewerInfoById: eachOrNull(sources.call, getListingUserInfo),
  /** `GET /v1/listings/{id}/premiumoptions` */
  premiumOptionsById: eachOrNull(sources.call, getPremiumOptions),
  /** `GET /v1/user/watchedlisting/{id}`; null when the caller does not watch it. */
  watchedListingById: eachOrNull(sources.call, getWatchedListing),
  /** `GET /v1/user/listings` */
  userListings: each(sources.call, listUserListings),
  /** `GET /v1/user/sections` */
  userSections: ofViewer(sources.call, listUserSections),
  /** `GET /v1/user/watchedlistings` */
  watchedListings: each(sources.call, listWatchedListings),
  /** `GET /v1/user/details` */
  userDetails: ofViewer(sources.call, getUserDetails),
  /** `GET /v1/user/account` */
  accountEntries: each(sources.call, listAccountEntries),
  /** `GET /v1/user/premiumoptionscost` */
  premiumOptionsCost: each(sources.call, getPremiumOptionsCost),
  /** `GET /v1/user/invoice`; null when there is none. */
  invoice: each(sources.documents, readInvoice),
  /** `GET /v1/token/query` */
  tokenInfo: ofViewer(sources.call, queryToken),
});

type LoaderNames = readonly (keyof Loaders)[];

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

/** A value for each key, which the service has. */
function each<Source, Key, Value>(source: Source, load: Load<Source, Key, Value>): Memo<Source, Key, Value> {
  return new Memo(source, load, null);
}

const NULL = { value: null };

/** A value for each key; null when the service has none. */
function eachOrNull<Source, Key, Value>(
  source: Source,
  load: Load<Source, Key, Value>,
): Memo<Source, Key, Value | null> {
  return new Memo<Source, Key, Value | null>(source, load, NULL);
}

/** The one value of the caller. */
function ofViewer<Value>(call: Call, load: (call: Call) => Promise<Value>): Memo<Call, 'viewer', Value> {
  return new Memo(call, load, null);
}

function detail({ applicationCall, related }: LoaderSources, id: Int64) {
  return getListing(applicationCall, id, related() || undefined);
}

function preview(call: ApplicationCall, { id, agentId }: { readonly id: Int64; readonly agentId: Int64 | null }) {
  return getListingMini(call, id, agentId);
}
