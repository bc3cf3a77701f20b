/** Every endpoint the service implements. */

import { getUserDetails, listUserSections, updateProfilePicture, updateUserDetails } from './accounts/accounts.ts';
import { listAccountEntries } from './billing/account.ts';
import { getInvoice } from './billing/invoices.ts';
import { getPremiumOptions, getPremiumOptionsCost, setPremiumOptions } from './billing/premium-options.ts';
import { deleteListing, deleteListings, relistAllListings, relistListings } from './listing-actions/multi-listing.ts';
import { saveListing, validateListing } from './listing-actions/saving-listings.ts';
import {
  getWatchedListing,
  listWatchedListings,
  unwatchListing,
  unwatchListings,
  watchListing,
  watchListings,
} from './listing-actions/watching.ts';
import { getListing, getListingDefinition, getListingMini, getListingUserInfo } from './listing-views/listings.ts';
import { listUserListings } from './listing-views/user-listings.ts';
import { getSection, listSections, lookupHandlers } from './lookups/lookups.ts';
import { deletePhoto, getPhotoSpecs, rotatePhoto, setDefaultPhoto, uploadPhoto } from './photos/photos.ts';
import type { Handlers } from './service/service.ts';
import { queryToken, requestToken } from './tokens/tokens.ts';

/** Handlers by the name of their endpoint. */
export const handlers = {
  ...lookupHandlers,
  requestToken,
  queryToken,
  listSections,
  getSection,
  saveListing,
  validateListing,
  getListing,
  getListingMini,
  getListingDefinition,
  getListingUserInfo,
  deleteListing,
  deleteListings,
  relistListings,
  relistAllListings,
  getUserDetails,
  updateUserDetails,
  updateProfilePicture,
  listUserListings,
  listUserSections,
  getWatchedListing,
  listWatchedListings,
  watchListing,
  unwatchListing,
  watchListings,
  unwatchListings,
  getPhotoSpecs,
  uploadPhoto,
  deletePhoto,
  rotatePhoto,
  setDefaultPhoto,
  setPremiumOptions,
  getPremiumOptions,
  getPremiumOptionsCost,
  listAccountEntries,
  getInvoice,
} satisfies Handlers;
