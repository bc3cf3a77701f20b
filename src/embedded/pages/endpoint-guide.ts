/** Descriptions of the endpoints, in the words of the API document and of the page at `/`. */
import { type Endpoint, type EndpointName, endpointNames, endpoints } from '../../contract/endpoints.ts';

/** A summary of each endpoint. */
export const endpointSummaries: Readonly<Record<EndpointName, string>> = {
  requestToken: 'Issues tokens for one of three grants',
  queryToken: 'Returns the owner and the lifetime of a token',
  saveListing: 'Creates a listing, or updates the one that PKID names',
  validateListing: 'Checks a listing without saving it',
  getListingDefinition: 'Reads a listing as its editors edit it',
  getListing: 'Reads a listing in full, with related ones',
  deleteListing: 'Deletes a listing',
  getListingMini: 'Reads a listing in short form, also when it is gone',
  getListingUserInfo: 'States how the caller is related to the listing (owner, watching, messages)',
  deleteListings: 'Deletes several listings',
  relistListings: 'Relists several expired listings',
  relistAllListings: 'Relists all expired listings',
  getPhotoSpecs: 'Returns the limits for photos in a category',
  uploadPhoto: 'Adds a photo behind the others: JPEG, PNG or WebP, 12 MB at most',
  deletePhoto: 'Removes a photo; later ones move up by one',
  rotatePhoto: 'Rotates a photo by 90 degrees, clockwise by default',
  setDefaultPhoto: 'Makes a photo the main one, which is the first; those before it move down by one',
  setPremiumOptions: 'Buys premium options from the balance of the account, if it covers them',
  getPremiumOptions: 'Returns the state of each premium option',
  watchListing: 'Watches a listing',
  unwatchListing: 'Stops watching a listing',
  watchListings: 'Watches several listings',
  unwatchListings: 'Stops watching several listings',
  getProperties: 'All lookup lists at once',
  listCandidateStatuses: 'Statuses of job candidates',
  listCategories: 'Categories of all sections',
  listSectionCategories: 'Categories of a section',
  listDoors: 'Numbers of doors',
  listEducationLevels: 'Levels of education',
  listFilterPrices: 'Prices to filter by',
  listFuels: 'Fuels',
  listImportOrigins: 'Origins of imported vehicles',
  listJobTypes: 'Kinds of jobs',
  listLocalities: 'Localities of a country',
  listBedrooms: 'Numbers of bedrooms',
  listFinishLevels: 'Levels of finish',
  listGardens: 'Gardens and yards',
  listPools: 'Pools',
  listPropertyTypes: 'Types of property',
  listRegions: 'Regions of a country',
  listTransmissions: 'Transmissions',
  listVehicleMakes: 'Makes of vehicles',
  listVehicleModels: 'Models of vehicles',
  listSections: 'Sections of the marketplace',
  getSection: 'One section',
  getUserDetails: 'Reads the account of the caller',
  updateUserDetails: 'Changes details of the account; only what is given changes',
  listAccountEntries: 'Movements of the account, newest first',
  getInvoice: 'The invoice of an order as PDF; 204 when there is none',
  listUserListings: 'Listings of the caller in a section',
  getPremiumOptionsCost: 'Returns the cost of a set of premium options',
  updateProfilePicture: 'Changes the profile picture',
  listUserSections: 'Sections in which the caller has listings',
  getWatchedListing: 'One listing of the watch list',
  listWatchedListings: 'The watch list, watched last first',
};

/** Notes on parameters whose name and type are not self-explanatory: by name, or by endpoint and name. */
const parameterNotes: Readonly<Record<string, string>> = {
  id: 'Key of the listing.',
  index: 'Rank of the photo in its listing, from 0.',
  CountryId: '125 is the home country.',
  count: 'Page size: 20 by default, 100 at most.',
  first: 'Position of the first entry, counted from 1.',
  'listAccountEntries first': 'Position of the first entry, counted from 0.',
  'listSectionCategories id': 'Key of the section.',
  'getSection id': 'Key of the section.',
  related: 'Number of related listings to return with it.',
  agentid: 'Agent to name as the seller, when the caller is not the owner.',
  categoryid: 'Key of the category.',
  sectionid: 'Key of the section.',
  section: 'Key of the section.',
  type: 'Type of the sections, in any letter case; all by default.',
  dir: 'Direction; clockwise by default.',
  orderid: 'Number of the order.',
  invoicetype: 'Kind of document; the invoice by default.',
  filter: 'Part of the title, the description or the reference, in any letter case.',
  sortmode: 'Order; most recent first by default.',
  viewmode: 'Status of the listings; all by default.',
  options: 'Codes of PremiumOptionStatus.Option, one parameter each.',
};

/** Describes a parameter of an endpoint; undefined where its name is enough. */
export const describeParameter = (name: EndpointName, parameter: string): string | undefined =>
  parameterNotes[`${name} ${parameter}`] ?? parameterNotes[parameter];

/** Paths of each group of endpoints, in the order in which the groups are shown. */
const groups: Readonly<Record<string, RegExp>> = {
  Token: /^\/v1\/token/,
  Listings: /^\/v1\/listings(?!.*(?:photos|premiumoptions|watch))/,
  Photos: /\/photos/,
  'Premium options': /premiumoptions/,
  'Watch list': /watch/,
  User: /^\/v1\/user(?!.*(?:premiumoptions|watch))/,
  Sections: /^\/v1\/sections/,
  'Lookup lists': /^\/v1\/properties/,
};

/** The groups in the order in which they are shown. */
export const endpointGroups: readonly string[] = Object.keys(groups);

/** The group of an endpoint. */
export const groupOf = ({ path }: Endpoint): string => {
  const group = endpointGroups.find((name) => groups[name]?.test(path));
  if (group === undefined) throw new Error(`No group shows ${path}.`);
  return group;
};

/** An endpoint with its name. */
export interface NamedEndpoint {
  readonly name: EndpointName;
  readonly row: Endpoint;
}

/** Every endpoint, in the order of the table. */
export const namedEndpoints: readonly NamedEndpoint[] = endpointNames.map((name) => ({ name, row: endpoints[name] }));
