/** Every endpoint the service implements. */

import { listUserSections } from './accounts/user-sections.ts';
import { updateProfilePicture, updateUserDetails } from './accounts/user-update.ts';
import { getUserDetails } from './accounts/user.ts';
import { listAccountEntries } from './billing/account.ts';
import { getInvoice } from './billing/invoices.ts';
import { getPremiumOptions, getPremiumOptionsCost, setPremiumOptions } from './billing/premium-options.ts';
import { deleteListing, deleteListings } from './listing-actions/deleting-listings.ts';
import { relistAllListings, relistListings } from './listing-actions/relisting.ts';
import { saveListing, validateListing } from './listing-actions/saving-listings.ts';
import {
  getWatchedListing,
  listWatchedListings,
  unwatchListing,
  unwatchListings,
  watchListing,
  watchListings,
} from './listing-actions/watching.ts';
import { getListingUserInfo } from './listing-views/listing-user-info.ts';
import { getListing, getListingDefinition, getListingMini } from './listing-views/listings.ts';
import { listUserListings } from './listing-views/user-listings.ts';
import { lookupHandlers } from './lookups/lookups.ts';
import { getSection, listSections } from './lookups/sections.ts';
import { rotatePhoto } from './photos/photo-rotation.ts';
import { getPhotoSpecs } from './photos/photo-specs.ts';
import { deletePhoto, setDefaultPhoto, uploadPhoto } from './photos/photos.ts';
import type { Handlers } from './service/endpoint-handler.ts';
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
