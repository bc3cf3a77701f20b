/** Every endpoint the service implements. */
import type { Handlers } from './endpoint-handler.ts';
import { getListing, getListingDefinition, getListingMini } from './listings.ts';
import { lookupHandlers } from './lookups.ts';
import { getSection, listSections } from './sections.ts';
import { queryToken, requestToken } from './tokens.ts';
import { getUserDetails } from './user.ts';
import { listUserListings } from './user-listings.ts';
import { listWatchedListings, unwatchListing, watchListing } from './watching.ts';

/** Handlers by the name of their endpoint. */
export const handlers = {
  ...lookupHandlers,
  requestToken,
  queryToken,
  listSections,
  getSection,
  getListing,
  getListingMini,
  getListingDefinition,
  getUserDetails,
  listUserListings,
  listWatchedListings,
  watchListing,
  unwatchListing,
} satisfies Partial<Handlers>;
