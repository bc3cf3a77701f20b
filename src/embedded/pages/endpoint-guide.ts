/** Descriptions of the endpoints, in the words of the API document and of the page at `/`. */
import { type Endpoint, type EndpointName, endpoints } from '../../contract/endpoints.ts';

/** A summary of each endpoint. */
export const endpointSummaries: Readonly<Record<EndpointName, string>> = {
  requestToken: 'Issue tokens for one of three grants',
  queryToken: 'Tell whose token this is and how long it lasts',
  saveListing: 'Create a listing, or update the one that PKID names',
  validateListing: 'Check a listing without saving it',
  getListingDefinition: 'Read a listing as its editors edit it',
  getListing: 'Read a listing in full, with related ones',
  deleteListing: 'Delete a listing',
  getListingMini: 'Read a listing in short form, also when it is gone',
  getListingUserInfo: 'Tell what the caller has to do with a listing',
  deleteListings: 'Delete several listings',
  relistListings: 'Relist several expired listings',
  relistAllListings: 'Relist all expired listings',
  getPhotoSpecs: 'Tell the limits for photos in a category',
  uploadPhoto: 'Add a photo behind the others: JPEG, PNG or WebP, 12 MB at most',
  deletePhoto: 'Remove a photo; later ones move up by one',
  rotatePhoto: 'Turn a photo by 90 degrees, clockwise unless told otherwise',
  setDefaultPhoto: 'Make a photo the main one, which is the first; those before it move down by one',
  setPremiumOptions: 'Buy premium options from the balance of the account, if it covers them',
  getPremiumOptions: 'Tell the state of each premium option',
  watchListing: 'Watch a listing',
  unwatchListing: 'No longer watch a listing',
  watchListings: 'Watch several listings',
  unwatchListings: 'No longer watch several listings',
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
  getUserDetails: 'Read the account of the caller',
  updateUserDetails: 'Change details of the account; only what is given changes',
  listAccountEntries: 'Movements of the account, newest first',
  getInvoice: 'The invoice of an order as PDF; 204 when there is none',
  listUserListings: 'Listings of the caller in a section',
  getPremiumOptionsCost: 'What a set of premium options would cost',
  updateProfilePicture: 'Change the profile picture',
  listUserSections: 'Sections in which the caller has listings',
  getWatchedListing: 'One listing of the watch list',
  listWatchedListings: 'The watch list, watched last first',
};

const id = 'Key of the listing.';
const country = '125 is the home country.';
const index = 'Rank of the photo in its listing, from 0.';

/** Notes on parameters whose name and type do not tell enough: by name, or by endpoint and name. */
const parameterNotes: Readonly<Record<string, string>> = {
  id,
  index,
  CountryId: country,
  count: 'How many to give: 20 unless given, 100 at most.',
  first: 'Which to begin with, counted from 1.',
  'listAccountEntries first': 'Which to begin with, counted from 0.',
  'listSectionCategories id': 'Key of the section.',
  'getSection id': 'Key of the section.',
  related: 'How many related listings to give with it.',
  agentid: 'Agent to name as the seller, when the caller is not the owner.',
  categoryid: 'Key of the category.',
  sectionid: 'Key of the section.',
  section: 'Key of the section.',
  type: 'Type of the sections to give, in any letter case; all unless given.',
  dir: 'Direction; clockwise unless given.',
  orderid: 'Number of the order.',
  invoicetype: 'Which document; the invoice unless given.',
  filter: 'Part of the title, the description or the reference, in any letter case.',
  sortmode: 'Order; most recent first unless given.',
  viewmode: 'Which listings; all unless given.',
  options: 'Codes of PremiumOptionStatus.Option, one parameter each.',
};

/** Says what a parameter of an endpoint takes; undefined where its name says enough. */
export const describeParameter = (name: EndpointName, parameter: string): string | undefined =>
  parameterNotes[`${name} ${parameter}`] ?? parameterNotes[parameter];

/** Groups of endpoints, each with the paths that belong to it; a path belongs to the first that fits. */
const groups = [
  ['Token', /^\/v1\/token/],
  ['Photos', /\/photos/],
  ['Premium options', /premiumoptions/],
  ['Watch list', /watch/],
  ['Listings', /^\/v1\/listings/],
  ['Sections', /^\/v1\/sections/],
  ['Lookup lists', /^\/v1\/properties/],
  ['User', /^\/v1\/user/],
] as const satisfies readonly (readonly [string, RegExp])[];

/** The groups in the order in which they are shown. */
export const endpointGroups = [
  'Token',
  'Listings',
  'Photos',
  'Premium options',
  'Watch list',
  'User',
  'Sections',
  'Lookup lists',
] as const;

/** The group of an endpoint. */
export const groupOf = ({ path }: Endpoint): string => groups.find(([, pattern]) => pattern.test(path))?.[0] ?? 'Other';

/** An endpoint with its name. */
export interface NamedEndpoint {
  readonly name: EndpointName;
  readonly row: Endpoint;
}

/** Every endpoint that has a handler, in the order of the table. */
export const listServed = (handlers: Readonly<Partial<Record<EndpointName, unknown>>>): NamedEndpoint[] =>
  Object.keys(endpoints)
    .filter((key): key is EndpointName => key in endpoints && key in handlers)
    .map((name) => ({ name, row: endpoints[name] }));
