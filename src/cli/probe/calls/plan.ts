/** Plan of the calls to each safe endpoint, and of the calls that its response leads to. */

import { PremiumOption, PriceFor } from '../../../contract/codes.ts';
import type { EndpointName, endpoints } from '../../../contract/endpoints.ts';
import { HOME_COUNTRY_ID } from '../../../contract/lookups.ts';
import { type Int64, parseInt64 } from '../../../json/int64.ts';
import type { Call, CallableName, CallInputs, Reply } from '../../../upstream/call/call.ts';
import { MAX_PAGE_SIZE } from '../../../upstream/endpoints/max-page-size.ts';
import { type Pictures, picturesOfDetail, picturesOfMini } from '../findings/main-picture.ts';
import {
  type Found,
  learnCategories,
  learnOrders,
  learnOwnListings,
  learnOwnSections,
  learnPictures,
  learnSections,
  learnWatchedListings,
} from './found.ts';
import { type PagedName, pagedLists, pageIn } from './paged-list.ts';

/** Names of the endpoints that change nothing: every GET, and the validation of a listing. */
export type SafeName = {
  [Name in EndpointName]: (typeof endpoints)[Name]['retry'] extends 'safe' ? Name : never;
}[EndpointName];

/** Safe endpoints that respond with JSON: all but the invoice, which is a PDF. */
export type PlannedName = SafeName & CallableName;

/** One call of an endpoint. */
export interface PlannedCall {
  readonly send: (call: Call) => Promise<Reply>;
  /** Takes from the body what leads to further calls. */
  readonly learn?: (json: unknown) => Promise<void>;
  /** Calls that follow from the body of this one; null when there is nothing. */
  readonly next?: (json: unknown) => PlannedCall | null;
}

/** The calls of an endpoint. */
export interface Plan {
  /** Endpoints of a wave are called when all of the wave before are done. */
  readonly wave: 0 | 1 | 2;
  /** Gives the calls, or why there are none. */
  calls(found: Found): readonly PlannedCall[] | string;
}

type Learn = (found: Found, json: unknown) => Promise<void>;

const once = <Name extends CallableName>(name: Name, inputs: CallInputs<Name>, learn?: Learn): Plan => ({
  wave: 0,
  calls: (found) => [
    { send: (call) => call(name, inputs), ...(learn ? { learn: (json: unknown) => learn(found, json) } : {}) },
  ],
});

/** A part of a list, as its endpoint counts. */
interface Slice {
  readonly first: number;
  readonly count: number;
}

/** The largest page from the beginning of a list, and then what follows it. */
const twoPages = (name: PagedName, send: (call: Call, slice: Slice) => Promise<Reply>): PlannedCall => {
  const from = (offset: number): PlannedCall => ({
    send: (call) => send(call, { first: pagedLists[name].base + offset, count: MAX_PAGE_SIZE }),
  });
  return {
    ...from(0),
    next: (json) => {
      const came = pageIn(name, json)?.records.length ?? 0;
      return came === 0 ? null : from(came);
    },
  };
};

const onePagedList = (name: PagedName, send: (call: Call, slice: Slice) => Promise<Reply>, learn: Learn): Plan => ({
  wave: 0,
  calls: (found) => [{ ...twoPages(name, send), learn: (json) => learn(found, json) }],
});

const forEach = <Value>(
  values: readonly Value[],
  without: string,
  make: (value: Value) => PlannedCall,
): readonly PlannedCall[] | string => (values.length === 0 ? without : values.map(make));

const NO_SECTION = 'no section is known';
const NO_LISTING = 'no listing is known that the user owns or watches';

const forOwnListings = (send: (call: Call, id: Int64) => Promise<Reply>): Plan => ({
  wave: 2,
  calls: ({ ownListings }) =>
    forEach(ownListings, 'the user is not known to have a listing', (id) => ({ send: (call) => send(call, id) })),
});

const forAnyListings = (
  send: (call: Call, id: Int64) => Promise<Reply>,
  readPictures: (json: unknown) => Pictures = () => ({}),
): Plan => ({
  wave: 2,
  calls: (found) =>
    forEach([...new Set([...found.ownListings, ...found.watchedListings])], NO_LISTING, (id) => ({
      send: (call) => send(call, id),
      learn: async (json) => learnPictures(found, id, readPictures(json)),
    })),
});

const forHomeCountry = (send: (call: Call, id: Int64) => Promise<Reply>): Plan => {
  const country = parseInt64(HOME_COUNTRY_ID);
  return {
    wave: 0,
    calls: () => (country === null ? 'no country is known' : [{ send: (call) => send(call, country) }]),
  };
};

/** Calls to each endpoint. */
export const plans: { readonly [Name in PlannedName]: Plan } = {
  queryToken: once('queryToken', {}),
  validateListing: once('validateListing', { body: {} }),

  getProperties: once('getProperties', {}),
  listCandidateStatuses: once('listCandidateStatuses', {}),
  listCategories: once('listCategories', {}),
  listDoors: once('listDoors', {}),
  listEducationLevels: once('listEducationLevels', {}),
  listFilterPrices: {
    wave: 0,
    calls: () =>
      Object.values(PriceFor).map((pricefor) => ({
        send: (call) => call('listFilterPrices', { query: { pricefor } }),
      })),
  },
  listFuels: once('listFuels', {}),
  listImportOrigins: once('listImportOrigins', {}),
  listJobTypes: once('listJobTypes', {}),
  listLocalities: forHomeCountry((call, id) => call('listLocalities', { query: { CountryId: id } })),
  listBedrooms: once('listBedrooms', {}),
  listFinishLevels: once('listFinishLevels', {}),
  listGardens: once('listGardens', {}),
  listPools: once('listPools', {}),
  listPropertyTypes: once('listPropertyTypes', {}),
  listRegions: forHomeCountry((call, id) => call('listRegions', { query: { CountryId: id } })),
  listTransmissions: once('listTransmissions', {}),
  listVehicleMakes: once('listVehicleMakes', {}),
  listVehicleModels: once('listVehicleModels', {}),
  listSectionCategories: {
    wave: 1,
    calls: (found) =>
      forEach(found.sections, NO_SECTION, (id) => ({
        send: (call) => call('listSectionCategories', { path: { id } }),
        learn: (json) => learnCategories(found, id, json),
      })),
  },
  getPhotoSpecs: {
    wave: 2,
    calls: ({ categories }) =>
      forEach(categories, 'no category is known', ({ section, category }) => ({
        send: (call) => call('getPhotoSpecs', { query: { categoryid: category, sectionid: section } }),
      })),
  },

  listSections: once('listSections', {}, learnSections),
  getSection: {
    wave: 1,
    calls: ({ sections }) =>
      forEach(sections, NO_SECTION, (id) => ({ send: (call) => call('getSection', { path: { id } }) })),
  },

  getUserDetails: once('getUserDetails', {}),
  listAccountEntries: onePagedList(
    'listAccountEntries',
    (call, query) => call('listAccountEntries', { query }),
    learnOrders,
  ),
  listUserSections: once('listUserSections', {}, learnOwnSections),
  listWatchedListings: onePagedList(
    'listWatchedListings',
    (call, query) => call('listWatchedListings', { query }),
    learnWatchedListings,
  ),
  getPremiumOptionsCost: once('getPremiumOptionsCost', { query: { options: [PremiumOption.Featured_3days] } }),
  listUserListings: {
    wave: 1,
    calls: (found) =>
      forEach(found.ownSections.length > 0 ? found.ownSections : found.sections, NO_SECTION, (section) => ({
        ...twoPages('listUserListings', (call, slice) => call('listUserListings', { query: { section, ...slice } })),
        learn: (json) => learnOwnListings(found, json),
      })),
  },
  getWatchedListing: {
    wave: 1,
    calls: ({ watchedListings }) =>
      forEach(watchedListings, 'the user is not known to watch a listing', (id) => ({
        send: (call) => call('getWatchedListing', { path: { id } }),
      })),
  },

  getListing: forAnyListings(
    (call, id) => call('getListing', { path: { id }, query: { related: 3 } }),
    picturesOfDetail,
  ),
  getListingMini: forAnyListings((call, id) => call('getListingMini', { path: { id } }), picturesOfMini),
  getListingUserInfo: forAnyListings((call, id) => call('getListingUserInfo', { path: { id } })),
  getListingDefinition: forOwnListings((call, id) => call('getListingDefinition', { path: { id } })),
  getPremiumOptions: forOwnListings((call, id) => call('getPremiumOptions', { path: { id } })),
};
