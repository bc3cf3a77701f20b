/** What the fields of the schema cost: the calls that each may cause at most. */
import { type EndpointName, operationOf } from '../../contract/endpoints.ts';
import { HOME_COUNTRY_ID } from '../../contract/lookups.ts';
import { parseGlobalId } from '../global-id.ts';
import { MAX_INPUT_LIST } from '../input-list.ts';
import { MAX_RELATED } from '../listing/largest-related.ts';
import { isValueListName, type ValueListName, valueLists } from '../lookup/value-lists.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../pagination.ts';
import type { FieldVisit, Price, Subject } from './price.ts';

/** A list whose length nobody can know is taken to be this long. */
export const UNKNOWN_LENGTH = 100;

const call = ({ plan }: FieldVisit, endpoint: EndpointName, key: string, count = 1): void =>
  plan({ key: `${endpoint} ${key}`.trimEnd(), operation: operationOf(endpoint), count });

const listInAggregate = ({ plan }: FieldVisit, endpoint: EndpointName, key = ''): void =>
  plan({ key: `${endpoint} ${key}`.trimEnd(), operation: operationOf(endpoint), count: 1, isInAggregate: true });

const hasAtHand = ({ subject }: FieldVisit, what: string): boolean => subject.atHand.includes(what);

const part = ({ subject }: FieldVisit, name: string, more: Partial<Subject> = {}): Subject => ({
  identity: `${subject.identity}.${name}`,
  count: subject.count,
  atHand: [],
  ...more,
});

/** The key that an id argument names: of a global id its parts, else the text itself. */
const keyOf = (id: unknown): string => {
  const text = String(id);
  return parseGlobalId(text)?.key.join('/') ?? text;
};

const pageSizeOf = ({ first, last }: FieldVisit['args']): number => {
  const size = first ?? last ?? DEFAULT_PAGE_SIZE;
  return typeof size === 'number' ? Math.min(Math.max(size, 1), MAX_PAGE_SIZE) : DEFAULT_PAGE_SIZE;
};

/** One call an operation, e.g. a list that all callers share. */
export const oneCall =
  (endpoint: EndpointName): Price =>
  (visit) => {
    call(visit, endpoint, '');
    return undefined;
  };

/** Steps of a price filter. */
export const filterPrices: Price = (visit) => {
  listInAggregate(visit, 'listFilterPrices', String(visit.args['for']));
  return undefined;
};

/** All makes. */
export const vehicleMakes: Price = (visit) => {
  listInAggregate(visit, 'listVehicleMakes');
  return undefined;
};

// Listings. Every view of a listing shares the listing's identity.

const detail = (visit: FieldVisit): void => {
  call(visit, 'getListing', visit.subject.identity, visit.subject.count);
};

const view = (visit: FieldVisit): void => {
  if (!hasAtHand(visit, 'entry')) detail(visit);
};

/** A value of a listing that its list entry has, or else its detail. */
export const fromView: Price = (visit) => {
  view(visit);
  return undefined;
};

/** A value of a listing that only its detail has. */
export const fromDetail: Price = (visit) => {
  detail(visit);
  return undefined;
};

/** Values of a listing that may have to be looked for in its detail and in its definition. */
export const fromParameters: Price = (visit) => {
  detail(visit);
  call(visit, 'getListingDefinition', visit.subject.identity, visit.subject.count);
  return undefined;
};

/** The locality of a listing: a place of the home country. */
export const listingLocality: Price = (visit) => {
  fromParameters(visit);
  return part(visit, 'locality', { country: String(HOME_COUNTRY_ID) });
};

/** The category of a listing, which tells its section too. */
export const listingCategory: Price = (visit) => {
  view(visit);
  return part(visit, 'category', { atHand: ['section'] });
};

/** The category or the locality of a definition, which has both at hand. */
export const definitionCategory: Price = (visit) => part(visit, 'category', { atHand: ['section'] });
export const definitionLocality: Price = (visit) => part(visit, 'locality', { country: String(HOME_COUNTRY_ID) });

/**
 * Similar listings: part of the detail. Of one listing, the first few are among the first many; of several listings that
 * is not so, and each number of each is counted for itself.
 */
export const related: Price = (visit) => {
  detail(visit);
  const { count } = visit.subject;
  const first = Math.min(Math.max(Number(visit.args['first']), 0), MAX_RELATED);
  const name = count === 1 ? 'related' : `related of ${count} (first: ${first})`;
  return part(visit, name, { count: count * first, atHand: ['entry'] });
};

/** A call for each listing that gives something of its own, e.g. its premium options. */
export const perListing =
  (endpoint: EndpointName): Price =>
  (visit) => {
    call(visit, endpoint, visit.subject.identity, visit.subject.count);
    return undefined;
  };

/** Whether the caller watches a listing: told by its list entry or by the change just made, else by a call. */
export const isWatching: Price = (visit) => {
  if (!hasAtHand(visit, 'entry') && !hasAtHand(visit, 'watch')) perListing('getListingUserInfo')(visit);
  return undefined;
};

/** Another view of the same listing. */
const sameListing = ({ subject }: FieldVisit): Subject => ({
  identity: subject.identity,
  count: subject.count,
  atHand: [],
});

/** The listing of a definition or a preview: a link. */
export const listingOfView: Price = sameListing;

/** The definition of a listing. */
export const definition: Price = (visit) => {
  call(visit, 'getListingDefinition', visit.subject.identity, visit.subject.count);
  return sameListing(visit);
};

/** The preview of a listing, of its own for each agent. */
export const preview: Price = (visit) => {
  const agent = visit.args['agentId'] == null ? '' : ` as seen by ${keyOf(visit.args['agentId'])}`;
  call(visit, 'getListingMini', `${visit.subject.identity}${agent}`, visit.subject.count);
  return sameListing(visit);
};

const listingById = (id: unknown): Subject => ({
  identity: `listing ${keyOf(id)}`,
  count: 1,
  atHand: [],
  typeName: 'Listing',
});

/** Puts a field on the listing that its `id` names. */
const onListing =
  (price: Price): Price =>
  (visit) => {
    const subject = listingById(visit.args['id']);
    return price({ ...visit, subject }) ?? subject;
  };

export const listingQuery: Price = onListing(fromDetail);
export const previewQuery: Price = onListing(preview);
export const definitionQuery: Price = onListing(definition);

// Connections of listings.

/** A page of listings: one call, or two to find the end. */
const listingPage =
  (endpoint: EndpointName): Price =>
  (visit) => {
    const { subject, args } = visit;
    const { first: _first, last, after: _after, before, ...list } = args;
    const identity = `${subject.identity} ${endpoint} ${JSON.stringify(args)}`;
    call(visit, endpoint, identity, subject.count);
    if (last != null && before == null) {
      call(visit, endpoint, `${subject.identity} ${JSON.stringify(list)} length`, subject.count);
    }
    return { identity, count: subject.count, atHand: [], pageSize: pageSizeOf(args) };
  };

export const ownListings: Price = listingPage('listUserListings');
export const watchedListings: Price = listingPage('listWatchedListings');

/** The listings of a page, which come as entries. */
export const entriesOfPage: Price = ({ subject }) => ({
  identity: `${subject.identity} entries`,
  count: subject.count * (subject.pageSize ?? MAX_PAGE_SIZE),
  atHand: ['entry'],
});

/** The listing of an edge: the same subject. */
export const nodeOfEdge: Price = ({ subject }) => subject;

/** Categories that a page counts. */
export const categoryCounts: Price = (visit) =>
  part(visit, 'categoryCounts', { count: visit.subject.count * UNKNOWN_LENGTH });

/** The main category of a page, which tells its section too. */
export const mainCategory: Price = (visit) => part(visit, 'mainCategory', { atHand: ['section'] });

// Sections and categories.

const everySection = ({ sectionCount }: FieldVisit): Subject => ({
  identity: 'every section',
  count: sectionCount,
  atHand: ['entry'],
});

/** All sections, or those of a type. */
export const sections: Price = (visit) => {
  const { type } = visit.args;
  call(visit, 'listSections', type == null ? '' : `of type ${JSON.stringify(type)}`);
  return everySection(visit);
};

const sectionById = (visit: FieldVisit, id: unknown): Subject => {
  const identity = `section ${keyOf(id)}`;
  call(visit, 'getSection', identity);
  return { identity, count: 1, atHand: ['entry'], typeName: 'Section' };
};

export const sectionQuery: Price = (visit) => sectionById(visit, visit.args['id']);

/** A value of a section that the list of sections has. */
export const fromSections: Price = (visit) => {
  if (!hasAtHand(visit, 'entry')) call(visit, 'listSections', '');
  return undefined;
};

/** Categories of each section: there are never more lists than sections. */
export const sectionCategories: Price = (visit) => {
  const count = Math.min(visit.subject.count, visit.sectionCount);
  call(visit, 'listSectionCategories', visit.subject.identity, count);
  return part(visit, 'categories', { count: count * UNKNOWN_LENGTH, atHand: ['label', 'section'] });
};

/** All categories, or those of one section. */
export const categoriesQuery: Price = (visit) => {
  const { sectionId } = visit.args;
  if (sectionId == null) {
    call(visit, 'listCategories', '');
    return { identity: 'every category', count: UNKNOWN_LENGTH, atHand: ['label'] };
  }
  return sectionCategories({ ...visit, subject: { identity: `section ${keyOf(sectionId)}`, count: 1, atHand: [] } });
};

/** The name of a category. */
export const categoryLabel: Price = (visit) => {
  if (!hasAtHand(visit, 'label')) call(visit, 'listCategories', '');
  return undefined;
};

/** The section of a category: at hand, or looked for in the list of each section. */
export const categorySection: Price = (visit) => {
  if (hasAtHand(visit, 'section')) return part(visit, 'section');
  const subject = everySection(visit);
  call(visit, 'listSections', '');
  sectionCategories({ ...visit, subject });
  return subject;
};

/** Limits for photos of each category. */
export const categoryPhotoSpecs: Price = (visit) => {
  categorySection(visit);
  call(visit, 'getPhotoSpecs', visit.subject.identity, visit.subject.count);
  return undefined;
};

/** Limits for photos of a listing, by its category. */
export const listingPhotoSpecs: Price = (visit) => {
  view(visit);
  call(visit, 'getPhotoSpecs', visit.subject.identity, visit.subject.count);
  return undefined;
};

/** Limits for photos by section and category. */
export const photoSpecsQuery: Price = (visit) => {
  call(visit, 'getPhotoSpecs', `section ${keyOf(visit.args['sectionId'])} category ${keyOf(visit.args['categoryId'])}`);
  return undefined;
};

// Simple lists.

/** A simple list, or a label of it. */
export const valueList =
  (list: ValueListName): Price =>
  (visit) => {
    listInAggregate(visit, valueLists[list].endpoint);
    return undefined;
  };

/** The simple list that `list` names. */
export const namedValueList: Price = (visit) => {
  const { list } = visit.args;
  return typeof list === 'string' && isValueListName(list) ? valueList(list)(visit) : undefined;
};

// Places and vehicles.

const HOME_COUNTRY = String(HOME_COUNTRY_ID);

const aggregate = (visit: FieldVisit): void => call(visit, 'getProperties', '');

const placesOf = (visit: FieldVisit, country: string): Subject => ({
  identity: `places of ${country} for ${visit.path}`,
  count: UNKNOWN_LENGTH,
  atHand: ['label'],
  country,
});

/** Localities of a country; of a region only with the help of the aggregate. */
export const localities: Price = (visit) => {
  const country = String(visit.args['countryId']);
  listInAggregate(visit, 'listLocalities', country);
  if (visit.args['regionId'] != null) aggregate(visit);
  return placesOf(visit, country);
};

/** Regions of a country. */
export const regions: Price = (visit) => {
  const country = String(visit.args['countryId']);
  listInAggregate(visit, 'listRegions', country);
  return placesOf(visit, country);
};

/** Localities of a region. */
export const regionLocalities: Price = (visit) => {
  const country = visit.subject.country ?? HOME_COUNTRY;
  listInAggregate(visit, 'listLocalities', country);
  aggregate(visit);
  return placesOf(visit, country);
};

/** The name of a locality. */
export const localityLabel: Price = (visit) => {
  if (!hasAtHand(visit, 'label')) listInAggregate(visit, 'listLocalities', visit.subject.country ?? HOME_COUNTRY);
  return undefined;
};

/** The region of a locality. */
export const localityRegion: Price = (visit) => {
  const country = visit.subject.country ?? HOME_COUNTRY;
  aggregate(visit);
  listInAggregate(visit, 'listRegions', country);
  return placesOf(visit, country);
};

/** Models of vehicles: from the aggregate, or else from their own endpoint. */
export const vehicleModels: Price = (visit) => {
  aggregate(visit);
  call(visit, 'listVehicleModels', '');
  return undefined;
};

// The caller.

/** A value of the caller's details. */
export const fromUserDetails: Price = oneCall('getUserDetails');

/** Sections in which the caller has listings. */
export const userSections: Price = (visit) => {
  call(visit, 'listUserSections', '');
  return { identity: 'sections of the caller', count: visit.sectionCount, atHand: [] };
};

/** One watched listing: its entry, or a link. */
export const watchedListing: Price = (visit) => {
  const subject = listingById(visit.args['id']);
  call(visit, 'getWatchedListing', subject.identity);
  // The service says which listing it is, so it is not counted as the one that was asked for.
  return { ...subject, identity: `watched ${subject.identity}` };
};

/** A page of movements of the account. */
export const accountEntries: Price = (visit) => {
  call(visit, 'listAccountEntries', JSON.stringify(visit.args));
  return undefined;
};

/** One call for each set of arguments. */
export const onePerArguments =
  (endpoint: EndpointName): Price =>
  (visit) => {
    call(visit, endpoint, JSON.stringify(visit.args));
    return undefined;
  };

// Changes.

/** A change that is sent once. */
export const change =
  (endpoint: EndpointName): Price =>
  (visit) => {
    call(visit, endpoint, visit.path);
    return undefined;
  };

const afterChange = ({ path }: FieldVisit, count: number, atHand: readonly string[] = []): Subject => ({
  identity: `listing after ${path}`,
  count,
  atHand,
});

/** A change of one listing; what is read of it then is read anew. */
export const listingChange =
  (endpoint: EndpointName): Price =>
  (visit) => {
    call(visit, endpoint, visit.path);
    return afterChange(visit, 1);
  };

/** A change of a listing that is completed from its definition. */
export const listingUpdate: Price = (visit) => {
  call(visit, 'getListingDefinition', visit.path);
  return listingChange('saveListing')(visit);
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const inputOf = ({ args }: FieldVisit, name: string): unknown => (isRecord(args['input']) ? args['input'][name] : null);

/** An upload, and what is checked before it. */
export const photoUpload: Price = (visit) => {
  call(visit, 'getListingDefinition', visit.path);
  call(visit, 'getPhotoSpecs', visit.path);
  return listingChange('uploadPhoto')(visit);
};

/** A check of a listing: of a change of one, completed from its definition. */
export const listingCheck: Price = (visit) => {
  if (inputOf(visit, 'id') != null) call(visit, 'getListingDefinition', visit.path);
  call(visit, 'validateListing', visit.path);
  return undefined;
};

/** Entries of an input list; none of a list that is refused for its length. */
const inputEntries = (visit: FieldVisit, name: string): readonly unknown[] => {
  const entries = inputOf(visit, name);
  return Array.isArray(entries) && entries.length <= MAX_INPUT_LIST ? entries : [];
};

/** A change of the listings that `input.ids` names, or else of nobody knows how many. */
export const multiListingChange =
  (endpoint: EndpointName): Price =>
  (visit) => {
    call(visit, endpoint, visit.path);
    const isCounted = inputOf(visit, 'ids') !== undefined;
    return afterChange(visit, isCounted ? new Set(inputEntries(visit, 'ids').map(keyOf)).size : UNKNOWN_LENGTH);
  };

/** A change of the watch flag of the listing that `input.id` names; what is read of it then is read anew. */
export const watchChange =
  (endpoint: EndpointName): Price =>
  (visit) => {
    call(visit, endpoint, visit.path);
    return afterChange(visit, 1, ['watch']);
  };

/** A change of the watch flag of several listings. The section of each is looked for in its detail unless it is given. */
export const multiWatchChange =
  (endpoint: EndpointName): Price =>
  (visit) => {
    const items = inputEntries(visit, 'items').filter(isRecord);
    const unplaced = new Set(
      items.filter(({ sectionId }) => sectionId == null).map(({ listingId }) => keyOf(listingId)),
    );
    call(visit, 'getListing', `section for ${visit.path}`, unplaced.size);
    call(visit, endpoint, visit.path);
    return afterChange(visit, new Set(items.map(({ listingId }) => keyOf(listingId))).size, ['watch']);
  };

/** The listing or the listings of a payload: what the change is about. */
export const payloadListing: Price = ({ subject }) => subject;

// Objects by global id.

const nodePrices: Readonly<Record<string, (visit: FieldVisit, key: string) => Subject>> = {
  LookupValue: (visit, key) => {
    const list = key.split('/')[0] ?? '';
    if (isValueListName(list)) valueList(list)(visit);
    return { identity: visit.path, count: 1, atHand: [], typeName: 'LookupValue' };
  },
  Listing: (visit, key) => {
    const subject = listingById(key);
    detail({ ...visit, subject });
    return subject;
  },
  Section: sectionById,
  Category: (visit, key) => {
    call(visit, 'listCategories', '');
    return { identity: `category ${key}`, count: 1, atHand: ['label'], typeName: 'Category' };
  },
  Region: (visit, key) => {
    const country = key.includes('/') ? (key.split('/')[0] ?? HOME_COUNTRY) : HOME_COUNTRY;
    listInAggregate(visit, 'listRegions', country);
    return { ...placesOf(visit, country), count: 1, typeName: 'Region' };
  },
  Locality: (visit, key) => {
    const country = key.includes('/') ? (key.split('/')[0] ?? HOME_COUNTRY) : HOME_COUNTRY;
    listInAggregate(visit, 'listLocalities', country);
    return { ...placesOf(visit, country), count: 1, typeName: 'Locality' };
  },
  VehicleMake: (visit) => {
    listInAggregate(visit, 'listVehicleMakes');
    return { identity: visit.path, count: 1, atHand: [], typeName: 'VehicleMake' };
  },
  VehicleModel: (visit) => {
    vehicleModels(visit);
    return { identity: visit.path, count: 1, atHand: [], typeName: 'VehicleModel' };
  },
  User: (visit) => {
    fromUserDetails(visit);
    return { identity: 'the caller', count: 1, atHand: [], typeName: 'User' };
  },
};

const nothing: Subject = { identity: 'nothing', count: 0, atHand: [], typeName: 'nothing' };

const nodeById = (visit: FieldVisit, id: unknown): Subject => {
  const parsed = parseGlobalId(String(id));
  const price = parsed === null ? undefined : nodePrices[parsed.type];
  return parsed === null || price === undefined ? nothing : price(visit, parsed.key.join('/'));
};

/** Any object by its global id. */
export const nodeQuery: Price = (visit) => nodeById(visit, visit.args['id']);

/** Most ids that one `nodes` takes. */
export const MAX_NODES = 50;

/** Several objects by their global ids. What is read of them is planned for each; too many are refused without a call. */
export const nodesQuery: Price = (visit) => {
  const { ids } = visit.args;
  return Array.isArray(ids) && ids.length <= MAX_NODES ? ids.map((id: unknown) => nodeById(visit, id)) : nothing;
};
