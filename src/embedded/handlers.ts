/** Every endpoint the service implements. */

import { listAccountEntries } from './account.ts';
import { deleteListing, deleteListings } from './deleting-listings.ts';
import type { Handlers } from './endpoint-handler.ts';
import { getInvoice } from './invoices.ts';
import { getListingUserInfo } from './listing-user-info.ts';
import { getListing, getListingDefinition, getListingMini } from './listings.ts';
import { lookupHandlers } from './lookups.ts';
import { rotatePhoto } from './photo-rotation.ts';
import { getPhotoSpecs } from './photo-specs.ts';
import { deletePhoto, setDefaultPhoto, uploadPhoto } from './photos.ts';
import { getPremiumOptions, getPremiumOptionsCost, setPremiumOptions } from './premium-options.ts';
import { relistAllListings, relistListings } from './relisting.ts';
import { saveListing, validateListing } from './saving-listings.ts';
import { getSection, listSections } from './sections.ts';
import { queryToken, requestToken } from './tokens.ts';
import { getUserDetails } from './user.ts';
import { listUserListings } from './user-listings.ts';
import { listUserSections } from './user-sections.ts';
import { updateProfilePicture, updateUserDetails } from './user-update.ts';
import {
  getWatchedListing,
  listWatchedListings,
  unwatchListing,
  unwatchListings,
  watchListing,
  watchListings,
} from './watching.ts';

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
